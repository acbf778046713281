// SPDX-License-Identifier: GPL-3.0-or-later
// Frames of the chart with 50,000 points, offscreen. Goals: panning in 1.5 empty frames, a full redraw within 50 ms.
#include "app/chart_painter.h"
#include "app/roofline_view.h"

#include "../app/chart_fixture.h"

#include <QApplication>
#include <QImage>
#include <QMouseEvent>
#include <QPainter>
#include <QTest>

#include <benchmark/benchmark.h>

#include <cmath>
#include <random>

namespace {

app::ChartData cloud(int points)
{
    std::mt19937 random(1);
    std::uniform_real_distribution<double> x(-2, 4), y(10, 16);
    app::ChartData data = chart_test::h200Data();
    app::KernelRow row = data.rows[2];
    row.analysis.points.resize(1);
    row.share_ratio = 1.0 / points;
    for (int i = 0; i < points; ++i) {
        row.analysis.points[0].intensity_flop_per_byte = std::pow(10, x(random));
        row.analysis.points[0].flop_per_s = std::pow(10, y(random));
        data.rows.push_back(row);
    }
    return data;
}

void BuildScene(benchmark::State& state)
{
    const app::ChartData data = cloud(static_cast<int>(state.range(0)));
    const app::ChartLook look = chart_test::look(1400, 900);
    for (auto _ : state) benchmark::DoNotOptimize(app::buildChartScene(data, look, {}));
}

/// From data to pixels: what a new filter or zoom costs.
void FullRedraw(benchmark::State& state)
{
    const app::ChartData data = cloud(static_cast<int>(state.range(0)));
    const app::ChartLook look = chart_test::look(1400, 900);
    QImage image(1400, 900, QImage::Format_RGB32);
    for (auto _ : state) {
        QPainter painter(&image);
        app::paintChart(painter, app::buildChartScene(data, look, {}));
    }
}

/// One mouse move of a drag and the frame that follows.
void PanFrame(benchmark::State& state)
{
    app::RooflineView view;
    view.resize(1400, 900);
    view.setData(cloud(static_cast<int>(state.range(0))));
    view.show();
    const QPoint from = view.chartScene().mapping.plot.center().toPoint();
    QTest::mousePress(view.viewport(), Qt::MiddleButton, Qt::NoModifier, from);
    QImage frame(view.size(), QImage::Format_RGB32);
    int step = 0;
    for (auto _ : state) {
        const QPoint to = from + QPoint(5 + ++step % 40, 3);
        QMouseEvent move(QEvent::MouseMove, to, view.viewport()->mapToGlobal(to), Qt::NoButton, Qt::MiddleButton,
                         Qt::NoModifier);
        QCoreApplication::sendEvent(view.viewport(), &move);
        static_cast<QWidget&>(view).render(&frame);
    }
    QTest::mouseRelease(view.viewport(), Qt::MiddleButton, Qt::NoModifier, from);
}

/// A frame in which nothing changed but the pointer.
void IdleFrame(benchmark::State& state)
{
    app::RooflineView view;
    view.resize(1400, 900);
    view.setData(cloud(static_cast<int>(state.range(0))));
    view.show();
    QImage frame(view.size(), QImage::Format_RGB32);
    for (auto _ : state) static_cast<QWidget&>(view).render(&frame);
}

BENCHMARK(BuildScene)->Arg(0)->Arg(1000)->Arg(10'000)->Arg(50'000)->Unit(benchmark::kMillisecond);
BENCHMARK(FullRedraw)->Arg(0)->Arg(1000)->Arg(10'000)->Arg(50'000)->Unit(benchmark::kMillisecond);
BENCHMARK(PanFrame)->Arg(0)->Arg(1000)->Arg(50'000)->Unit(benchmark::kMillisecond);
BENCHMARK(IdleFrame)->Arg(0)->Arg(50'000)->Unit(benchmark::kMillisecond);

} // namespace

int main(int argc, char** argv)
{
    qputenv("QT_QPA_PLATFORM", "offscreen");
    QApplication application(argc, argv);
    benchmark::Initialize(&argc, argv);
    benchmark::RunSpecifiedBenchmarks();
}
