// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/row_copy.h"

#include "app/columns.h"
#include "core/shown_text.h"

#include <QJsonArray>
#include <QJsonDocument>
#include <QJsonObject>
#include <QLocale>
#include <QMimeData>
#include <QStringList>

namespace app {
namespace {

QString head(const Column& column)
{
    const auto title = columnTitle(column);
    return *column.unit == '\0' ? title : title + QStringLiteral(" (%1)").arg(QString::fromLatin1(column.unit));
}

/// All digits of a number; text as shown; empty where unknown.
QString plainCell(const Column& column, const KernelRow& row)
{
    if (std::string_view(column.id) == "name") return QString::fromStdString(row.kernel().name);
    if (!column.number) return column.text(row);
    const auto number = column.number(row);
    return number ? QString::number(*number, 'g', QLocale::FloatingPointShortest) : QString();
}

/// A text for a spreadsheet: on one line, and never a formula.
QString tableText(const QString& text)
{
    return QString::fromStdString(core::formulaFree(core::shownText(text.toStdString())));
}

/// Head and rows; each cell as `make` writes it.
template <typename Line> QString lines(std::span<const KernelRow* const> rows, Line line)
{
    QStringList cells;
    for (const auto& column : columns()) cells << head(column);
    QString text = line(cells);
    for (const auto* row : rows) {
        cells.clear();
        for (const auto& column : columns()) {
            const auto cell = plainCell(column, *row);
            cells << (column.number ? cell : tableText(cell));
        }
        text += line(cells);
    }
    return text;
}

} // namespace

QString asTsv(std::span<const KernelRow* const> rows)
{
    return lines(rows, [](const QStringList& cells) { return cells.join(u'\t') + u'\n'; });
}

QString asHtml(std::span<const KernelRow* const> rows)
{
    return QStringLiteral("<table>") +
           lines(rows,
                 [](const QStringList& cells) {
                     QString line;
                     for (const auto& cell : cells)
                         line += QStringLiteral("<td>") + cell.toHtmlEscaped() + QStringLiteral("</td>");
                     return QStringLiteral("<tr>") + line + QStringLiteral("</tr>");
                 }) +
           QStringLiteral("</table>");
}

QString asJson(std::span<const KernelRow* const> rows)
{
    QJsonArray array;
    for (const auto* row : rows) {
        QJsonObject object;
        for (const auto& column : columns()) {
            const auto id = QLatin1String(column.id);
            if (!column.number)
                object[id] = plainCell(column, *row);
            else if (const auto number = column.number(*row))
                object[id] = *number;
        }
        array.append(object);
    }
    return QString::fromUtf8(QJsonDocument(array).toJson());
}

std::unique_ptr<QMimeData> asMimeData(std::span<const KernelRow* const> rows)
{
    auto data = std::make_unique<QMimeData>();
    data->setText(asTsv(rows));
    data->setHtml(asHtml(rows));
    return data;
}

} // namespace app
