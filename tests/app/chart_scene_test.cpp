// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/chart_scene.h"

#include "chart_fixture.h"
#include "scene_checks.h"

#include <QCoreApplication>
#include <QTranslator>
#include <gtest/gtest.h>

#include <algorithm>
#include <random>

namespace {

using namespace chart_test;
using app::ChartOptions;
using app::ChartScene;
using core::Level;

const app::SceneText* textWith(const ChartScene& scene, const char* part)
{
    const auto found = std::ranges::find_if(
        scene.texts, [&](const app::SceneText& text) { return text.text.contains(QString::fromUtf8(part)); });
    return found == scene.texts.end() ? nullptr : &*found;
}

/// Every string 40 % longer, as in a language of long words.
class LongerStrings : public QTranslator {
public:
    QString translate(const char*, const char* source, const char*, int) const override
    {
        const QString text = QString::fromUtf8(source);
        return text + QString(static_cast<qsizetype>(std::ceil(0.4 * double(text.size()))), u'n');
    }
    bool isEmpty() const override { return false; }
};

TEST(ChartScene, NoTextTouchesAnything)
{
    for (const QSizeF size : {QSizeF(640, 520), QSizeF(700, 760), QSizeF(1000, 750), QSizeF(1600, 1200)})
        for (int selected = -1; selected < 6; ++selected) {
            ChartOptions options;
            options.levels.insert(Level::L1);
            if (selected >= 0) options.selected = {selected};
            expectNothingTouches(app::buildChartScene(h200Data(), look(size.width(), size.height()), options),
                                 std::to_string(int(size.width())) + " wide, selected " + std::to_string(selected));
        }
}

TEST(ChartScene, NoTextTouchesAnythingInALargeFontAndALongLanguage)
{
    constexpr int fourteenPoints = 19; // pixels at 96 dpi
    LongerStrings longer;
    for (const bool translated : {false, true}) {
        if (translated) QCoreApplication::installTranslator(&longer);
        for (const QSizeF size : {QSizeF(420, 560), QSizeF(640, 520), QSizeF(1000, 750)})
            for (int selected = -1; selected < 6; ++selected) {
                app::ChartLook large = look(size.width(), size.height());
                large.fonts = app::ChartFonts::bundled(fourteenPoints);
                large.footer = app::Footer::Provenance;
                ChartOptions options;
                options.levels.insert(Level::L1);
                if (selected >= 0) options.selected = {selected};
                const std::string where = std::to_string(int(size.width())) + " wide, selected " +
                                          std::to_string(selected) + (translated ? ", long strings" : "");
                expectNothingTouches(app::buildChartScene(h200Data(), large, options), where);
                large.zoom = app::Frame{0, 1.5, 12, 13.5};
                expectNothingTouches(app::buildChartScene(h200Data(), large, options), where + ", zoomed");
            }
    }
    QCoreApplication::removeTranslator(&longer);
}

TEST(ChartScene, ALargeFontInASmallWindowLeavesAPlot)
{
    app::ChartLook large = look(420, 480);
    large.fonts = app::ChartFonts::bundled(19);
    const ChartScene scene = app::buildChartScene(h200Data(), large, {});
    EXPECT_GE(scene.mapping.plot.width(), 100);
    EXPECT_FALSE(textWith(scene, "100\u202F%")); // the strip's figures give way
    EXPECT_TRUE(textWith(app::buildChartScene(h200Data(), look(), {}), "100\u202F%"));
}

TEST(ChartScene, NoTextTouchesAnythingInRandomClouds)
{
    std::mt19937 random(5);
    std::uniform_real_distribution<double> x(-2, 4), y(10, 16);
    for (int round = 0; round < 20; ++round) {
        app::ChartData data = h200Data();
        for (int i = 0; i < 20 + 20 * round; ++i) {
            app::KernelRow row = data.rows[2];
            for (core::RooflinePoint& point : row.analysis.points) {
                point.intensity_flop_per_byte = std::pow(10, x(random));
                point.flop_per_s = std::pow(10, y(random));
            }
            row.share_ratio = 0.01;
            data.rows.push_back(row);
        }
        expectNothingTouches(app::buildChartScene(data, look(), {}), "cloud " + std::to_string(round));
    }
}

TEST(ChartScene, TheFrameDependsOnTheMachineAlone)
{
    app::ChartData few = h200Data();
    few.rows.erase(few.rows.begin() + 1, few.rows.end());
    ChartOptions options;
    options.levels = {Level::L2};
    const app::Frame all = app::buildChartScene(h200Data(), look(), {}).machine_frame;
    EXPECT_EQ(app::buildChartScene(few, look(), options).machine_frame, all);
    EXPECT_EQ(all, (app::Frame{-2, 4, 10, 16}));
}

TEST(ChartScene, EveryDrawnPointHasItsPipesRoof)
{
    const ChartScene scene = app::buildChartScene(h200Data(), look(), {});
    for (const char* name : {"BF16 mma.sync", "FP8 tensor", "FP32"})
        EXPECT_TRUE(std::ranges::any_of(scene.roof_hits, [&](const auto& roof) { return roof.name == name; })) << name;
    // wgmma and FP64 tensor have ceilings, but no kernel uses them.
    EXPECT_EQ(scene.roof_hits.size(), 3U + 3U);
}

TEST(ChartScene, HorizontalRoofsReachTheRightEdgeAndDiagonalsEndAtTheHighestPipe)
{
    const ChartScene scene = app::buildChartScene(h200Data(), look(), {});
    for (const app::RoofHit& roof : scene.roof_hits) {
        if (core::isMemory(roof.ceiling.resource))
            EXPECT_NEAR(roof.line.y2(), scene.mapping.y(2.14e15), 1e-6);
        else
            EXPECT_NEAR(roof.line.x2(), scene.mapping.plot.right(), 1e-6);
    }
}

TEST(ChartScene, DramIsABandWithBothFigures)
{
    const ChartScene scene = app::buildChartScene(h200Data(), look(), {});
    ASSERT_EQ(scene.bands.size(), 1U);
    EXPECT_TRUE(textWith(scene, "DRAM 3.98–4.59"));
}

TEST(ChartScene, AMeasuredDataPathIsPreferredToAComputedLevel)
{
    app::ChartData data = h200Data();
    data.roofs.ceilings.push_back(ceiling("shared", 33.9e12, core::Origin::Computed));
    EXPECT_TRUE(textWith(app::buildChartScene(data, look(), {}), "SMEM 33.2"));
}

TEST(ChartScene, ASelectedKernelNamesItsMixAndItsOwnClock)
{
    ChartOptions options;
    options.selected = {0};
    const ChartScene scene = app::buildChartScene(h200Data(), look(1600, 1200), options);
    EXPECT_TRUE(textWith(scene, "DRAM triad 3.98"));
    EXPECT_TRUE(textWith(scene, "nearest to 83"));
    EXPECT_TRUE(textWith(scene, "612")); // beside 714 at the machine's clock
    EXPECT_TRUE(textWith(scene, "714"));
    EXPECT_TRUE(textWith(scene, "×2.8")); // 612 / 218
}

TEST(ChartScene, L1AndSharedMemoryOfOneDataPathAreOneLabel)
{
    app::ChartData data = h200Data();
    data.rows[2].analysis.points.push_back(data.rows[2].analysis.points.back());
    data.rows[2].analysis.points.back().level = Level::L1;
    ChartOptions options;
    options.levels.insert(Level::L1);
    EXPECT_TRUE(textWith(app::buildChartScene(data, look(), options), "L1 · SMEM 33.2"));
}

TEST(ChartScene, RoofsWithin3PixelsAreOneGutterLabel)
{
    ChartOptions options;
    options.extra_pipes = {resource("tensor_fp64")};
    EXPECT_TRUE(textWith(app::buildChartScene(h200Data(), look(), options), "FP32 · FP64"));
}

TEST(ChartScene, ANarrowGutterShortensNamesToWhatIsUnambiguous)
{
    app::ChartData data = h200Data();
    data.roofs.ceilings.push_back(ceiling("tensor_fp16_fp16_sparse_wgmma", 1.8e15)); // too long for its value
    ChartOptions options;
    options.extra_pipes = {resource("tensor_fp64"), resource("tensor_fp16_fp16_sparse_wgmma")};
    const ChartScene scene = app::buildChartScene(data, look(640, 500), options);
    EXPECT_TRUE(textWith(scene, "FP8 2.1"));
    EXPECT_FALSE(textWith(scene, "FP8T"));
    EXPECT_TRUE(textWith(scene, "BF16 mma 7"));
    EXPECT_TRUE(textWith(scene, "FP64 tensor"));
}

TEST(ChartScene, ASelectedPipesLabelKeepsItsFormAndThePlotItsPlace)
{
    const app::ChartData data = h200Data();
    const auto labelOf = [](const ChartScene& scene, const char* name) {
        for (const app::SceneText& text : scene.texts)
            if (text.text.startsWith(QLatin1String(name))) return text.text;
        return QString();
    };
    for (double width = 560; width < 1000; width += 4) {
        const ChartScene plain = app::buildChartScene(data, look(width, 600), {});
        for (const auto& [row, pipe] : {std::pair(0, "BF16 mma"), std::pair(1, "FP8"), std::pair(2, "FP32")}) {
            ChartOptions options;
            options.selected = {row};
            const ChartScene selected = app::buildChartScene(data, look(width, 600), options);
            EXPECT_EQ(labelOf(selected, pipe), labelOf(plain, pipe)) << width;
            EXPECT_EQ(selected.mapping.plot, plain.mapping.plot) << width;
        }
    }
}

TEST(ChartScene, EstimatesAreHollowAndSoIsTheirKey)
{
    const ChartScene scene = app::buildChartScene(h200Data(), look(), {});
    for (const app::SceneMarker& marker : scene.markers)
        EXPECT_EQ(marker.fill == app::MarkerFill::Hollow, marker.row == 0 && marker.level == Level::Shared);
    EXPECT_TRUE(textWith(scene, "estimate"));
}

TEST(ChartScene, EveryLaunchIsCountedOnce)
{
    const app::ChartCounts counts = app::buildChartScene(h200Data(), look(), {}).counts;
    EXPECT_EQ(counts.launches, 6);
    EXPECT_EQ(counts.drawn, 4);
    EXPECT_EQ(counts.strip, 1);
    EXPECT_EQ(counts.off_frame, 1);
    EXPECT_EQ(counts.not_drawn, 0);
}

TEST(ChartScene, UnderAPipesRoofTheLevelClosestToItsOwnIsTheBindingOne)
{
    // All of flash's levels reach the pipe's roof: DRAM moves 218 T / 586 = 0.37 of 3.98 TB/s, 9 %; L2 218 T / 94.7 =
    // 2.3 of 9.9 TB/s, 23 %; shared memory 218 T / 24.9 = 8.8 of 33.2 TB/s, 26 %.
    app::ChartData data = h200Data();
    data.rows.erase(data.rows.begin() + 1, data.rows.end());
    data.rows[0].analysis.ceilings.push_back(ceiling("l2_read", 9.9e12));
    data.rows[0].analysis.ceilings.push_back(ceiling("shared", 33.2e12));
    ChartOptions options;
    options.binding_level_only = true;
    const ChartScene scene = app::buildChartScene(data, look(), options);
    ASSERT_EQ(scene.markers.size(), 1U);
    EXPECT_EQ(scene.markers[0].level, Level::Shared);
}

const app::RoofHit* roofNamed(const ChartScene& scene, const char* name)
{
    const auto found = std::ranges::find_if(scene.roof_hits,
                                            [&](const app::RoofHit& roof) { return roof.name == QLatin1String(name); });
    return found == scene.roof_hits.end() ? nullptr : &*found;
}

TEST(ChartScene, AnEnteredRoofGoesBeforeAMeasuredOne)
{
    app::ChartData data = h200Data();
    data.roofs.ceilings.push_back(ceiling("l2_read", 9.5e12, core::Origin::Entered));
    const ChartScene scene = app::buildChartScene(data, look(), {});
    const app::RoofHit* roof = roofNamed(scene, "L2");
    ASSERT_TRUE(roof);
    EXPECT_EQ(roof->ceiling.origin, core::Origin::Entered);
}

TEST(ChartScene, ARoofWithoutPathStandsForEveryPath)
{
    app::ChartData data = h200Data();
    std::erase_if(data.roofs.ceilings, [](const core::Ceiling& roof) { return roof.resource.tensor.input == "bf16"; });
    data.roofs.ceilings.push_back(ceiling("tensor_bf16", 963e12));
    const ChartScene scene = app::buildChartScene(data, look(), {});
    const app::RoofHit* roof = roofNamed(scene, "BF16 mma.sync"); // flash's
    ASSERT_TRUE(roof);
    EXPECT_EQ(roof->ceiling.rate_per_s, 963e12);
}

TEST(ChartScene, ATitleThatIsCutKeepsItsClock)
{
    app::ChartData data = h200Data();
    data.title = QStringLiteral("NVIDIA RTX PRO 6000 Blackwell Workstation Edition · roofs computed at 1.98 GHz");
    const ChartScene scene = app::buildChartScene(data, look(420, 480), {});
    EXPECT_TRUE(scene.texts[0].text.endsWith(QStringLiteral("roofs computed at 1.98 GHz")))
        << scene.texts[0].text.toStdString();
    EXPECT_TRUE(scene.texts[0].text.contains(u'…'));
}

TEST(ChartScene, OffFrameAndZeroByteLevelsHaveBadges)
{
    const ChartScene scene = app::buildChartScene(h200Data(), look(), {});
    const auto badges = [&](app::SceneBadge::Kind kind) {
        return std::ranges::count_if(scene.badges, [&](const auto& badge) { return badge.kind == kind; });
    };
    EXPECT_EQ(badges(app::SceneBadge::Kind::Right), 2); // DRAM and L2 of "off"
    EXPECT_EQ(badges(app::SceneBadge::Kind::NoTraffic), 1);
    EXPECT_TRUE(textWith(scene, "∞ D"));
}

TEST(ChartScene, MoreThanSixPipesLeaveStubsForThoseWithLittleTime)
{
    app::ChartData data = h200Data();
    for (const char* pipe : {"fp64", "fp16", "tensor_tf32_fp32_wgmma", "tensor_tf32_fp32_mma"}) {
        data.roofs.ceilings.push_back(ceiling(pipe, 1e12 * (20 + 13 * double(data.rows.size()))));
        app::KernelRow row = data.rows[2];
        row.analysis.charted_pipe = resource(pipe);
        row.share_ratio = 0.002;
        data.rows.push_back(row);
    }
    const auto stubs = [&](const ChartOptions& options) {
        const ChartScene scene = app::buildChartScene(data, look(), options);
        return std::ranges::count_if(scene.roof_hits, [](const auto& roof) { return roof.line.length() < 13; });
    };
    EXPECT_EQ(stubs({}), 4);
    ChartOptions selected;
    selected.selected = {6};
    EXPECT_EQ(stubs(selected), 3); // the selected kernel's roof grows to full length
}

TEST(ChartScene, WithoutRoofsPointsAreStillDrawn)
{
    app::ChartData data = h200Data();
    data.roofs = {};
    const ChartScene scene = app::buildChartScene(data, look(), {});
    EXPECT_TRUE(scene.roofs.empty());
    EXPECT_FALSE(scene.markers.empty());
}

TEST(ChartScene, AnEmptySessionIsAnEmptyFrame)
{
    const ChartScene scene = app::buildChartScene({}, look(), {});
    EXPECT_TRUE(scene.markers.empty());
    EXPECT_FALSE(scene.strip);
    EXPECT_FALSE(scene.texts.empty());
}

app::ChartData repeated(int rows)
{
    app::ChartData data = h200Data();
    app::KernelRow row = data.rows[2];
    row.analysis.points.resize(1);
    for (int i = 0; i < rows; ++i) {
        row.analysis.points[0].intensity_flop_per_byte = 1 + i % 977;
        row.share_ratio = 1e-6 * i;
        data.rows.push_back(row);
    }
    return data;
}

TEST(ChartScene, AThousandMarkersBecomePlainDots)
{
    const ChartScene scene = app::buildChartScene(repeated(2000), look(), {});
    EXPECT_TRUE(std::ranges::all_of(scene.markers, [](const auto& m) { return !m.outlined && m.radius == 3; }));
    EXPECT_EQ(scene.drawn_markers, scene.markers.size());
}

TEST(ChartScene, TenThousandMarkersBecomeARasterWithTheLargestOnTop)
{
    const ChartScene scene = app::buildChartScene(repeated(12'000), look(), {});
    EXPECT_EQ(scene.drawn_markers, 200U);
    EXPECT_GT(scene.markers.size(), 12'000U); // every one can still be hit
    EXPECT_FALSE(scene.density.empty());
    EXPECT_EQ(scene.markers.front().row, 2); // the largest share, 25 %
}

/// Sgemm's launches, from half to twice its performance, one intensity.
app::ChartData groupOf(double p10Share)
{
    app::ChartData data = h200Data();
    app::KernelRow& row = data.rows[2];
    row.launches = {0, 1, 2};
    const core::RooflinePoint& dram = row.analysis.points.front();
    const double x = dram.intensity_flop_per_byte, y = dram.flop_per_s;
    row.spread.levels = {{dram.level, {x, x, x, 3}, {y, y * p10Share, y / p10Share, 3}}};
    return data;
}

TEST(ChartScene, AGroupHasACrossWhereItsLaunchesLieMoreThanSixPixelsApart)
{
    const auto crosses = [](const app::ChartData& data) {
        const ChartScene scene = app::buildChartScene(data, look(), {});
        return std::ranges::count_if(scene.strokes, [&](const app::SceneStroke& stroke) {
            return stroke.path.size() == 2 && stroke.width == 1 &&
                   stroke.color.rgb() == scene.theme.color(Level::Dram).rgb();
        });
    };
    EXPECT_EQ(crosses(groupOf(0.5)), 1);  // 0.6 decades, in performance alone
    EXPECT_EQ(crosses(groupOf(0.99)), 0); // 0.009 decades of some 90 pixels each
    EXPECT_EQ(crosses(h200Data()), 0);
    expectNothingTouches(app::buildChartScene(groupOf(0.5), look(), {}), "with a cross");
}

TEST(ChartScene, AllRoofsAreOneLineAnOriginWithOneLabel)
{
    app::ChartData data = h200Data();
    data.roofs.ceilings.push_back(ceiling("tensor_bf16_fp32_mma", 650e12, core::Origin::Measured));
    data.roofs.ceilings.push_back(ceiling("tensor_bf16_fp32_mma", 989e12, core::Origin::Datasheet));
    const auto lines = [](const ChartScene& scene, const char* name) {
        return std::ranges::count_if(scene.roof_hits, [&](const auto& roof) { return roof.name == name; });
    };
    const ChartScene best = app::buildChartScene(data, look(), {});
    EXPECT_EQ(lines(best, "BF16 mma.sync"), 1);
    EXPECT_EQ(lines(best, "DRAM"), 1);

    data.roofs.choice = core::RoofChoice::All;
    const ChartScene all = app::buildChartScene(data, look(1400, 900), {});
    EXPECT_EQ(lines(all, "BF16 mma.sync"), 3);
    EXPECT_EQ(lines(all, "DRAM"), 2);
    EXPECT_TRUE(textWith(all, "650\u202FT measured · 714\u202FT computed · 989\u202FT datasheet"));
    EXPECT_TRUE(textWith(all, "DRAM 3.98–4.59\u202FTB/s measured · 4.81\u202FTB/s computed"));
    std::set<app::Dash> dashes;
    for (const app::SceneStroke& roof : all.roofs) dashes.insert(roof.dash);
    EXPECT_EQ(dashes, (std::set{app::Dash::Solid, app::Dash::Computed, app::Dash::Datasheet}));
    for (const double width : {420.0, 700.0, 1000.0, 1400.0})
        expectNothingTouches(app::buildChartScene(data, look(width, 700), {}), "all roofs, " + std::to_string(width));
}

TEST(ChartScene, ABadgeGivesWayOnItsOwnSideOfTheRoofs)
{
    app::ChartData data = h200Data();
    app::KernelRow& cached = data.rows[4]; // without DRAM traffic
    cached.analysis.points[0].flop_per_s = 60e12;
    for (double flopPerS = 62e12; flopPerS > 20e12; flopPerS *= 0.93) { // no room under FP32's roof at 66.9 TFLOP/s
        app::KernelRow row = data.rows[2];
        row.analysis.points.resize(1);
        row.analysis.points[0].flop_per_s = flopPerS;
        row.analysis.points[0].intensity_flop_per_byte = 9000;
        data.rows.push_back(row);
    }
    const ChartScene scene = app::buildChartScene(data, look(), {});
    const auto endless = std::ranges::find(scene.badges, app::SceneBadge::Kind::NoTraffic, &app::SceneBadge::kind);
    ASSERT_NE(endless, scene.badges.end());
    EXPECT_GT(endless->box.center().y(), scene.mapping.y(66.9e12));
    EXPECT_LT(endless->box.center().y(), scene.mapping.y(60e12) + 50);
}

TEST(ChartScene, KernelsOverTheStripsScaleHaveABadgeAtItsTop)
{
    app::ChartData data = h200Data();
    data.rows[3].analysis.strip[0].share_ratio = 1.3;
    data.rows[3].analysis.strip[0].above_roof_reason = core::AboveRoofReason::ClockUnreliable;
    const ChartScene scene = app::buildChartScene(data, look(), {});
    const auto over = std::ranges::find(scene.badges, app::SceneBadge::Kind::OverStrip, &app::SceneBadge::kind);
    ASSERT_NE(over, scene.badges.end());
    EXPECT_TRUE(scene.strip->contains(over->box));
    EXPECT_EQ(over->rows, std::vector<int>{3});
    for (const app::SceneMarker& marker : scene.markers)
        EXPECT_FALSE(over->box.contains(marker.centre + QPointF(0, -marker.radius)));
    EXPECT_EQ(scene.counts.strip, 1); // not off the frame
    expectNothingTouches(scene, "over the strip");
}

/// Texts that are names of kernels, or their beginnings.
int namesIn(const ChartScene& scene, const app::ChartData& data)
{
    return static_cast<int>(std::ranges::count_if(scene.texts, [&](const app::SceneText& text) {
        const QString start = text.text.section(u'…', 0, 0);
        return std::ranges::any_of(data.rows, [&](const auto& row) { return row.short_name.startsWith(start); });
    }));
}

TEST(ChartScene, TheFiveLargestKernelsCanBeNamed)
{
    const auto names = [](const app::ChartData& data, const ChartOptions& options) {
        const ChartScene scene = app::buildChartScene(data, look(), options);
        expectNothingTouches(scene, "with names");
        return namesIn(scene, data);
    };
    app::ChartData data = h200Data();
    ChartOptions named;
    named.name_largest = true;
    EXPECT_EQ(names(data, {}), 0);
    EXPECT_EQ(names(data, named), 4); // the copy is in the strip, the one off the frame has no point
    for (int i = 0; i < 4; ++i) {
        app::KernelRow row = data.rows[2];
        row.short_name = QStringLiteral("small %1").arg(i);
        row.share_ratio = 0.001 * i;
        for (auto& point : row.analysis.points) point.flop_per_s = 1e11 * std::pow(3, i);
        data.rows.push_back(row);
    }
    EXPECT_EQ(names(data, named), 5);
    named.selected = {2};
    EXPECT_EQ(names(data, named), 5);
}

TEST(ChartScene, ANameThatFindsNoPlaceIsLeftOut)
{
    app::ChartData data = repeated(900);
    ChartOptions named;
    named.name_largest = true;
    const ChartScene scene = app::buildChartScene(data, look(420, 400), named);
    expectNothingTouches(scene, "crowded names");
    EXPECT_LT(namesIn(scene, data), namesIn(app::buildChartScene(data, look(1000, 750), named), data));
}

TEST(ChartScene, AnEmptyChartSaysWhy)
{
    app::ChartData data = h200Data();
    for (app::KernelRow& row : data.rows) row.analysis.points.clear();
    data.rows.clear();
    data.empty_reason = QStringLiteral("4 launches of a.ncu-rep, no counters that make a point. They are in the table. "
                                       "To draw them: ncu --set roofline -o report ./app");
    for (const QSizeF size : {QSizeF(420, 400), QSizeF(1000, 750), QSizeF(1600, 1200)}) {
        const ChartScene scene = app::buildChartScene(data, look(size.width(), size.height()), {});
        EXPECT_TRUE(textWith(scene, "4 launches")) << size.width();
        EXPECT_TRUE(textWith(scene, "./app")) << size.width();
        expectNothingTouches(scene, "empty, " + std::to_string(size.width()));
    }
}

TEST(MarkerRadius, AreaIsProportionalToTheShareWithinItsLimits)
{
    const auto radius = [](double share) { return app::markerRadius(share, app::PointSize::ByTimeShare); };
    EXPECT_DOUBLE_EQ(radius(0.16) / radius(0.04), 2);
    EXPECT_DOUBLE_EQ(radius(0), 3.5);
    EXPECT_DOUBLE_EQ(radius(1), 11);
    EXPECT_DOUBLE_EQ(app::markerRadius(0.5, app::PointSize::Equal), 5);
}

TEST(ChartScene, OnlyLabelsOfSeveralOriginsMakeTheGutterWider)
{
    app::ChartData data = h200Data();
    std::erase_if(data.roofs.ceilings,
                  [&](const core::Ceiling& roof) { return roof.origin == core::Origin::Computed; });
    ASSERT_FALSE(data.roofs.ceilings.empty());
    const double best = app::buildChartScene(data, look(1400, 900), {}).mapping.plot.right();
    data.roofs.choice = core::RoofChoice::All;
    EXPECT_EQ(app::buildChartScene(data, look(1400, 900), {}).mapping.plot.right(), best);
    EXPECT_GE(best, 1400 - 160);
}

TEST(ChartScene, AJointLabelKeepsEveryFigureInANarrowChart)
{
    app::ChartData data = h200Data();
    data.roofs.choice = core::RoofChoice::All;
    auto sheet = *std::ranges::find(data.roofs.ceilings, core::ResourceKind::Fp32,
                                    [](const core::Ceiling& roof) { return roof.resource.kind; });
    sheet.origin = core::Origin::Datasheet;
    sheet.rate_per_s *= 1.5;
    data.roofs.ceilings.push_back(sheet);
    const auto labels = [&](int width) {
        const ChartScene scene = app::buildChartScene(data, look(width, 700), {});
        return std::ranges::count_if(
            scene.texts, [](const app::SceneText& text) { return text.text.startsWith(QStringLiteral("FP32")); });
    };
    EXPECT_EQ(labels(1400), 1);
    EXPECT_EQ(labels(560), 1) << "without the names of the origins, which the lines tell";
    EXPECT_TRUE(textWith(app::buildChartScene(data, look(560, 700), {}), "66.9\u202FT · 100\u202FT"));
}

TEST(ChartScene, WhereAJointLabelHasNoRoomEachLineOfAPipeHasItsOwn)
{
    app::ChartData data = h200Data();
    data.roofs.choice = core::RoofChoice::All;
    constexpr auto pipe = "tensor_fp16_fp16_sparse_wgmma"; // a name that leaves a narrow gutter no room
    for (const auto& [origin, rate] :
         {std::pair(core::Origin::Measured, 1.4e15), std::pair(core::Origin::Computed, 1.6e15),
          std::pair(core::Origin::Datasheet, 1.98e15)})
        data.roofs.ceilings.push_back(ceiling(pipe, rate, origin));
    const auto labels = [&](int width) {
        const ChartScene scene = app::buildChartScene(data, look(width, 700), {.extra_pipes = {resource(pipe)}});
        return std::ranges::count_if(
            scene.texts, [](const app::SceneText& text) { return text.text.startsWith(QStringLiteral("FP16/FP16")); });
    };
    EXPECT_EQ(labels(1400), 1);
    EXPECT_EQ(labels(560), 3);
}

/// Kernels at these performances whose DRAM point is right of the frame, in the first rows.
app::ChartData offFrameData(const std::vector<double>& flopPerS)
{
    app::ChartData data = h200Data();
    app::KernelRow row = data.rows[2];
    row.analysis.points.resize(1);
    row.analysis.points[0].intensity_flop_per_byte = 20000;
    data.rows.clear();
    for (const double each : flopPerS) {
        row.analysis.points[0].flop_per_s = each;
        data.rows.push_back(row);
    }
    return data;
}

TEST(ChartScene, TheBadgeOfASelectedKernelHasARing)
{
    const app::ChartData data = offFrameData({1e12, 100e9});
    const auto rings = [](const ChartScene& scene) {
        return std::ranges::count_if(scene.joins, [](const auto& stroke) { return stroke.path.size() > 20; });
    };
    EXPECT_EQ(rings(app::buildChartScene(data, look(), {})), 0);
    app::ChartOptions options;
    options.selected = {0};
    const ChartScene scene = app::buildChartScene(data, look(), options);
    ASSERT_EQ(rings(scene), 1);
    const auto badge =
        std::ranges::find_if(scene.badges, [](const auto& each) { return each.rows == std::vector<int>{0}; });
    ASSERT_NE(badge, scene.badges.end());
    const auto ring = std::ranges::find_if(scene.joins, [](const auto& each) { return each.path.size() > 20; });
    EXPECT_LT(std::abs(ring->path.boundingRect().center().y() - badge->box.center().y()), 1);
    expectNothingTouches(scene, "with a ring");
}

TEST(ChartScene, ABadgeWithoutRoomForItsCountJoinsItsNeighbour)
{
    app::ChartData data = offFrameData({60e12, 24e12});
    app::KernelRow wall = data.rows.front();
    for (double flopPerS = 66e12; flopPerS > 34e12; flopPerS *= 0.97) { // no room between the roofs of FP32 and FP64
        wall.analysis.points[0].flop_per_s = flopPerS;
        wall.analysis.points[0].intensity_flop_per_byte = 9000;
        data.rows.push_back(wall);
    }
    data.roofs.ceilings.push_back(ceiling("fp64", 33.4e12, core::Origin::Computed));
    app::ChartOptions options;
    options.extra_pipes = {resource("fp32"), resource("fp64")};
    const ChartScene scene = app::buildChartScene(data, look(), options);
    ASSERT_EQ(scene.badges.size(), 1U);
    EXPECT_EQ(scene.badges.front().rows.size(), 2U);
    EXPECT_TRUE(std::ranges::any_of(scene.texts, [&](const auto& text) {
        return text.text == "2" && scene.badges.front().box.contains(text.box.bounds().center());
    }));
}

} // namespace
