// SPDX-License-Identifier: GPL-3.0-or-later
// Rows of the table as other programs get them.
#include "app/row_copy.h"

#include "app/session_model.h"
#include "tests/app/sample_session.h"

#include <gtest/gtest.h>

namespace {

class RowCopy : public testing::Test {
protected:
    /// The first row of a session whose first kernel has this name.
    const app::KernelRow& named(const std::string& name)
    {
        auto session = *sample::six().session;
        session.kernels[0].name = name;
        model.add(app::analysed(std::make_shared<const core::Session>(session), QStringLiteral("/data/a.ncu-rep")));
        return model.row(model.index(0, 0));
    }

    app::SessionModel model;
};

TEST_F(RowCopy, ANameIsNoFormulaInASpreadsheet)
{
    const auto* row = &named("=1+1\t\u202Ex");
    const std::span rows(&row, 1);
    EXPECT_TRUE(app::asTsv(rows).section('\n', 1).startsWith(QStringLiteral("'=1+1 \uFFFDx\t")));
    EXPECT_TRUE(app::asHtml(rows).contains(QStringLiteral("<td>'=1+1 \uFFFDx</td>")));
}

TEST_F(RowCopy, ANameIsExactInJson)
{
    const auto* row = &named("=1+1\u202Ex");
    EXPECT_TRUE(app::asJson(std::span(&row, 1)).contains(QStringLiteral("\"=1+1\u202Ex\"")));
}

} // namespace
