// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/roofline_view.h"

#include "chart_fixture.h"

#include <QSignalSpy>
#include <QTest>
#include <QToolButton>
#include <QtCharts/QChart>
#include <gtest/gtest.h>

#include <algorithm>

namespace {

using core::Level;

/// A view that keeps its own selection, as the window's model does.
class RooflineViewTest : public testing::Test {
protected:
    RooflineViewTest()
    {
        view.resize(1000, 750);
        view.setData(chart_test::h200Data());
        QObject::connect(&view, &app::RooflineView::rowClicked, &view,
                         [this](int row, Qt::KeyboardModifiers) { view.setSelection({row}, row); });
        QObject::connect(&view, &app::RooflineView::cleared, &view, [this] { view.setSelection({}, {}); });
        view.show();
        view.setFocus();
    }

    [[nodiscard]] QPoint centre(int row, Level level) const
    {
        const app::ChartScene& scene = view.chartScene();
        for (const auto* markers : {&scene.markers, &scene.selected_markers})
            for (const app::SceneMarker& marker : *markers)
                if (marker.row == row && marker.level == level) return marker.centre.toPoint();
        ADD_FAILURE() << "row " << row << " has no such marker";
        return {};
    }

    void click(QPoint point, Qt::KeyboardModifiers modifiers = Qt::NoModifier)
    {
        QTest::mouseClick(view.viewport(), Qt::LeftButton, modifiers, point);
    }

    void press(Qt::Key key, Qt::KeyboardModifiers modifiers = Qt::NoModifier)
    {
        QTest::keyClick(&view, key, modifiers);
    }

    app::RooflineView view;
};

TEST_F(RooflineViewTest, ClickSelectsTheKernelUnderThePointer)
{
    QSignalSpy clicked(&view, &app::RooflineView::rowClicked);
    click(centre(2, Level::Dram));
    click(centre(1, Level::L2));
    click(centre(3, Level::Dram)); // in the strip
    ASSERT_EQ(clicked.count(), 3);
    EXPECT_EQ(clicked[0][0].toInt(), 2);
    EXPECT_EQ(clicked[1][0].toInt(), 1);
    EXPECT_EQ(clicked[2][0].toInt(), 3);
}

TEST_F(RooflineViewTest, ControlAndShiftAreHandedOn)
{
    QSignalSpy clicked(&view, &app::RooflineView::rowClicked);
    click(centre(2, Level::Dram), Qt::ControlModifier);
    click(centre(1, Level::Dram), Qt::ShiftModifier);
    ASSERT_EQ(clicked.count(), 2);
    EXPECT_EQ(clicked[0][1].value<Qt::KeyboardModifiers>(), Qt::ControlModifier);
    EXPECT_EQ(clicked[1][1].value<Qt::KeyboardModifiers>(), Qt::ShiftModifier);
}

TEST_F(RooflineViewTest, ClickOnNothingClears)
{
    click(centre(2, Level::Dram));
    QSignalSpy cleared(&view, &app::RooflineView::cleared);
    click(view.chartScene().mapping.at(0.02, 5e15).toPoint());
    EXPECT_EQ(cleared.count(), 1);
}

TEST_F(RooflineViewTest, ASecondClickTakesTheNextOfOverlappingPoints)
{
    app::ChartData data = chart_test::h200Data();
    for (int i = 0; i < 4; ++i) data.rows.push_back(data.rows[2]);
    view.setData(std::move(data));
    QSignalSpy clicked(&view, &app::RooflineView::rowClicked);
    const QPoint spot = centre(2, Level::Dram);
    for (int i = 0; i < 5; ++i) {
        click(spot);
        QTest::qWait(1);
    }
    std::set<int> rows;
    for (const auto& arguments : clicked) rows.insert(arguments[0].toInt());
    EXPECT_EQ(rows, (std::set<int>{2, 6, 7, 8, 9}));
}

TEST_F(RooflineViewTest, ABadgeSelectsWhatItStandsFor)
{
    QSignalSpy picked(&view, &app::RooflineView::rowsPicked);
    const auto& badges = view.chartScene().badges;
    const auto endless = std::ranges::find(badges, app::SceneBadge::Kind::NoTraffic, &app::SceneBadge::kind);
    ASSERT_NE(endless, badges.end());
    click(endless->box.center().toPoint());
    ASSERT_EQ(picked.count(), 1);
    EXPECT_EQ(picked[0][0].value<QList<int>>(), QList<int>{4});
}

/// The row's marker at DRAM, if it is in the frame.
bool isInFrame(const app::RooflineView& view, int row)
{
    const auto& scene = view.chartScene();
    return std::ranges::any_of(scene.selected_markers, [&](const app::SceneMarker& marker) {
        return marker.row == row && marker.level == Level::Dram;
    });
}

TEST_F(RooflineViewTest, ABadgeOffersToShowItsPoints)
{
    QObject::connect(&view, &app::RooflineView::rowsPicked, &view,
                     [this](const QList<int>& rows) { view.setSelection({rows.first()}, rows.first()); });
    auto* show = view.findChild<QToolButton*>();
    ASSERT_TRUE(show);
    EXPECT_FALSE(show->isVisible());
    const auto& badges = view.chartScene().badges;
    const auto right = std::ranges::find_if(badges, [](const app::SceneBadge& badge) {
        return badge.kind == app::SceneBadge::Kind::Right && badge.level == Level::Dram;
    });
    ASSERT_NE(right, badges.end());
    click(right->box.center().toPoint());
    ASSERT_TRUE(show->isVisible());
    EXPECT_FALSE(isInFrame(view, 5));
    show->click();
    EXPECT_FALSE(show->isVisible());
    EXPECT_TRUE(view.isZoomed());
    EXPECT_TRUE(isInFrame(view, 5)); // 50,000 FLOP/byte

    view.resetZoom();
    press(Qt::Key_Right); // no point to walk to: its badge
    ASSERT_TRUE(show->isVisible());
    press(Qt::Key_Escape);
    EXPECT_FALSE(show->isVisible());
    press(Qt::Key_Right);
    press(Qt::Key_Return);
    EXPECT_TRUE(view.isZoomed());
}

TEST_F(RooflineViewTest, UpAndDownWalkTheTablesOrder)
{
    press(Qt::Key_Down);
    EXPECT_EQ(view.options().current, 0);
    press(Qt::Key_Down);
    EXPECT_EQ(view.options().current, 1);
    press(Qt::Key_Up);
    EXPECT_EQ(view.options().current, 0);
    press(Qt::Key_End);
    EXPECT_EQ(view.options().current, 5);
    press(Qt::Key_Home);
    EXPECT_EQ(view.options().current, 0);
}

TEST_F(RooflineViewTest, LeftAndRightWalkTheLevelsByIntensity)
{
    press(Qt::Key_Down); // flash: SMEM 24.9, L2 94.7, DRAM 586
    press(Qt::Key_Right);
    EXPECT_EQ(view.options().current_level, Level::Shared);
    press(Qt::Key_Right);
    EXPECT_EQ(view.options().current_level, Level::L2);
    press(Qt::Key_Right);
    press(Qt::Key_Right); // stays at the last
    EXPECT_EQ(view.options().current_level, Level::Dram);
    press(Qt::Key_Left);
    EXPECT_EQ(view.options().current_level, Level::L2);
}

TEST_F(RooflineViewTest, ControlArrowGoesToTheNearestKernelThatWay)
{
    click(centre(2, Level::Dram)); // sgemm, 50 TFLOP/s at 480
    press(Qt::Key_Right);
    press(Qt::Key_Right);
    press(Qt::Key_Right); // its DRAM point
    press(Qt::Key_Up, Qt::ControlModifier);
    EXPECT_EQ(view.options().current, 0); // flash at 586 lies straight above
}

TEST_F(RooflineViewTest, EscapeUndoesOneThingAtATimeAndNeverTheZoom)
{
    view.zoomIn();
    view.setSelection({0, 1}, 1);
    view.toggleIsolation();
    EXPECT_EQ(view.options().isolated, 1);
    press(Qt::Key_Escape);
    EXPECT_FALSE(view.options().isolated);
    EXPECT_EQ(view.options().selected.size(), 2U);
    press(Qt::Key_Escape);
    EXPECT_EQ(view.options().selected, std::vector<int>{1});
    press(Qt::Key_Escape);
    EXPECT_TRUE(view.options().selected.empty());
    EXPECT_TRUE(view.isZoomed());
}

TEST_F(RooflineViewTest, DigitsToggleLevels)
{
    press(Qt::Key_1);
    EXPECT_FALSE(view.options().levels.contains(Level::Dram));
    press(Qt::Key_1);
    EXPECT_TRUE(view.options().levels.contains(Level::Dram));
    press(Qt::Key_5);
    EXPECT_TRUE(view.options().binding_level_only);
}

TEST_F(RooflineViewTest, ShiftDragPicksARectangle)
{
    QSignalSpy picked(&view, &app::RooflineView::rowsPicked);
    const app::PlotMapping& map = view.chartScene().mapping;
    const QPoint from = map.at(10, 1e15).toPoint(), to = map.at(1000, 1e14).toPoint();
    QTest::mousePress(view.viewport(), Qt::LeftButton, Qt::ShiftModifier, from);
    for (const QPoint& point : {(from + to) / 2, to}) {
        QMouseEvent move(QEvent::MouseMove, point, view.viewport()->mapToGlobal(point), Qt::NoButton, Qt::LeftButton,
                         Qt::ShiftModifier);
        QCoreApplication::sendEvent(view.viewport(), &move);
    }
    QTest::mouseRelease(view.viewport(), Qt::LeftButton, Qt::ShiftModifier, to);
    ASSERT_EQ(picked.count(), 1);
    EXPECT_EQ(picked[0][0].value<QList<int>>(), QList<int>{0}); // flash alone lies between 100 T and 1 P, 10 and 1000
}

TEST_F(RooflineViewTest, WheelZoomsAboutThePointer)
{
    const QPointF at = view.chartScene().mapping.at(10, 1e13);
    QWheelEvent wheel(at, view.viewport()->mapToGlobal(at), {}, {0, 120}, Qt::NoButton, Qt::NoModifier,
                      Qt::NoScrollPhase, false);
    QCoreApplication::sendEvent(view.viewport(), &wheel);
    EXPECT_TRUE(view.isZoomed());
    const app::PlotMapping& map = view.chartScene().mapping;
    EXPECT_NEAR(map.frame.x_high - map.frame.x_low, 6 / 1.2, 1e-9);
    EXPECT_NEAR(map.x(10), at.x(), 1.5); // the gutter may have changed its width by a pixel
    EXPECT_NEAR(map.y(1e13), at.y(), 1e-6);
    view.resetZoom();
    EXPECT_EQ(view.chartScene().mapping.frame, view.chartScene().machine_frame);
}

TEST_F(RooflineViewTest, DraggingThePlotPansIt)
{
    const QPoint from = view.chartScene().mapping.at(0.05, 5e15).toPoint();
    QTest::mousePress(view.viewport(), Qt::LeftButton, Qt::NoModifier, from);
    const QPoint to = from + QPoint(50, 0);
    QMouseEvent move(QEvent::MouseMove, to, view.viewport()->mapToGlobal(to), Qt::NoButton, Qt::LeftButton,
                     Qt::NoModifier);
    QCoreApplication::sendEvent(view.viewport(), &move);
    QTest::mouseRelease(view.viewport(), Qt::LeftButton, Qt::NoModifier, to);
    EXPECT_LT(view.chartScene().mapping.frame.x_low, -2);
    EXPECT_DOUBLE_EQ(view.chartScene().mapping.frame.y_low, 10);
}

TEST_F(RooflineViewTest, QtChartsAxesMapAsTheSceneDoes)
{
    const app::PlotMapping& map = view.chartScene().mapping;
    for (const QPointF value : {QPointF(0.01, 1e10), QPointF(24.9, 218e12), QPointF(1e4, 1e16)}) {
        const QPointF theirs = view.chart()->mapToPosition(value);
        const QPointF ours = map.at(value.x(), value.y());
        EXPECT_NEAR(theirs.x(), ours.x(), 1.01);
        EXPECT_NEAR(theirs.y(), ours.y(), 1.01);
    }
}

TEST_F(RooflineViewTest, FollowsADarkPaletteWhileRunning)
{
    QPalette dark;
    dark.setColor(QPalette::Window, QColor(30, 30, 30));
    dark.setColor(QPalette::WindowText, QColor(230, 230, 230));
    view.setPalette(dark);
    EXPECT_EQ(view.chartScene().theme.kind(), app::ThemeKind::Dark);
}

} // namespace
