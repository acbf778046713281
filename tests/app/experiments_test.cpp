// SPDX-License-Identifier: GPL-3.0-or-later
// Experiments as the window and every picture show them: axes, plot, card, numbers.
#include "app/experiments/experiment_list.h"
#include "app/experiments/experiment_view.h"
#include "app/experiments/experiments_page.h"
#include "core/import/importer.h"

#include <QApplication>
#include <QClipboard>
#include <QListWidget>
#include <QPushButton>
#include <QSignalSpy>
#include <QTest>

#include <gmock/gmock.h>

#include <algorithm>
#include <cmath>

namespace {

using app::ExperimentScene;
using app::ShownExperiment;
using core::Scale;
using testing::ElementsAre;
using testing::HasSubstr;

core::Curve curve(const char* label, std::vector<double> x, std::vector<double> y)
{
    core::Curve curve{.name = label, .x_name = "x", .y_unit = "byte/s", .x = std::move(x), .y = std::move(y)};
    curve.method = "LDG";
    curve.date = "2026-12-01T12:00:00Z";
    curve.experiment = "stride";
    curve.label = label;
    for (const double value : curve.y) {
        curve.p10.push_back(0.99 * value);
        curve.p90.push_back(1.01 * value);
        curve.n.push_back(9);
    }
    return curve;
}

ShownExperiment stride()
{
    auto model = curve("reads", {1, 2, 4, 8}, {4e12, 2e12, 1e12, 0.5e12});
    model.origin = core::Origin::Computed;
    model.p10 = model.p90 = {};
    model.n = {};
    return {.about = {.name = "stride",
                      .title = "Stride and bandwidth",
                      .x = {"Stride", "floats", Scale::Log},
                      .y = {"Useful bandwidth", "byte/s", Scale::Log},
                      .model = "4 TB/s / stride",
                      .lesson = "Strides throw bandwidth away.",
                      .x_marks = {},
                      .y_marks = {{4.6e12, "DRAM read"}},
                      .device_id = "GPU-1"},
            .lines = {{curve("reads", {1, 2, 4, 8}, {4e12, 1.9e12, 0.9e12, 0.4e12}), model},
                      {curve("writes", {1, 2, 4, 8}, {3e12, 1.5e12, 0.8e12, 0.3e12})}},
            .source = QStringLiteral("NVIDIA H200"),
            .file = QStringLiteral("a.jsonl")};
}

app::ChartLook lookOf(QSizeF size)
{
    app::ChartLook look;
    look.size = size;
    look.fonts = app::ChartFonts::bundled();
    return look;
}

QStringList textsOf(const app::ChartScene& scene)
{
    QStringList texts;
    for (const auto& text : scene.texts) texts << text.text;
    return texts;
}

/// Texts lie apart and within the picture; points within the plot.
void expectTidy(const ExperimentScene& scene, const std::string& where)
{
    const QRectF picture(QPointF(), scene.scene.size);
    const auto& texts = scene.scene.texts;
    for (std::size_t i = 0; i < texts.size(); ++i) {
        EXPECT_TRUE(picture.contains(texts[i].box.bounds())) << where << ": " << texts[i].text.toStdString();
        for (std::size_t j = i + 1; j < texts.size(); ++j)
            EXPECT_FALSE(texts[i].box.meets(texts[j].box))
                << where << ": " << texts[i].text.toStdString() << " and " << texts[j].text.toStdString();
    }
    for (const auto& point : scene.points) EXPECT_TRUE(scene.scene.mapping.plot.contains(point.centre)) << where;
}

std::vector<ShownExperiment> measured()
{
    const auto session = core::importFile(RIDGEPOINT_TEST_DATA "/h200_experiments.ridgepoint.jsonl");
    return app::shownExperiments(session, QStringLiteral("h200_experiments.ridgepoint.jsonl"));
}

TEST(ExperimentScene, ThoseOfAnH200AreTidyInEverySize)
{
    const auto all = measured();
    ASSERT_EQ(all.size(), 9U);
    for (const auto& experiment : all)
        for (const QSizeF size : {QSizeF(480, 420), QSizeF(720, 640), QSizeF(1000, 750), QSizeF(1600, 1000)}) {
            auto look = lookOf(size);
            const auto where = experiment.about.name + " in " + std::to_string(static_cast<int>(size.width()));
            expectTidy(app::buildExperimentScene(experiment, look), where);
            look.footer = app::Footer::Provenance;
            const auto scene = app::buildExperimentScene(experiment, look);
            expectTidy(scene, where + " with its footer");
            EXPECT_EQ(scene.points.size(), app::pointCount(experiment)) << where;
        }
}

TEST(ExperimentScene, TellsTitleAxesLessonModelAndMarks)
{
    const auto texts = textsOf(app::buildExperimentScene(stride(), lookOf({900, 700})).scene);
    for (const char* text : {"Stride and bandwidth", "NVIDIA H200 · 8 points", "reads", "writes", "model",
                             "Stride, floats", "Useful bandwidth", "Strides throw bandwidth away.",
                             "Model: 4 TB/s / stride.", "DRAM read 4.60\u202FTB/s", "1\u202FTB/s", "8"})
        EXPECT_TRUE(texts.contains(QString::fromUtf8(text))) << text << " of\n" << texts.join(u'\n').toStdString();
}

TEST(ExperimentScene, TheModelIsDashedAndWhatIsMeasuredIsNot)
{
    const auto scene = app::buildExperimentScene(stride(), lookOf({900, 700})).scene;
    const auto dashed = [](const app::SceneStroke& stroke) { return stroke.dash == app::Dash::Computed; };
    EXPECT_EQ(std::ranges::count_if(scene.roofs, dashed), 1);
    EXPECT_EQ(scene.roofs.size(), 4U); // the mark, the model, two lines
}

TEST(ExperimentScene, HueIsForMemoryLevelsAlone)
{
    for (const auto kind : {app::ThemeKind::Light, app::ThemeKind::Dark}) {
        auto look = lookOf({900, 700});
        look.theme = app::Theme(kind);
        const auto scene = app::buildExperimentScene(stride(), look).scene;
        EXPECT_EQ(scene.roofs.front().color, look.theme.color(app::Token::Dram));
        for (const auto& marker : scene.key_markers) EXPECT_LT(marker.color.hsvSaturation(), 80);
    }
}

TEST(ExperimentScene, OnePointAloneIsToldToBeNoCurve)
{
    auto lone = stride();
    lone.lines = {{curve("reads", {4}, {1e12})}};
    EXPECT_TRUE(textsOf(app::buildExperimentScene(lone, lookOf({900, 700})).scene)
                    .contains(QStringLiteral("One point alone was measured: no curve.")));
    lone.lines.clear();
    const auto none = app::buildExperimentScene(lone, lookOf({900, 700}));
    EXPECT_TRUE(textsOf(none.scene).contains(QStringLiteral("No point was measured.")));
    EXPECT_TRUE(none.points.empty());
    EXPECT_EQ(app::whyNoCurve(stride()), QString());
}

TEST(ExperimentScene, AValueThatALogAxisDoesntHaveIsLeftOut)
{
    auto zero = stride();
    zero.lines = {{curve("reads", {0, 1, 2}, {1e12, 0, 1e12})}};
    const auto scene = app::buildExperimentScene(zero, lookOf({900, 700}));
    ASSERT_EQ(scene.points.size(), 1U);
    EXPECT_EQ(scene.points.front().place.point, 2U);
}

TEST(ExperimentScene, PointsThatFailedAreToldWithTheirReason)
{
    core::Session session;
    session.experiments = {stride().about};
    auto measuredLine = curve("read_by_stride", {1, 2}, {4e12, 2e12});
    measuredLine.device_id = "GPU-1";
    session.curves = {measuredLine};
    session.notes = {"read_by_stride.4: out of memory", "read_by: nothing of it"};
    const auto shown = app::shownExperiments(session, QStringLiteral("a"));
    EXPECT_EQ(shown.front().problems, QStringList{QStringLiteral("read_by_stride.4: out of memory")});
    EXPECT_TRUE(textsOf(app::buildExperimentScene(shown.front(), lookOf({900, 700})).scene)
                    .contains(shown.front().problems.front()));
}

app::AxisMapping mapped(app::AxisMapping mapping, double pixels)
{
    mapping.setPixels(0, pixels);
    return mapping;
}

QStringList labelsOf(const std::vector<app::AxisTick>& ticks)
{
    QStringList labels;
    for (const auto& tick : ticks)
        if (!tick.label.isEmpty()) labels << tick.label;
    return labels;
}

TEST(ExperimentAxis, ALogAxisIsDividedByPowersOfTwoAsFarAsLabelsHaveRoom)
{
    const auto experiment = stride();
    const auto mapping = mapped(app::mappingOfX(experiment), 400);
    EXPECT_LT(mapping.low(), 1);
    EXPECT_GT(mapping.high(), 8);
    EXPECT_NEAR(mapping.at(4) - mapping.at(2), mapping.at(8) - mapping.at(4), 1e-9);
    EXPECT_EQ(labelsOf(app::ticksOfX(experiment, mapping, 60)).size(), 4);
    EXPECT_EQ(labelsOf(app::ticksOfX(experiment, mapping, 190)).size(), 2);
}

TEST(ExperimentAxis, ALinearAxisBeginsAtZeroAndItsTicksAreThoseOfEvenPoints)
{
    auto experiment = stride();
    experiment.about.x = {"Warps an SM", "", Scale::Linear};
    experiment.lines = {{curve("reads", {8, 16, 24, 32}, {1e12, 2e12, 3e12, 4e12})}};
    const auto mapping = mapped(app::mappingOfX(experiment), 400);
    EXPECT_EQ(mapping.low(), 0);
    const auto ticks = app::ticksOfX(experiment, mapping, 60);
    std::vector<double> values;
    for (const auto& tick : ticks) values.push_back(tick.value);
    EXPECT_THAT(values, ElementsAre(0, 8, 16, 24, 32));
}

TEST(ExperimentAxis, ValuesHaveTheirUnits)
{
    EXPECT_EQ(app::axisValue({"", "byte/s", {}}, 4.59e12), QStringLiteral("4.59\u202FTB/s"));
    EXPECT_EQ(app::axisValue({"", "byte", {}}, 65536), QStringLiteral("64\u202FKiB"));
    EXPECT_EQ(app::axisValue({"", "s", {}}, 77e-6), QStringLiteral("77.0\u202Fµs"));
    EXPECT_EQ(app::axisValue({"", "FLOP/byte", {}}, 31.67), QStringLiteral("31.7\u202FFLOP/byte"));
    EXPECT_THAT(app::axisValue({"", "floats", {}}, 16).toStdString(), HasSubstr("floats"));
}

TEST(ExperimentNumbers, AreALineAPointWithUnitsInTheHead)
{
    const auto lines = app::toCsv(stride()).split(u'\n');
    EXPECT_EQ(lines[0],
              QStringLiteral("experiment,line,origin,\"Stride [floats]\",\"Useful bandwidth [byte/s]\",p10,p90,n"));
    EXPECT_EQ(lines[1].section(u',', 0, 4), QStringLiteral("\"stride\",\"reads\",measured,1,4e+12"));
    EXPECT_EQ(lines[1].section(u',', 7), QStringLiteral("9"));
    EXPECT_EQ(lines[5], QStringLiteral("\"stride\",\"reads\",model,1,4e+12,,,"));
    EXPECT_EQ(lines.size(), 1 + 4 + 4 + 4 + 1);
}

TEST(ExperimentCard, TellsPlaceMedianSpreadAndModel)
{
    const auto text = app::plainText(app::pointCard(stride(), {0, 3})).toStdString();
    for (const char* part :
         {"Stride: 8", "400\u202FGB/s", "396\u202FGB/s – 404\u202FGB/s", "n 9", "model: 500\u202FGB/s", "80\u202F%"})
        EXPECT_THAT(text, HasSubstr(part));
    EXPECT_THAT(app::plainText(app::pointCard(stride(), {1, 0})).toStdString(), testing::Not(HasSubstr("model")));
}

class ExperimentViewTest : public testing::Test {
protected:
    void SetUp() override
    {
        view.resize(900, 700);
        view.setExperiment(stride());
        view.show();
        ASSERT_TRUE(QTest::qWaitForWindowExposed(&view));
    }
    app::ExperimentView view;
};

TEST_F(ExperimentViewTest, ThePointerFindsTheNearestPoint)
{
    const auto& points = view.experimentScene().points;
    const auto at = points[2].centre.toPoint() + QPoint(5, 3);
    QTest::mouseMove(view.viewport(), at);
    EXPECT_TRUE(QTest::qWaitFor([&] { return view.chosen() == app::PointOfLine{0, 2}; }));
    QTest::mouseMove(view.viewport(), QPoint(4, 4));
    EXPECT_TRUE(QTest::qWaitFor([&] { return !view.chosen(); }));
}

TEST_F(ExperimentViewTest, ArrowKeysWalkAlongALineAndFromLineToLine)
{
    for (const auto key : {Qt::Key_Right, Qt::Key_Right, Qt::Key_Right}) QTest::keyClick(&view, key);
    EXPECT_EQ(view.chosen(), (app::PointOfLine{0, 2}));
    QTest::keyClick(&view, Qt::Key_Down);
    EXPECT_EQ(view.chosen(), (app::PointOfLine{1, 2}));
    QTest::keyClick(&view, Qt::Key_End);
    QTest::keyClick(&view, Qt::Key_Right);
    EXPECT_EQ(view.chosen(), (app::PointOfLine{1, 3}));
    EXPECT_THAT(view.accessibleDescription().toStdString(), HasSubstr("300\u202FGB/s"));
    QTest::keyClick(&view, Qt::Key_Escape);
    EXPECT_FALSE(view.chosen());
}

TEST_F(ExperimentViewTest, AnExperimentWithFewerPointsDropsAChoiceThatIsGone)
{
    QTest::keyClick(&view, Qt::Key_End);
    QTest::keyClick(&view, Qt::Key_End);
    auto fewer = stride();
    fewer.lines = {{curve("reads", {1, 2}, {4e12, 2e12})}};
    view.setExperiment(fewer);
    EXPECT_FALSE(view.chosen());
}

TEST(ExperimentList, KeepsWhatIsChosenWhileMoreCome)
{
    app::ExperimentList list;
    auto other = stride();
    other.about.name = "waves";
    other.about.title = "Waves";
    list.setExperiments({stride(), other});
    EXPECT_EQ(list.chosen()->about.name, "stride");
    list.view().setCurrentRow(1);
    auto more = other;
    more.about.name = "ilp";
    list.setExperiments({more, stride(), other});
    EXPECT_EQ(list.chosen()->about.name, "waves");
    list.setExperiments({});
    EXPECT_EQ(list.chosen(), nullptr);
}

TEST(ExperimentsPage, CopiesPictureAndNumbersAndOffersToMeasureWhereThereAreNone)
{
    app::ExperimentsPage page;
    page.showNone();
    EXPECT_TRUE(page.isEmpty());
    const QSignalSpy wanted(&page, &app::ExperimentsPage::measureWanted);
    for (auto* button : page.findChildren<QPushButton*>())
        if (button->text().startsWith(QStringLiteral("Measure"))) button->click();
    EXPECT_EQ(wanted.count(), 1);
    page.showExperiment(stride());
    EXPECT_FALSE(page.isEmpty());
    page.copyNumbers();
    EXPECT_EQ(QApplication::clipboard()->text(), app::toCsv(stride()));
    page.copyPicture();
    EXPECT_FALSE(QApplication::clipboard()->image().isNull());
}

} // namespace
