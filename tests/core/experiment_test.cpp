// SPDX-License-Identifier: Apache-2.0
#include "core/error.h"
#include "core/event.h"

#include <gmock/gmock.h>

#include <sstream>

namespace core {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;

/// A point of a line as a run tells it.
Curve point(double x, double y, Origin origin = Origin::Measured)
{
    return {.name = "read_by_stride",
            .x_name = "stride",
            .y_unit = "byte/s",
            .x = {x},
            .y = {y},
            .device_id = "GPU-1",
            .experiment = "stride",
            .label = "reads",
            .origin = origin,
            .p10 = {y - 1},
            .p90 = {y + 1},
            .n = {9}};
}

const Experiment stride{.name = "stride", .title = "Stride", .device_id = "GPU-1"};

TEST(Experiment, PointsOfALineComeTogetherInTheOrderOfX)
{
    Session session;
    SessionBuilder builder(session);
    for (const double x : {1, 4, 2}) builder.add(point(x, 100 / x));
    ASSERT_EQ(session.curves.size(), 1U);
    EXPECT_THAT(session.curves[0].x, ElementsAre(1, 2, 4));
    EXPECT_THAT(session.curves[0].y, ElementsAre(100, 50, 25));
    EXPECT_THAT(session.curves[0].p10, ElementsAre(99, 49, 24));
    EXPECT_THAT(session.curves[0].n, ElementsAre(9, 9, 9));
}

TEST(Experiment, APointThatIsMeasuredAgainReplacesTheOneBefore)
{
    auto line = point(1, 100);
    addPoints(line, point(1, 90));
    EXPECT_THAT(line.y, ElementsAre(90));
    EXPECT_THAT(line.p90, ElementsAre(91));
}

TEST(Experiment, ASpreadThatSomePointsLackIsUnknown)
{
    auto line = point(1, 100);
    auto bare = point(2, 50);
    bare.p10 = bare.p90 = {};
    bare.n = {};
    addPoints(line, bare);
    EXPECT_THAT(line.y, ElementsAre(100, 50));
    EXPECT_THAT(line.n, IsEmpty());
    addPoints(line, point(4, 25));
    EXPECT_THAT(line.x, ElementsAre(1, 2, 4));
    EXPECT_THAT(line.p10, IsEmpty());
}

TEST(Experiment, TheModelIsALineOfItsOwn)
{
    Session session;
    session.experiments = {stride};
    addTo(session, point(1, 100));
    addTo(session, point(1, 120, Origin::Computed));
    const auto lines = linesOf(session, stride);
    ASSERT_EQ(lines.size(), 2U);
    EXPECT_EQ(lines[0]->origin, Origin::Measured);
    EXPECT_EQ(lines[1]->origin, Origin::Computed);
}

TEST(Experiment, CurvesOfNoExperimentStayApart)
{
    Session session;
    auto curve = point(1, 100);
    curve.experiment.clear();
    addTo(session, curve);
    addTo(session, curve);
    EXPECT_EQ(session.curves.size(), 2U);
    EXPECT_THAT(linesOf(session, stride), IsEmpty());
}

TEST(Experiment, OneThatIsKnownIsReplacedOfTheSameDeviceAlone)
{
    Session session;
    auto later = stride;
    later.lesson = "Later.";
    auto elsewhere = stride;
    elsewhere.device_id = "GPU-2";
    for (const auto& experiment : {stride, elsewhere, later}) addTo(session, experiment);
    EXPECT_THAT(session.experiments, ElementsAre(elsewhere, later));
}

TEST(Experiment, PointsOfAnotherSessionDontMixWithThem)
{
    Session session;
    SessionBuilder builder(session);
    const Device device{.id = "GPU-1"};
    for (const double y : {100, 90}) {
        builder.add(SessionStarted{});
        builder.add(device);
        builder.add(stride);
        builder.add(point(1, y));
    }
    EXPECT_EQ(session.curves.size(), 2U);
    const auto lines = linesOf(session, stride);
    ASSERT_EQ(lines.size(), 1U);
    EXPECT_THAT(lines[0]->y, ElementsAre(90));
}

TEST(Experiment, ComesBackFromASavedSession)
{
    Session session;
    session.experiments = {stride};
    session.curves = {point(1, 100), point(1, 120, Origin::Computed)};
    std::stringstream text;
    writeSession(text, session);
    Session back;
    SessionBuilder builder(back);
    for (std::string line; std::getline(text, line);) builder.add(*parseEvent(line));
    EXPECT_EQ(back.experiments, session.experiments);
    EXPECT_EQ(back.curves, session.curves);
}

TEST(Experiment, WhatCannotBeDrawnIsRefused)
{
    const auto refusal = [](const Event& event) {
        try {
            parseEvent(toJsonLine(event));
        } catch (const Error& error) {
            return std::string(error.what());
        }
        return std::string("taken");
    };
    EXPECT_EQ(refusal(point(1, 100)), "taken");
    auto uneven = point(1, 100);
    uneven.n = {};
    EXPECT_THAT(refusal(uneven), HasSubstr("as many p10, p90 and n as points, or none"));
    auto nothing = point(1, 100);
    nothing.y = {std::nan("")};
    EXPECT_THAT(refusal(nothing), HasSubstr("values of 0 or more"));
    auto marked = stride;
    marked.x_marks = {{0, "nowhere"}};
    EXPECT_THAT(refusal(marked), HasSubstr("value: expected a number above 0"));
}

} // namespace
} // namespace core
