// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/html_report.h"

#include "app/verdict.h"
#include "tests/app/sample_session.h"

#include <QRegularExpression>
#include <QXmlStreamReader>

#include <gtest/gtest.h>

namespace {

class Report : public testing::Test {
protected:
    QString text(app::Privacy privacy = app::Privacy::ShowFiles) const
    {
        return QString::fromUtf8(app::htmlReport({app::chartData(open), {}, privacy}));
    }

    app::OpenSession open = app::analysed(sample::six().session, QStringLiteral("/data/a.ncu-rep"));
};

TEST_F(Report, HasTheChartAndAVerdictForEachKernel)
{
    const auto html = text();
    EXPECT_EQ(html.count("<svg"), 1);
    EXPECT_EQ(html.count("</svg>"), 1);
    const auto rows = app::chartData(open).rows;
    EXPECT_EQ(html.count("<tr><td"), static_cast<qsizetype>(rows.size()));
    for (const auto& row : rows) {
        EXPECT_TRUE(html.contains(row.short_name.toHtmlEscaped()));
        EXPECT_TRUE(html.contains(app::verdictOf(row).sentence.toHtmlEscaped()));
    }
    EXPECT_TRUE(html.contains("<pre>ncu --"));
}

TEST_F(Report, SaysHowMuchWasLeftOut)
{
    EXPECT_FALSE(text().contains("leaves out the others"));
    const auto html = QString::fromUtf8(app::htmlReport({app::chartData(open, {.filter = "softmax"}), {}}));
    EXPECT_TRUE(html.contains("<p>1 of 6 launches, 40\u202F% of the time; the filter")); // 400 of 1000 us
    EXPECT_TRUE(html.contains("<p>Those that fit the filter: softmax</p>"));
}

TEST_F(Report, AGroupKeepsItsCautions)
{
    auto session = *open.session;
    for (auto& kernel : session.kernels)
        kernel.declared_work = {{{core::ResourceKind::Dram}, 3e9, core::Basis::Measured, "test"},
                                {{core::ResourceKind::L2}, 1e9, core::Basis::Measured, "test"}};
    open = app::analysed(std::make_shared<const core::Session>(session), open.path);
    const auto html = QString::fromUtf8(app::htmlReport({app::chartData(open, {.filter = "gelu"}), {}}));
    EXPECT_TRUE(html.contains("one of the counters is wrong. (2 of 2 launches)"));
}

TEST_F(Report, RefersToNothingOutsideItself)
{
    const auto html = text();
    for (const auto* word : {"<script", "<link", "<img", "<iframe", "url(", "@import", "src="})
        EXPECT_FALSE(html.contains(QLatin1String(word))) << word;
    static const QRegularExpression reference(QStringLiteral("href=\"(?!#)"));
    EXPECT_FALSE(html.contains(reference));
}

TEST_F(Report, TextOfAReportIsNoMarkup)
{
    auto session = *open.session;
    session.kernels[1].name = "evil\"><script>alert(1)</script>&amp;";
    session.notes = {"<img src=x>"};
    open = app::analysed(std::make_shared<const core::Session>(session), open.path);
    open.short_names[1] = QStringLiteral("<b>bold</b>");
    const auto html = text();
    EXPECT_FALSE(html.contains("<script"));
    EXPECT_FALSE(html.contains("<img"));
    EXPECT_FALSE(html.contains("<b>bold"));
    EXPECT_TRUE(html.contains("evil&quot;&gt;&lt;script&gt;alert(1)&lt;/script&gt;&amp;amp;"));
    EXPECT_TRUE(html.contains("&lt;b&gt;bold&lt;/b&gt;"));
}

TEST_F(Report, HidingFilesLeavesAKernelOfTheSameNameAlone)
{
    auto session = *open.session;
    session.sources[0].file = "softmax";
    session.notes = {"softmax: block 3 is cut short", "softmax_kernel was skipped", "launch of softmax is short"};
    open = app::analysed(std::make_shared<const core::Session>(session), open.path);
    const auto html = text(app::Privacy::HideFiles);
    EXPECT_TRUE(html.contains("<p>the report: block 3"));
    EXPECT_TRUE(html.contains("<p>softmax_kernel was skipped"));
    EXPECT_TRUE(html.contains("<p>launch of softmax is short"));
    EXPECT_TRUE(html.contains("title=\"void softmax&lt;float&gt;(float*)\">softmax"));
}

TEST_F(Report, ShowsNoControlCharacters)
{
    auto session = *open.session;
    session.kernels[1].name = "evil\u202Etxt\x1B[0m" + std::string(2, '\x07') + "a\u0301\u0301\u0301\u0301";
    session.kernels[1].alias = session.kernels[1].name;
    session.sources[0].file = "a\u2066.ncu-rep";
    session.devices[0].name = "GPU\u202E";
    session.notes = {"note\u2067"};
    open = app::analysed(std::make_shared<const core::Session>(session), open.path);
    const auto html = text();
    for (const auto* control : {u"\u202E", u"\x1B", u"\x07", u"\u2066", u"\u2067", u"\u0301\u0301\u0301"})
        EXPECT_FALSE(html.contains(QString::fromUtf16(control))) << QString::fromUtf16(control).toStdString();
    EXPECT_TRUE(html.contains(QStringLiteral("evil\uFFFDtxt\uFFFD[0m")));
    EXPECT_EQ(open.short_names[1], QStringLiteral("evil\uFFFDtxt\uFFFD[0m\uFFFD\uFFFDa\u0301\u0301"));
}

TEST_F(Report, FileNamesCanBeHiddenAndFoldersAreNeverNamed)
{
    auto session = *open.session;
    session.notes = {"a.ncu-rep: block 3 is cut short"};
    open = app::analysed(std::make_shared<const core::Session>(session), open.path);
    EXPECT_TRUE(text().contains("a.ncu-rep"));
    EXPECT_FALSE(text().contains("/data"));
    EXPECT_FALSE(text(app::Privacy::HideFiles).contains("a.ncu-rep"));
    EXPECT_TRUE(text(app::Privacy::HideFiles).contains("the report: block 3 is cut short"));
}

} // namespace
