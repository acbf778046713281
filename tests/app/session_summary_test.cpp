// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/session_summary.h"

#include "app/format.h"
#include "core/import/importer.h"

#include <QLabel>

#include <gtest/gtest.h>

namespace {

TEST(SessionSummary, MeasuredRoofsComeWithTheirMixAndSpread)
{
    const auto session =
        std::make_shared<const core::Session>(core::importFile(RIDGEPOINT_TEST_DATA "/h200_measured.ridgepoint.jsonl"));
    const app::OpenSession open = app::analysed(session, QStringLiteral("h200_measured.ridgepoint.jsonl"));
    app::SessionSummary summary;
    summary.showSessions(std::span(&open, 1), {});
    QStringList texts;
    for (const auto* label : summary.findChildren<QLabel*>()) texts << label->text().replace(app::narrowSpace, u' ');
    // The file's DRAM read: median 4.59 TB/s, from 4.58 to 4.60: half of that is 0.2 %.
    EXPECT_TRUE(texts.contains("measured, read ±0.2 %")) << texts.join(u'|').toStdString();
}

} // namespace
