// SPDX-License-Identifier: GPL-3.0-or-later
// The ladder of a family: its order, what each step changed, and how chart, card and inspector show it.
#include "app/library/ladder.h"

#include "app/chart_data.h"
#include "app/elided_button.h"
#include "app/fold_heading.h"
#include "app/hover_card.h"
#include "app/library/family_panel.h"
#include "app/panels/work_panel.h"
#include "chart_fixture.h"
#include "core/event.h"
#include "fake_capture/fake_library.h"

#include <QFile>
#include <QLabel>
#include <QPlainTextEdit>
#include <QProcess>
#include <QScrollBar>
#include <QTemporaryDir>
#include <QTest>
#include <QTextBlock>

#include <gmock/gmock.h>

#include <algorithm>
#include <fstream>

namespace {

using app::ChartOptions;
using core::Level;
using testing::ElementsAre;
using testing::HasSubstr;

constexpr std::size_t matmul = 0;
constexpr std::size_t copy = 1;

/// All steps but that for CC 10.0, at these sizes.
core::Session session(const std::vector<std::string>& sizes, fake::Counters counters = fake::Counters::Read)
{
    core::Session made;
    made.sources = {{.tool = "Ridgepoint"}};
    made.devices = {{.id = fake::gpuId, .name = "Fake GPU"}};
    made.devices[0].compute_capability = {9, 0};
    for (const auto& [name, rate] : {std::pair{"dram", 4e12}, {"l2_read", 8e12}, {"fp32", 60e12}}) {
        made.ceilings.push_back(chart_test::ceiling(name, rate));
        made.ceilings.back().device_id = fake::gpuId;
    }
    made.families = fake::families();
    for (const auto family : {matmul, copy})
        for (const auto& size : sizes)
            for (std::size_t place = 0; place < made.families[family].steps.size(); ++place) {
                if (family == matmul && place == 5) continue;
                made.kernels.push_back(fake::kernel(family, place, size, counters));
                made.kernels.back().index = made.kernels.size() - 1;
            }
    return made;
}

app::OpenSession opened(core::Session made)
{
    return app::analysed(std::make_shared<core::Session>(std::move(made)), QStringLiteral("/a.ridgepoint.jsonl"));
}

class LadderTest : public testing::Test {
protected:
    void open(core::Session made)
    {
        session = opened(std::move(made));
        data = app::chartData(session);
    }
    void SetUp() override { open(::session({"large"})); }

    [[nodiscard]] int place(const char* name) const
    {
        const auto found = std::ranges::find(data.rows, QString::fromLatin1(name), &app::KernelRow::short_name);
        EXPECT_NE(found, data.rows.end()) << name;
        return static_cast<int>(found - data.rows.begin());
    }
    [[nodiscard]] const app::KernelRow& row(const char* name) const
    {
        return data.rows[static_cast<std::size_t>(place(name))];
    }
    [[nodiscard]] QStringList variants(const std::vector<int>& places) const
    {
        QStringList names;
        for (const int each : places)
            names << QString::fromStdString(app::stepOf(data.rows[static_cast<std::size_t>(each)])->variant);
        return names;
    }
    [[nodiscard]] app::ChartScene scene(const ChartOptions& options = {}) const
    {
        return app::buildChartScene(data, chart_test::look(1200, 900), options);
    }
    [[nodiscard]] ChartOptions selecting(const char* name) const
    {
        ChartOptions options;
        options.selected = {place(name)};
        options.current = options.selected.front();
        return options;
    }
    static const app::SceneMarker* marker(const app::ChartScene& scene, int row, Level level)
    {
        for (const auto* markers : {&scene.markers, &scene.selected_markers})
            for (const auto& each : *markers)
                if (each.row == row && each.level == level) return &each;
        return nullptr;
    }

    app::OpenSession session;
    app::ChartData data;
};

TEST_F(LadderTest, StepsStandInTheirOrderAndReferencesBeside)
{
    std::ranges::reverse(data.rows); // as a table sorted the other way has them
    const auto ladder = app::ladderOf(data.rows, place("matmul tile16"));
    EXPECT_EQ(variants(ladder.rungs), (QStringList{"naive", "coalesced", "tile16", "tile64", "wgmma"}));
    EXPECT_EQ(variants(ladder.references), QStringList{"library"});
    EXPECT_EQ(app::stepBefore(data.rows, ladder, place("matmul naive")), nullptr);
    EXPECT_EQ(app::stepBefore(data.rows, ladder, place("matmul tile64")), &row("matmul tile16"));
    EXPECT_EQ(app::stepBefore(data.rows, ladder, place("matmul library")), nullptr);
}

TEST_F(LadderTest, SizesAreRowsAndLaddersOfTheirOwn)
{
    open(::session({"small", "large"}));
    EXPECT_EQ(data.rows.size(), 18U);
    EXPECT_EQ(app::laddersOf(data.rows, "copy").size(), 2U);
    EXPECT_EQ(variants(app::ladderOf(data.rows, place("copy float4 small")).rungs),
              (QStringList{"scalar", "float4", "tma_bulk"}));
    EXPECT_TRUE(app::laddersOf(data.rows, "transpose").empty());
}

TEST_F(LadderTest, AStepIsAPushUpwardsOrAShiftToTheRight)
{
    const auto step = [&](const char* before, const char* now) { return app::stepText(row(before), row(now)); };
    EXPECT_EQ(step("matmul naive", "matmul coalesced"), QStringLiteral("2.00× faster at the same DRAM intensity"));
    EXPECT_EQ(step("matmul coalesced", "matmul tile16"), QStringLiteral("As fast, DRAM 8.00 → 32.0\u202FFLOP/byte"));
    EXPECT_EQ(step("matmul tile64", "matmul wgmma"), QStringLiteral("1.25× faster, DRAM 32.0 → 64.0\u202FFLOP/byte"));
    EXPECT_EQ(step("matmul wgmma", "matmul tile64"), QStringLiteral("1.25× slower, DRAM 64.0 → 32.0\u202FFLOP/byte"));
    EXPECT_EQ(step("copy scalar", "copy float4"), QStringLiteral("2.00× faster with the same DRAM bytes"));
}

TEST_F(LadderTest, AStepIsToldByTheLevelThatHeldItBack)
{
    auto before = row("copy scalar");
    auto now = row("copy float4");
    for (auto* each : {&before, &now}) // bank conflicts, which the step takes away; DRAM's bytes stay
        each->analysis.work.push_back({chart_test::resource("shared"), each == &before ? 32e9 : 1e9});
    before.analysis.times.insert(before.analysis.times.begin(), {.resource = chart_test::resource("l1_shared")});
    EXPECT_EQ(app::stepText(before, now), QStringLiteral("2.00× faster, SMEM 32.0\u202FGB → 1.00\u202FGB"));
}

TEST_F(LadderTest, ASelectedKernelBringsItsFamilysPathAtEachLevel)
{
    EXPECT_TRUE(scene().ladder.empty());
    const auto drawn = scene(selecting("matmul tile16"));
    EXPECT_EQ(drawn.ladder.size(), 8U); // four steps at DRAM and L2; SMEM wasn't counted
    EXPECT_EQ(drawn.ladder_heads.size(), 8U);
    EXPECT_NE(drawn.ladder.front().color.rgb(), drawn.ladder.back().color.rgb());
    auto dramAlone = selecting("matmul tile16");
    dramAlone.levels = {Level::Dram};
    EXPECT_EQ(scene(dramAlone).ladder.size(), 4U);
}

TEST_F(LadderTest, ArrowsLeadFromStepToStep)
{
    auto options = selecting("matmul naive");
    options.levels = {Level::Dram};
    const auto drawn = scene(options);
    const char* steps[] = {"matmul naive", "matmul coalesced", "matmul tile16", "matmul tile64", "matmul wgmma"};
    ASSERT_EQ(drawn.ladder.size(), 4U);
    for (std::size_t i = 0; i < 4; ++i) {
        const auto* from = marker(drawn, place(steps[i]), Level::Dram);
        const auto* to = marker(drawn, place(steps[i + 1]), Level::Dram);
        ASSERT_TRUE(from && to);
        const QPointF tip = drawn.ladder_heads[i].outline.first();
        EXPECT_LT(QLineF(from->centre, drawn.ladder[i].path.first()).length(), 20) << steps[i];
        EXPECT_LT(QLineF(tip, to->centre).length(), 20) << steps[i];
        EXPECT_GT(QLineF(tip, to->centre).length(), to->radius) << steps[i]; // never over the point
    }
}

TEST_F(LadderTest, ItsPointsStayInSightAndHaveTheirNames)
{
    const auto drawn = scene(selecting("matmul tile16"));
    EXPECT_EQ(marker(drawn, place("matmul naive"), Level::Dram)->state, app::MarkerState::Normal);
    EXPECT_EQ(marker(drawn, place("matmul library"), Level::Dram)->state, app::MarkerState::Normal);
    EXPECT_EQ(marker(drawn, place("copy scalar"), Level::Dram)->state, app::MarkerState::Dimmed);
    for (const char* name : {"naive", "tile64", "library"})
        EXPECT_NE(std::ranges::find(drawn.texts, QString::fromLatin1(name), &app::SceneText::text), drawn.texts.end())
            << name;
}

TEST_F(LadderTest, TheChosenLevelStandsOut)
{
    auto options = selecting("matmul tile16");
    options.current_level = Level::L2;
    const auto drawn = scene(options);
    EXPECT_LT(drawn.ladder.front().color.alphaF(), 0.5); // DRAM
    EXPECT_EQ(drawn.ladder.back().color.alphaF(), 1);
}

TEST_F(LadderTest, AFamilyCanBeShownWithoutASelectionAndAllCanBeHidden)
{
    ChartOptions options;
    options.ladder = "matmul";
    EXPECT_EQ(scene(options).ladder.size(), 8U);
    auto hidden = selecting("matmul tile16");
    hidden.ladder = "";
    EXPECT_TRUE(scene(hidden).ladder.empty());
    EXPECT_EQ(marker(scene(hidden), place("matmul naive"), Level::Dram)->state, app::MarkerState::Dimmed);
}

TEST_F(LadderTest, WithoutFlopThePathIsInTheStrip)
{
    const auto drawn = scene(selecting("copy scalar"));
    ASSERT_TRUE(drawn.strip);
    ASSERT_EQ(drawn.ladder.size(), 2U); // float4 and tma_bulk are as fast: no room for an arrow between them
    for (const auto& stroke : drawn.ladder)
        for (const auto& point : stroke.path) EXPECT_TRUE(drawn.strip->contains(point));
    const auto& rise = drawn.ladder.front().path;
    EXPECT_GT(rise.first().y(), rise.last().y());
    EXPECT_GT(rise[rise.size() / 2].x(), rise.first().x() + 3); // an arc: all markers of a lane are above each other
}

TEST_F(LadderTest, PointsWithoutCountersAreHollowAndHaveTheirPath)
{
    open(::session({"large"}, fake::Counters::None));
    auto options = selecting("matmul tile16");
    const auto drawn = scene(options);
    EXPECT_FALSE(drawn.ladder.empty());
    EXPECT_EQ(marker(drawn, place("matmul naive"), Level::Dram)->fill, app::MarkerFill::Hollow);
    EXPECT_NE(std::ranges::find(drawn.texts, QStringLiteral("algorithmic, not counted"), &app::SceneText::text),
              drawn.texts.end());
}

TEST_F(LadderTest, TheKeyExplainsTheArrows)
{
    const auto drawn = scene(selecting("matmul tile16"));
    EXPECT_NE(std::ranges::find(drawn.texts, QStringLiteral("steps: Matrix product"), &app::SceneText::text),
              drawn.texts.end());
}

TEST_F(LadderTest, TheCardSaysWhatTheStepChanged)
{
    const auto card = app::plainText(app::kernelCard(data, place("matmul coalesced"), {}));
    EXPECT_THAT(card.toStdString(), HasSubstr("After naive: 2.00× faster at the same DRAM intensity"));
    EXPECT_THAT(app::plainText(app::kernelCard(data, place("matmul naive"), {})).toStdString(),
                testing::Not(HasSubstr("After")));
}

class FamilyPanelTest : public LadderTest {
protected:
    void show(const char* name)
    {
        panel.setRows(data.rows);
        panel.showRow(row(name));
        panel.resize(344, 900);
        panel.show();
    }

    app::FamilyPanel panel;
};

TEST_F(FamilyPanelTest, ShowsFormulaAndLadderWithTimesFactorsAndSentences)
{
    show("matmul tile64");
    EXPECT_EQ(panel.keyFigure(), QStringLiteral("step 4 of 6"));
    const auto text = panel.text().toStdString();
    EXPECT_THAT(text, HasSubstr("C = A B; 2 N^3 FLOP"));
    EXPECT_THAT(text, HasSubstr("naive\t100\u202Fms\t–\t"));
    EXPECT_THAT(text, HasSubstr("tile64\t25.0\u202Fms\t2.00×\tFP32")); // 67 % of FP32, 31 % of DRAM
    EXPECT_THAT(text, HasSubstr("tcgen05\t–\t–\t–"));
    EXPECT_THAT(text, HasSubstr("Run at large; there are small N = 1024"));
    std::string labels;
    for (const auto* label : panel.findChildren<QLabel*>()) labels += label->text().toStdString() + '\n';
    EXPECT_THAT(labels,
                HasSubstr("A thread holds 4 x 4 elements in registers\n2.00× faster at the same DRAM intensity."));
    EXPECT_THAT(labels, HasSubstr("Not run here; needs CC 10.0."));
    EXPECT_THAT(labels, HasSubstr("Reference: cuBLASLt"));
}

TEST_F(FamilyPanelTest, AClickOnAStepChoosesItsKernel)
{
    show("matmul tile64");
    std::vector<std::uint32_t> chosen;
    QObject::connect(&panel, &app::FamilyPanel::launchChosen,
                     [&](int /*session*/, std::uint32_t launch) { chosen.push_back(launch); });
    for (auto* button : panel.findChildren<QPushButton*>())
        if (button->accessibleName() == QStringLiteral("coalesced")) QTest::mouseClick(button, Qt::LeftButton);
    EXPECT_THAT(chosen, ElementsAre(row("matmul coalesced").launches.front()));
}

TEST_F(FamilyPanelTest, TheSourceUnfoldsAtTheKernelAndStaysUnfolded)
{
    show("matmul tile64");
    auto* source = panel.findChild<QPlainTextEdit*>();
    EXPECT_FALSE(source->isVisible());
    QTest::mouseClick(panel.findChild<app::FoldHeading*>(), Qt::LeftButton);
    EXPECT_TRUE(source->isVisible());
    EXPECT_THAT(source->textCursor().block().text().toStdString(), HasSubstr("__global__ void tiled("));
    show("matmul naive");
    source = panel.findChild<QPlainTextEdit*>();
    EXPECT_TRUE(QTest::qWaitFor([&] { return source->isVisible(); }));
    EXPECT_THAT(source->textCursor().block().text().toStdString(), HasSubstr("__global__ void naive("));
}

TEST_F(FamilyPanelTest, OtherKernelsHaveNone)
{
    show("matmul naive");
    EXPECT_FALSE(panel.isEmpty());
    const auto report = chart_test::h200Data();
    panel.showRow(report.rows.front());
    EXPECT_TRUE(panel.isEmpty());
}

TEST_F(FamilyPanelTest, TheWorkPanelComparesWithTheFormula)
{
    app::WorkPanel work;
    work.showRow(row("copy scalar"));
    const auto text = work.text().toStdString();
    EXPECT_THAT(text, HasSubstr("DRAM\t4.000\u202FGB\t4.000\u202FGB\t1.00"));
    EXPECT_THAT(text, HasSubstr("what the family's formula needs"));
    EXPECT_THAT(text, testing::Not(HasSubstr("were entered")));
}

TEST(SourceLine, IsThatOfTheDefinitionElseOfTheVariantsRow)
{
    const core::Family family{
        .source = "// naive(\nvoid naive(int);\ntemplate <int n>\n__global__ void __launch_bounds__(32 * 8)\n"
                  "naive(const float* a)\n{}\nrow {\"two_launches\", naive}\n"};
    EXPECT_EQ(app::sourceLine(family, {.function = "naive"}), 4);
    core::KernelMeasurement several{.function = "chain two_launches"};
    several.library = core::LibraryStep{.variant = "two_launches"};
    EXPECT_EQ(app::sourceLine(family, several), 6);
    EXPECT_EQ(app::sourceLine(family, {.function = "elsewhere"}), 0);
}

/// `ridgepoint render` of a session of the library.
class RenderLadder : public testing::Test {
protected:
    void SetUp() override
    {
        std::ofstream out(file().toStdString());
        core::writeSession(out, session({"large"}));
    }
    [[nodiscard]] QString file() const { return folder.filePath(QStringLiteral("a.ridgepoint.jsonl")); }
    std::string render(const QString& picture, const QStringList& more)
    {
        QProcess process;
        process.start(QStringLiteral(RIDGEPOINT_PROGRAM),
                      QStringList{"render", file(), "-o", folder.filePath(picture)} + more);
        process.waitForFinished();
        return process.readAllStandardError().toStdString();
    }
    [[nodiscard]] QByteArray content(const QString& picture) const
    {
        QFile opened(folder.filePath(picture));
        return opened.open(QIODevice::ReadOnly) ? opened.readAll() : QByteArray();
    }

    QTemporaryDir folder;
};

TEST_F(RenderLadder, DrawsThePathOfAFamily)
{
    EXPECT_EQ(render(QStringLiteral("without.svg"), {}), "");
    EXPECT_EQ(render(QStringLiteral("with.svg"), {"--ladder", "matmul"}), "");
    const auto polylines = [&](const QString& picture) { return content(picture).count("<polyline"); };
    EXPECT_GE(polylines(QStringLiteral("with.svg")), polylines(QStringLiteral("without.svg")) + 8);
}

TEST_F(RenderLadder, SaysWhichFamiliesThereAre)
{
    EXPECT_THAT(render(QStringLiteral("a.svg"), {"--ladder", "warp_drive"}),
                HasSubstr("has no kernels of the family 'warp_drive'; there are copy, matmul"));
    EXPECT_TRUE(content(QStringLiteral("a.svg")).isEmpty());
}

} // namespace
