// SPDX-License-Identifier: GPL-3.0-or-later
// Datasheet roofs in the application: behind measured and computed ones, for every report of a GPU in the table.
#include "app/datasheets.h"

#include "app/chart_data.h"
#include "app/chart_scene.h"
#include "app/default_pipes.h"
#include "app/format.h"
#include "app/verdict.h"
#include "app/view_menus.h"
#include "core/import/importer.h"
#include "tests/app/chart_fixture.h"

#include <QRegularExpression>

#include <gmock/gmock.h>

#include <algorithm>
#include <set>

namespace {

using core::Origin;
using core::RoofChoice;

std::shared_ptr<const core::Session> imported(const char* path)
{
    return std::make_shared<const core::Session>(core::importFile(path));
}

std::shared_ptr<const core::Session> torch()
{
    return imported(RIDGEPOINT_SAMPLES "/torch_roofline.ncu-rep.xz");
}

app::OpenSession measured(RoofChoice choice)
{
    return app::analysed(imported(RIDGEPOINT_SAMPLES "/h200.ridgepoint.jsonl"), QString(), choice);
}

std::set<Origin> originsOf(const core::MachineRoofs& roofs)
{
    std::set<Origin> origins;
    for (const auto& ceiling : roofs.ceilings) origins.insert(ceiling.origin);
    return origins;
}

core::Ceiling roof(const char* resource, double rate, Origin origin)
{
    return {.resource = *core::parseResource(resource), .rate_per_s = rate, .origin = origin};
}

/// One kernel of BF16 products on a GPU that nothing is known of but its name.
std::shared_ptr<core::Session> productsOn(const char* gpu)
{
    auto session = std::make_shared<core::Session>();
    session->devices = {{.id = "0", .name = gpu}};
    core::KernelMeasurement kernel{.name = "matmul", .device_id = "0", .duration_s = 1e-3};
    kernel.declared_work.push_back(
        {.resource = *core::parseResource("tensor_bf16_fp32_wgmma"), .amount = 0.5 * 989.5e9}); // half of it, for 1 ms
    session->kernels.push_back(kernel);
    return session;
}

TEST(DatasheetRoofs, AreFoundByTheDriversNameWithAndWithoutItsMaker)
{
    EXPECT_FALSE(app::datasheetRoofs("NVIDIA A100-SXM4-40GB").empty());
    EXPECT_FALSE(app::datasheetRoofs("A100-SXM4-40GB").empty());
    EXPECT_FALSE(app::datasheetRoofs("Tesla V100-SXM2-16GB").empty());
    EXPECT_TRUE(app::datasheetRoofs("NVIDIA A100-SXM4-40GB MIG 1g.5gb").empty());
}

TEST(DatasheetRoofs, JudgeAReportWhereTheyAreChosen)
{
    const auto open = app::analysed(torch(), QString(), RoofChoice::Datasheet);
    const auto& times = open.analyses.front().times;
    ASSERT_FALSE(times.empty());
    EXPECT_TRUE(std::ranges::all_of(
        times, [](const core::ResourceTime& time) { return !time.rate_per_s || time.origin == Origin::Datasheet; }));
    const auto data = app::chartData(open);
    EXPECT_EQ(originsOf(data.roofs), std::set{Origin::Datasheet});
    EXPECT_TRUE(data.title.startsWith(QStringLiteral("NVIDIA H200 · roofs from the datasheet, scaled to ")))
        << data.title.toStdString();
    EXPECT_FALSE(data.has_roofs_of_others) << "a datasheet is nobody's session";
}

TEST(DatasheetRoofs, ChangeNothingWhereAReportBringsItsOwn)
{
    const auto session = torch();
    const auto open = app::analysed(session, QString());
    for (std::size_t i = 0; i < session->kernels.size(); ++i) {
        const auto own = core::analyse(*session, session->kernels[i]);
        EXPECT_EQ(open.analyses[i].binding, own.binding);
        EXPECT_EQ(open.analyses[i].efficiency_ratio, own.efficiency_ratio);
        EXPECT_EQ(open.analyses[i].ceilings, own.ceilings);
    }
    EXPECT_EQ(originsOf(app::chartData(open).roofs), std::set{Origin::Computed});
}

TEST(DatasheetRoofs, AreTheLastResortOfTheBestKnown)
{
    const auto open = app::analysed(productsOn("NVIDIA H200"), QString());
    const auto& analysis = open.analyses.front();
    ASSERT_TRUE(analysis.binding);
    EXPECT_EQ(core::toString(*analysis.binding), "tensor_bf16_fp32_wgmma");
    EXPECT_DOUBLE_EQ(*analysis.efficiency_ratio, 0.5);
    const app::KernelRow row{.session = open.session.get(), .launches = {0}, .analysis = analysis, .time_s = 1e-3};
    EXPECT_TRUE(app::verdictOf(row).quality.startsWith("Roof: datasheet"));
    EXPECT_FALSE(app::analysed(productsOn("A GPU of nobody's"), QString()).analyses.front().binding);
}

TEST(DatasheetRoofs, StandBesideMeasuredAndComputedOnesWhereAllAreChosen)
{
    const auto all = app::chartData(measured(RoofChoice::All));
    EXPECT_EQ(originsOf(all.roofs), (std::set{Origin::Measured, Origin::Computed, Origin::Datasheet}));
    const auto best = app::chartData(measured(RoofChoice::BestKnown));
    const auto datasheet = std::ranges::count(best.roofs.ceilings, Origin::Datasheet, &core::Ceiling::origin);
    EXPECT_EQ(datasheet, 0) << "all that the datasheet knows was measured";
    EXPECT_EQ(originsOf(app::chartData(measured(RoofChoice::Datasheet)).roofs), std::set{Origin::Datasheet});
}

TEST(DatasheetRoofs, ShareALabelWithTheOthersInTheChart)
{
    const auto data = app::chartData(measured(RoofChoice::All));
    app::ChartOptions options;
    options.extra_pipes = app::defaultPipes(data.roofs.ceilings);
    const auto scene = app::buildChartScene(data, chart_test::look(1400, 900), options);
    const auto has = [&scene](const char* pattern) {
        const QRegularExpression expression(QString::fromUtf8(pattern));
        return std::ranges::any_of(scene.texts, [&](const app::SceneText& each) {
            return QString(each.text).replace(app::narrowSpace, u' ').contains(expression);
        });
    };
    EXPECT_TRUE(has("FP8 wgmma 1\\.\\d\\d P measured · 1\\.\\d\\d P computed · 1\\.98 P datasheet"));
    EXPECT_TRUE(has("4\\.81 TB/s computed · 4\\.80 TB/s datasheet"));
}

TEST(DatasheetRoofs, OfOneNameAreOneEntryOfTheMenu)
{
    app::ChoiceMenu pipes(QStringLiteral("Pipes"), app::ChoiceMode::Any, nullptr);
    const auto roofs = app::chartData(measured(RoofChoice::All)).roofs;
    app::fillPipes(pipes, {.roofs = roofs.ceilings});
    QStringList texts;
    for (const auto* action : pipes.actions()) texts << action->text();
    EXPECT_EQ(texts.filter(QStringLiteral("BF16")),
              (QStringList{"BF16 mma.sync", "BF16 wgmma", "BF16 sparse mma.sync", "BF16 sparse wgmma"}))
        << texts.join(u'|').toStdString();
}

TEST(RoofsByModel, TakeWhatIsMissingByResourceAndOrigin)
{
    app::RoofsByModel known{{"H200", {{roof("dram", 4.6e12, Origin::Measured)}}}};
    app::addRoofs(known, {{"H200",
                           {{roof("dram", 4.5e12, Origin::Measured), roof("fp32", 66e12, Origin::Measured),
                             roof("dram", 4.8e12, Origin::Datasheet)}}}});
    EXPECT_THAT(known["H200"].ceilings,
                testing::ElementsAre(roof("dram", 4.6e12, Origin::Measured), roof("fp32", 66e12, Origin::Measured),
                                     roof("dram", 4.8e12, Origin::Datasheet)));
}

TEST(RoofsByModel, ASessionTakesOnlyOriginsThatItDoesntHave)
{
    core::Session session;
    session.devices = {{.id = "0", .name = "NVIDIA H200"}};
    session.ceilings = {roof("dram", 4.6e12, Origin::Measured)};
    const app::RoofsByModel others{
        {"H200", {{roof("fp32", 66e12, Origin::Measured), roof("l2", 9e12, Origin::Computed)}}}};
    std::set<Origin> origins;
    for (const auto& other : app::roofsFor(core::SessionIndex(session), "0", others)) origins.insert(other.origin);
    EXPECT_EQ(origins, (std::set{Origin::Computed, Origin::Datasheet}));
}

TEST(RoofsByModel, ADatasheetRoofOfTheSessionLeavesTheOtherResourcesTheirs)
{
    core::Session session;
    session.devices = {{.id = "0", .name = "NVIDIA H200"}};
    session.ceilings = {roof("dram", 4e12, Origin::Datasheet)};
    const auto others = app::roofsFor(core::SessionIndex(session), "0", {});
    const auto sheet = app::datasheetRoofs("NVIDIA H200");
    EXPECT_EQ(others.size(), sheet.size() - 1);
    EXPECT_EQ(std::ranges::count(others, core::ResourceKind::Dram, [](const auto& each) { return each.resource.kind; }),
              0);
}

} // namespace
