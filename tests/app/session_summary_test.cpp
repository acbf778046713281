// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/session_summary.h"

#include "app/format.h"
#include "app/stacked_bar.h"
#include "core/import/importer.h"
#include "tests/app/sample_session.h"

#include <QLabel>
#include <QPushButton>
#include <QTest>

#include <gtest/gtest.h>

namespace {

app::OpenSession measured(core::RoofChoice choice = core::RoofChoice::BestKnown, const std::string& gpu = "NVIDIA H200")
{
    auto session =
        std::make_shared<core::Session>(core::importFile(RIDGEPOINT_TEST_DATA "/h200_measured.ridgepoint.jsonl"));
    session->devices.front().name = gpu;
    return app::analysed(session, QStringLiteral("h200_measured.ridgepoint.jsonl"), choice);
}

/// What the summary's labels say.
QStringList textsOf(const std::vector<app::OpenSession>& sessions)
{
    app::SessionSummary summary;
    summary.showSessions(sessions, {});
    QStringList texts;
    for (const auto* label : summary.findChildren<QLabel*>()) texts << label->text().replace(app::narrowSpace, u' ');
    return texts;
}

TEST(SessionSummary, MeasuredRoofsComeWithTheirMixAndSpread)
{
    const auto texts = textsOf({measured()});
    // The file's DRAM read: median 4.59 TB/s, from 4.58 to 4.60: half of that is 0.2 %.
    EXPECT_EQ(texts.value(texts.indexOf("DRAM read") + 2).toStdString(), "±0.2 %") << texts.join(u'|').toStdString();
    // Those of one origin are together.
    EXPECT_EQ(texts.value(texts.indexOf("Roofs") + 1), "measured");
    EXPECT_EQ(texts.count("measured"), 1);
    EXPECT_EQ(texts.count("computed"), 1);
}

TEST(SessionSummary, AMixIsShownWithoutControlCharacters)
{
    core::Session session;
    session.devices = {{.id = "0", .name = "A GPU of nobody's"}};
    session.ceilings = {{.resource = {core::ResourceKind::Dram},
                         .rate_per_s = 4e12,
                         .origin = core::Origin::Measured,
                         .access_mix = "re\x1b[2Jad"}};
    const auto texts = textsOf({app::analysed(std::make_shared<core::Session>(session), QStringLiteral("a"))});
    EXPECT_TRUE(texts.contains(QStringLiteral("DRAM re\uFFFD[2Jad"))) << texts.join(u'|').toStdString();
}

TEST(SessionSummary, ShowsTheRoofsThatWereChosen)
{
    const auto texts = textsOf({measured(core::RoofChoice::Datasheet)});
    EXPECT_FALSE(texts.contains("DRAM read"));
    EXPECT_TRUE(texts.contains("datasheet"));
    const auto none = textsOf({measured(core::RoofChoice::Datasheet, "A GPU of nobody's")});
    EXPECT_TRUE(none.contains("No roofs of the origin chosen.")) << none.join(u'|').toStdString();
}

TEST(SessionSummary, ShowsTheRoofsOfEveryDeviceAndThoseOfOthersThatServeIt)
{
    auto report = sample::six();
    report.other_roofs = app::roofsOf(*measured().session);
    const auto texts = textsOf({report, measured()});
    EXPECT_EQ(texts.count("DRAM read"), 2) << texts.join(u'|').toStdString();
    EXPECT_EQ(texts.filter(QStringLiteral("Roofs of NVIDIA H200")).size(), 2) << texts.join(u'|').toStdString();
}

TEST(SessionSummary, TimeOfKernelsNearNoRoofIsASliceOfItsOwn)
{
    const auto open = sample::open({{"near", 300e-6, 0.9}, {"close", 200e-6, 0.6}, {"far", 500e-6, 0.59}});
    std::vector<app::KernelRow> rows;
    for (std::uint32_t i = 0; i < 3; ++i)
        rows.push_back({.session = open.session.get(),
                        .launches = {i},
                        .analysis = open.analyses[i],
                        .short_name = open.short_names[i],
                        .time_s = *open.session->kernels[i].duration_s});
    app::SessionSummary summary;
    summary.showSessions(std::span(&open, 1), rows);
    const auto* bar = summary.findChild<app::StackedBar*>();
    ASSERT_NE(bar, nullptr);
    ASSERT_EQ(bar->parts().size(), 2U);
    EXPECT_EQ(bar->parts()[0].name, "DRAM");
    EXPECT_DOUBLE_EQ(bar->parts()[0].ratio, 0.5); // 300 + 200 of 1000 us
    EXPECT_EQ(bar->parts()[1].name, "No roof near");
    EXPECT_DOUBLE_EQ(bar->parts()[1].ratio, 0.5);
}

TEST(SessionSummary, ElidesTheLargestKernelsInTheirMiddle)
{
    const auto open = sample::open({{"a_kernel_with_a_name_that_is_longer_than_the_inspector", 1e-3, 0.5}});
    const app::KernelRow row{.session = open.session.get(),
                             .launches = {0},
                             .short_name = open.short_names.front(),
                             .time_s = 1e-3,
                             .share_ratio = 1};
    app::SessionSummary summary;
    summary.showSessions(std::span(&open, 1), std::span(&row, 1));
    const auto* button = summary.findChild<QPushButton*>();
    ASSERT_NE(button, nullptr);
    summary.resize(300, 800);
    summary.show();
    EXPECT_TRUE(button->text().contains(QChar(0x2026)) && button->text().endsWith("inspector"))
        << button->text().toStdString();
    EXPECT_LE(button->fontMetrics().horizontalAdvance(button->text()), button->width());
    summary.resize(900, 800);
    EXPECT_TRUE(QTest::qWaitFor([&] { return !button->text().contains(QChar(0x2026)); }));
}

} // namespace
