// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/html_report.h"

#include "app/caution_text.h"
#include "app/format.h"
#include "app/image_export.h"
#include "app/launch_counts.h"
#include "app/resource_name.h"
#include "app/shown_text.h"
#include "app/verdict.h"

#include <QCoreApplication>
#include <QStringList>

#include <algorithm>
#include <map>

namespace app {
namespace {

constexpr const char* styles = R"(
body { font: 14px/1.45 system-ui, sans-serif; color: #1B1F24; background: #FFFFFF; max-width: 1200px; margin: 24px auto;
       padding: 0 16px; }
svg { max-width: 100%; height: auto; }
table { border-collapse: collapse; }
th, td { text-align: left; vertical-align: top; padding: 4px 12px 4px 0; border-bottom: 1px solid #D5DAE0; }
th { font-weight: 600; color: #4B5563; }
td.number { text-align: right; white-space: nowrap; }
small { color: #4B5563; }
pre { background: #F4F6F8; padding: 8px; white-space: pre-wrap; }
)";

QString tr(const char* text)
{
    return QCoreApplication::translate("app::htmlReport", text);
}

/// An element around a text, which is escaped.
QString element(const QString& tag, const QString& text)
{
    return QStringLiteral("<%1>%2</%3>\n").arg(tag, text.toHtmlEscaped(), tag.section(u' ', 0, 0));
}

std::vector<const core::Session*> sessionsOf(const ChartData& data)
{
    std::vector<const core::Session*> sessions;
    for (const auto& row : data.rows)
        if (std::ranges::find(sessions, row.session) == sessions.end()) sessions.push_back(row.session);
    return sessions;
}

/// A note, which begins with its file's name where it is about the file: without that where it is to be hidden.
QString discreet(const std::string& note, const core::Session& session, Privacy privacy)
{
    if (privacy == Privacy::ShowFiles) return shownText(note);
    for (const auto& source : session.sources) {
        const auto rest = std::string_view(note).substr(std::min(source.file.size(), note.size()));
        if (!source.file.empty() && note.starts_with(source.file) && (rest.starts_with(':') || rest.starts_with(' ')))
            return tr("the report") + shownText(rest);
    }
    return shownText(note);
}

QString chart(const ChartData& data, const ReportSubject& subject)
{
    const auto svg = chartSvg(chartPicture(data, subject.options, {.size = {1200, 900}}));
    return QString::fromUtf8(svg.mid(svg.indexOf("<svg"))); // without the head of an XML file
}

QString kernelLine(const KernelRow& row)
{
    const auto verdict = verdictOf(row);
    const auto& binding = row.analysis.binding;
    const auto number = QStringLiteral("td class=\"number\"");
    const auto name = row.isGroup() ? QStringLiteral("%1 ×%2").arg(row.short_name, QString::number(row.launches.size()))
                                    : row.short_name;
    QString line = QStringLiteral("<tr><td title=\"%1\">%2</td>\n")
                       .arg(shownText(row.kernel().name).toHtmlEscaped(), name.toHtmlEscaped());
    line += element(number, row.time_s > 0 ? duration(row.time_s) : QString(enDash));
    line += element(number, percent(row.share_ratio));
    line += element(QStringLiteral("td"), binding ? resourceName(*binding) : QString(enDash));
    line += element(number, percent(row.analysis.efficiency_ratio));
    line += QStringLiteral("<td>") + element(QStringLiteral("b"), verdict.sentence) + verdict.evidence.toHtmlEscaped();
    for (const auto& text : {verdict.quality, verdict.unseen, cautionTexts(row).join(u' ')})
        if (!text.isEmpty()) line += QStringLiteral("<br>") + element(QStringLiteral("small"), text);
    return line + QStringLiteral("</td></tr>\n");
}

/// "31 of 38 launches, 95 % of the time"; empty when all are there.
QString leftOut(const ChartData& data)
{
    std::size_t shown = 0;
    std::size_t all = 0;
    double shown_s = 0;
    double all_s = 0;
    for (const auto& row : data.rows) {
        shown += row.launches.size();
        shown_s += row.time_s;
    }
    for (const auto* session : sessionsOf(data)) {
        all += session->kernels.size();
        for (const auto& kernel : session->kernels) all_s += kernel.duration_s.value_or(0);
    }
    if (shown >= all) return {};
    const auto share = all_s > 0 ? std::optional(shown_s / all_s) : std::nullopt;
    return tr("%1 of %2, %3 of the time; the filter or the time cover leaves out the others.")
        .arg(count(static_cast<double>(shown)), launchesText(static_cast<double>(all)), percent(share));
}

QString kernels(const ReportSubject& subject)
{
    QString text = element(QStringLiteral("h2"), tr("Kernels"));
    if (const auto some = leftOut(subject.data); !some.isEmpty()) text += element(QStringLiteral("p"), some);
    if (!subject.data.filter.isEmpty())
        text += element(QStringLiteral("p"), tr("Those that fit the filter: %1").arg(subject.data.filter));
    text += QStringLiteral("<table><tr>");
    for (const auto& title : {tr("Name"), tr("Time"), tr("Share"), tr("Limited by"), tr("Eff."), tr("Verdict")})
        text += element(QStringLiteral("th"), title);
    text += QStringLiteral("</tr>\n");
    for (const auto& row : subject.data.rows) text += kernelLine(row);
    return text + QStringLiteral("</table>\n");
}

/// Each command that would collect something, with the kernels that lack it.
QString missingData(const ReportSubject& subject)
{
    std::map<QString, QStringList> lacking;
    for (const auto& row : subject.data.rows)
        if (const auto command = verdictOf(row).collect; !command.isEmpty()) lacking[command] << row.short_name;
    if (lacking.empty()) return {};
    QString text = element(QStringLiteral("h2"), tr("What is missing"));
    for (const auto& [command, names] : lacking)
        text += element(QStringLiteral("pre"), command) +
                element(QStringLiteral("p"), names.size() == static_cast<qsizetype>(subject.data.rows.size())
                                                 ? tr("For all kernels.")
                                                 : tr("For %1.").arg(names.join(QStringLiteral(", "))));
    return text;
}

QString sourceLine(const core::Source& source, Privacy privacy)
{
    QStringList parts;
    const auto add = [&](const QString& what, const std::optional<std::string>& value) {
        if (value && !value->empty()) parts << (what + u' ' + shownText(*value)).trimmed();
    };
    if (privacy == Privacy::ShowFiles) add({}, source.file);
    add({}, source.tool + ' ' + source.tool_version);
    add(tr("driver"), source.driver);
    add(tr("replay"), source.replay_mode);
    add(tr("caches"), source.cache_control);
    add({}, source.date);
    return parts.join(QStringLiteral(" · "));
}

QString provenanceSection(const ChartData& data, const ReportSubject& subject)
{
    QString text = element(QStringLiteral("h2"), tr("Where the numbers come from"));
    text += element(QStringLiteral("p"), data.machine);
    for (const auto* session : sessionsOf(subject.data)) {
        for (const auto& source : session->sources)
            text += element(QStringLiteral("p"), sourceLine(source, subject.privacy));
        for (const auto& note : session->notes)
            text += element(QStringLiteral("p"), discreet(note, *session, subject.privacy));
    }
    return text + element(QStringLiteral("p"), QStringLiteral("Ridgepoint " RIDGEPOINT_VERSION));
}

} // namespace

QByteArray htmlReport(const ReportSubject& subject)
{
    const auto data = subject.privacy == Privacy::HideFiles ? withoutFileNames(subject.data) : subject.data;
    const auto& title = data.title;
    const auto head = QStringLiteral("<!DOCTYPE html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n") +
                      element(QStringLiteral("title"), title) + QStringLiteral("<style>") + QLatin1String(styles) +
                      QStringLiteral("</style>\n</head>\n<body>\n");
    const auto body = element(QStringLiteral("h1"), title) + element(QStringLiteral("p"), data.source) +
                      chart(data, subject) + kernels(subject) + missingData(subject) + provenanceSection(data, subject);
    return (head + body + QStringLiteral("</body>\n</html>\n")).toUtf8();
}

} // namespace app
