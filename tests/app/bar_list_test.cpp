// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/bar_list.h"

#include "app/resource_name.h"

#include <QApplication>

#include <gtest/gtest.h>

namespace {

TEST(BarList, NamesAreWholeWhereThereIsRoom)
{
    const QFont usual = QApplication::font();
    for (double size = 8; size <= 14; size += 0.5) {
        QFont font = usual;
        font.setPointSizeF(size);
        QApplication::setFont(font);
        for (const auto* name : {"DRAM", "L2", "SMEM", "L1/SMEM", "FP32", "BF16 mma.sync", "Issue slots"}) {
            app::BarList list(app::BarList::Scale::HundredPercent);
            list.resize(480, 100);
            const app::Bar bar{.resource = core::Resource{}, .name = QString::fromLatin1(name), .strong = true};
            list.setBars({bar});
            EXPECT_EQ(list.shownName(bar), bar.name) << size;
        }
    }
    QApplication::setFont(usual);
}

} // namespace
