// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/format.h"

#include <gtest/gtest.h>

#include <vector>

namespace {

/// Narrow spaces as "_", so that expectations are readable.
std::string shown(QString text)
{
    return text.replace(app::narrowSpace, u'_').toStdString();
}

TEST(Format, ThreeSignificantDigitsAndAnSiPrefix)
{
    struct Case {
        double value;
        const char* text;
    };
    for (const Case& c : std::vector<Case>{{4.594e12, "4.59_TB/s"},
                                           {963.2e12, "963_TB/s"},
                                           {24.94e9, "24.9_GB/s"},
                                           {999.6e9, "1.00_TB/s"},
                                           {9.996e9, "10.0_GB/s"},
                                           {1, "1.00_B/s"},
                                           {0, "0_B/s"},
                                           {999.4e3, "999_kB/s"}})
        EXPECT_EQ(shown(app::bandwidth(c.value)), c.text);
}

TEST(Format, FourDigitsInTheInspector)
{
    EXPECT_EQ(shown(app::duration(167.5184e-6, app::Precision::Full)), "167.5_µs");
    EXPECT_EQ(shown(app::frequency(1.7e9, app::Precision::Full)), "1.700_GHz");
    EXPECT_EQ(shown(app::flopRate(999.96e12, app::Precision::Full)), "1.000_PFLOP/s");
}

TEST(Format, TrafficIsDecimalAndCapacityBinary)
{
    EXPECT_EQ(shown(app::bytes(268451328)), "268_MB");
    EXPECT_EQ(shown(app::bytes(512)), "512_B");
    EXPECT_EQ(shown(app::capacity(65536)), "64_KiB");
    EXPECT_EQ(shown(app::capacity(66.5 * 1024)), "66.5_KiB");
    EXPECT_EQ(shown(app::capacity(1023)), "1_023_B");
}

TEST(Format, NumbersWithoutUnitHaveNoPrefix)
{
    struct Case {
        double number;
        const char* text;
    };
    for (const Case& c : std::vector<Case>{{62.14, "62.1"},
                                           {0.97, "0.970"},
                                           {0.9996, "1.00"},
                                           {4.6001, "4.60"},
                                           {0.00123, "0.00123"},
                                           {0.000289, "<0.001"},
                                           {0, "0"},
                                           {12345.6, "12_346"}})
        EXPECT_EQ(shown(app::plain(c.number)), c.text);
    EXPECT_EQ(shown(app::plain(62.137, app::Precision::Full)), "62.14");
}

TEST(Format, AbsentIsAnEnDash)
{
    for (const QString& text :
         {app::duration({}), app::bytes({}), app::capacity({}), app::bandwidth({}), app::flopRate({}),
          app::intensity({}), app::percent({}), app::finePercent({}), app::gain({}), app::plain({}), app::count({})})
        EXPECT_EQ(text, QString(QChar(0x2013)));
}

TEST(Format, PercentIsWholeNeverZeroNorClipped)
{
    struct Case {
        double ratio;
        const char* text;
    };
    for (const Case& c : std::vector<Case>{
             {0.364, "36_%"}, {0.366, "37_%"}, {0.004, "<1_%"}, {0, "0_%"}, {1.06, "106_%"}, {12.344, "1_234_%"}})
        EXPECT_EQ(shown(app::percent(c.ratio)), c.text);
}

TEST(Format, InspectorShowsOneDecimalUnderTenPercent)
{
    EXPECT_EQ(shown(app::finePercent(0.0934)), "9.3_%");
    EXPECT_EQ(shown(app::finePercent(0.364)), "36_%");
    EXPECT_EQ(shown(app::finePercent(0.0001)), "<0.1_%");
}

TEST(Format, GainsAreRoundedDown)
{
    EXPECT_EQ(shown(app::gain(1.419)), "1.41×");
    EXPECT_EQ(shown(app::gain(1.41)), "1.41×");
    EXPECT_EQ(shown(app::headroom(4.43)), "×4.4");
    EXPECT_EQ(shown(app::headroom(43.6)), "×44");
    EXPECT_EQ(shown(app::headroom(436.2)), "×436");
}

TEST(Format, DecadesOfTheAxes)
{
    const char* expected[] = {"0.01", "0.1", "1", "10", "100", "1_000", "10_000"};
    for (int i = 0; i < 7; ++i) EXPECT_EQ(shown(app::decade(std::pow(10, i - 2))), expected[i]);
    EXPECT_EQ(shown(app::decade(1e10)), "10_G");
    EXPECT_EQ(shown(app::decade(1e11)), "100_G");
    EXPECT_EQ(shown(app::decade(1e12)), "1_T");
    EXPECT_EQ(shown(app::decade(1e16)), "10_P");
}

TEST(Format, TwoRatesShareTheirUnit)
{
    EXPECT_EQ(shown(app::bandwidthRange(3.98e12, 4.59e12)), "3.98–4.59_TB/s");
    EXPECT_EQ(shown(app::bandwidthRange(0.9e12, 1.1e12)), "0.900–1.10_TB/s");
    EXPECT_EQ(shown(app::bandwidthRange(9.9e12, 9.9e12)), "9.90_TB/s");
    EXPECT_EQ(shown(app::frequencyRange(975e6, 1.98e9)), "0.975–1.98_GHz");
    EXPECT_EQ(shown(app::frequencyRange(1.98e9, 1.98e9)), "1.98_GHz");
}

TEST(Format, CountsAreGrouped)
{
    EXPECT_EQ(shown(app::count(1234567)), "1_234_567");
    EXPECT_EQ(shown(app::count(-1234)), "-1_234");
    EXPECT_EQ(shown(app::count(999)), "999");
}

TEST(Counted, HasTheWordsForOneAndForMany)
{
    EXPECT_EQ(app::counted(1, QStringLiteral("1 roof"), QStringLiteral("%1 roofs")), QStringLiteral("1 roof"));
    EXPECT_EQ(app::counted(0, QStringLiteral("1 roof"), QStringLiteral("%1 roofs")), QStringLiteral("0 roofs"));
    EXPECT_EQ(app::counted(12345, QStringLiteral("1 roof"), QStringLiteral("%1 roofs")),
              QStringLiteral("12\u202F345 roofs"));
}

} // namespace
