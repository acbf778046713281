// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/session_model.h"

#include "app/columns.h"
#include "app/format.h"
#include "app/kernel_delegate.h"
#include "app/kernel_filter.h"
#include "app/kernel_table.h"
#include "tests/app/sample_session.h"

#include <QAbstractItemModelTester>
#include <QLabel>

#include <gtest/gtest.h>

namespace {

using app::Grouping;
using app::KernelFilter;
using app::SessionModel;

const QString big = QStringLiteral("copy · grid 2048");

QStringList names(const QAbstractItemModel& model)
{
    QStringList list;
    for (int row = 0; row < model.rowCount(); ++row) list << model.index(row, 0).data().toString();
    return list;
}

TEST(SessionModel, IsAProperModelInEveryGrouping)
{
    SessionModel model;
    KernelFilter filter(model);
    const QAbstractItemModelTester modelTester(&model, QAbstractItemModelTester::FailureReportingMode::Fatal);
    const QAbstractItemModelTester filterTester(&filter, QAbstractItemModelTester::FailureReportingMode::Fatal);
    model.add(sample::six());
    model.add(sample::six());
    for (const auto grouping :
         {Grouping::None, Grouping::Binding, Grouping::Family, Grouping::Range, Grouping::Session, Grouping::Name}) {
        model.setGrouping(grouping);
        filter.setFilter(QStringLiteral("time>60us"));
        filter.setFilter({});
    }
    model.close(0);
    EXPECT_EQ(model.launchCount(), 6);
}

TEST(SessionModel, ANameThatOccursTwiceBecomesAHeading)
{
    SessionModel model;
    model.add(sample::six());
    // copy ran in two sizes whose times are 4x apart: a row each.
    EXPECT_EQ(names(model), QStringList({"gelu", "softmax", big, "copy · grid 512", "tiny"}));
    EXPECT_EQ(model.rowCount(model.index(0, 0)), 2);
    EXPECT_EQ(model.rowCount(model.index(1, 0)), 0);
}

TEST(SessionModel, AHeadingAddsUpItsLaunches)
{
    SessionModel model;
    model.add(sample::six());
    const auto& gelu = model.row(model.index(0, 0));
    EXPECT_DOUBLE_EQ(gelu.time_s, 300e-6);
    EXPECT_DOUBLE_EQ(gelu.share_ratio, 0.3);
    EXPECT_DOUBLE_EQ(*gelu.analysis.efficiency_ratio, 0.7); // (0.9 x 100 + 0.6 x 200) / 300
}

TEST(SessionModel, AHeadingShowsTheRangeOfItsLaunchesEfficiency)
{
    SessionModel model;
    model.add(sample::six());
    const auto cell = [&](int row) {
        return model.index(row, app::columnOf("eff")).data().toString().replace(app::narrowSpace, u' ');
    };
    EXPECT_EQ(cell(0), "60–90 %"); // gelu: 0.9 and 0.6
    EXPECT_EQ(cell(1), "50 %");
}

TEST(SessionModel, AFamilyIsTheFirstWordOfTheShortName)
{
    auto open = sample::open({{"a", 1e-4, 0.5}, {"b", 1e-4, 0.5}, {"c", 1e-4, 0.5}});
    open.short_names = {"nvjet bf16 [256×128×64] nnt", "gelu f16 · vec8", "nvjet fp8 [64×128×64] tnt"};
    SessionModel model;
    model.setGrouping(Grouping::Family);
    model.add(open);
    EXPECT_EQ(names(model), QStringList({"nvjet", "gelu"}));
    EXPECT_EQ(model.rowCount(model.index(0, 0)), 2);
}

TEST(SessionModel, TimesOfTheRowsAddUpToTheSession)
{
    for (const auto grouping : {Grouping::None, Grouping::Name, Grouping::Binding, Grouping::Session}) {
        SessionModel model;
        model.add(sample::six());
        model.setGrouping(grouping);
        double time_s = 0;
        double share_ratio = 0;
        std::size_t launches = 0;
        for (int row = 0; row < model.rowCount(); ++row) {
            time_s += model.row(model.index(row, 0)).time_s;
            share_ratio += model.row(model.index(row, 0)).share_ratio;
            launches += model.row(model.index(row, 0)).launches.size();
        }
        EXPECT_DOUBLE_EQ(time_s, model.totalTime());
        EXPECT_DOUBLE_EQ(share_ratio, 1);
        EXPECT_EQ(static_cast<int>(launches), model.launchCount());
    }
}

TEST(SessionModel, NamesSwitchBetweenShortAndFull)
{
    SessionModel model;
    model.add(sample::six());
    model.setNameStyle(app::NameStyle::Demangled);
    EXPECT_EQ(model.index(1, 0).data().toString(), "void softmax<float>(float*)");
    model.setNameStyle(app::NameStyle::Mangled);
    EXPECT_EQ(model.index(1, 0).data().toString(), "_Zsoftmax");
}

TEST(SessionModel, AnUnknownTimeIsADash)
{
    auto open = sample::six();
    auto session = std::make_shared<core::Session>(*open.session);
    session->kernels[1].duration_s.reset();
    open.session = session;
    SessionModel model;
    model.add(open);
    EXPECT_EQ(model.index(1, app::columnOf("time")).data().toString(), QString(QChar(0x2013)));
}

TEST(SessionModel, WhatIsNotNearIsGreyedAndSaysSo)
{
    SessionModel model;
    model.add(sample::open({{"close", 2e-3, 0.6}, {"far", 1e-3, 0.59}}));
    const int by = app::columnOf("by");
    EXPECT_EQ(app::KernelDelegate::textToken(model.row(model.index(0, 0)), by), app::Token::Ink);
    EXPECT_EQ(app::KernelDelegate::textToken(model.row(model.index(1, 0)), by), app::Token::Text3);
    const auto toolTip = model.index(1, by).data(Qt::ToolTipRole).toString().replace(app::narrowSpace, u' ');
    EXPECT_EQ(toolTip, "No roof is near: DRAM is closest at 59 %.");
}

TEST(KernelFilter, SortsByTimeFirst)
{
    SessionModel model;
    KernelFilter filter(model);
    model.add(sample::six());
    EXPECT_EQ(names(filter).mid(0, 3), QStringList({"softmax", "gelu", big}));
}

TEST(KernelFilter, UnknownValuesComeLastInEitherOrder)
{
    auto open = sample::six();
    open.analyses[1].efficiency_ratio.reset();
    SessionModel model;
    KernelFilter filter(model);
    model.add(open);
    for (const auto order : {Qt::AscendingOrder, Qt::DescendingOrder}) {
        filter.sort(app::columnOf("eff"), order);
        EXPECT_EQ(names(filter).last(), "softmax");
    }
}

TEST(KernelFilter, UnderstandsWordsColumnsAndFlags)
{
    SessionModel model;
    KernelFilter filter(model);
    model.add(sample::six());
    const auto left = [&](const char* text) {
        filter.setFilter(QString::fromUtf8(text));
        EXPECT_TRUE(filter.filter().problems.empty()) << text;
        return names(filter).join(u',').toStdString();
    };
    EXPECT_EQ(left("soft"), "softmax");
    EXPECT_EQ(left("time>=300us"), "softmax,gelu");
    EXPECT_EQ(left("eff<20%"), "tiny");
    EXPECT_EQ(left("by:dram -copy -tiny"), "softmax,gelu");
    EXPECT_EQ(left("by:l2"), "");
    EXPECT_EQ(left("pipe:fp32 level:dram tiny"), "tiny");
    EXPECT_EQ(left("grid:512"), "copy · grid 512");
    EXPECT_EQ(left("is:noflop"), "");
    EXPECT_EQ(left("session:A soft"), "softmax");
    EXPECT_EQ(left("launch:1..1"), "softmax");
}

TEST(KernelFilter, AHeadingStaysWhenALaunchInsideFits)
{
    SessionModel model;
    KernelFilter filter(model);
    model.add(sample::six());
    filter.setFilter(QStringLiteral("eff>=85%"));
    ASSERT_EQ(names(filter), QStringList({"gelu"})); // 70 % together; the first launch has 90 %
    EXPECT_EQ(filter.rowCount(filter.index(0, 0)), 1);
    EXPECT_EQ(filter.launchCount(), 1);
    EXPECT_DOUBLE_EQ(filter.shownTime(), 100e-6); // of that launch, not of both
}

TEST(KernelTable, ItsHeaderSaysTheTimeOfWhatTheFilterLeaves)
{
    SessionModel model;
    KernelFilter filter(model);
    model.add(sample::open({{"softmax", 3e-3, 0.5}, {"copy", 1e-3, 0.8}, {"tiny", 50e-6, 0.1}}));
    const app::KernelTable table(model, filter);
    const auto header = [&](const char* text) {
        filter.setFilter(QString::fromLatin1(text));
        for (const auto* label : table.findChildren<QLabel*>())
            if (label->text().contains("launches")) return QString(label->text()).replace(app::narrowSpace, u' ');
        return QString();
    };
    EXPECT_EQ(header(""), "3 launches · 4.05 ms");
    EXPECT_EQ(header("copy"), "1 of 3 launches · 1.00 of 4.05 ms");
    EXPECT_EQ(header("tiny"), "1 of 3 launches · 50.0 µs of 4.05 ms");
}

TEST(KernelFilter, NeverChangesShares)
{
    SessionModel model;
    KernelFilter filter(model);
    model.add(sample::six());
    filter.setFilter(QStringLiteral("softmax"));
    EXPECT_DOUBLE_EQ(filter.row(filter.index(0, 0)).share_ratio, 0.4);
}

TEST(KernelFilter, CoverLeavesOutTheSmallestRowsAndCountsThem)
{
    SessionModel model;
    KernelFilter filter(model);
    model.add(sample::six());
    filter.setCover(0.9); // softmax 40, gelu 30, copy 20 make 90 %
    EXPECT_EQ(filter.rowCount(), 3);
    EXPECT_EQ(filter.uncovered().rows, 2);
    EXPECT_NEAR(filter.uncovered().share_ratio, 0.1, 1e-12);
    filter.setFilter(QStringLiteral("tiny"));
    EXPECT_EQ(filter.rowCount(), 1);
    filter.setFilter({});
    filter.setCover(1);
    EXPECT_EQ(filter.rowCount(), 5);
}

} // namespace
