// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/hover_card.h"

#include "app/above_roof_text.h"
#include "app/amounts.h"
#include "app/format.h"
#include "app/launch_counts.h"
#include "app/library/ladder.h"
#include "app/resource_name.h"
#include "app/shown_text.h"
#include "core/above_roof.h"

#include <QCoreApplication>
#include <QFontMetrics>
#include <QPainter>
#include <QStringList>

#include <algorithm>
#include <set>

namespace app {
namespace {

constexpr int cardWidth = 320; // at least
constexpr int cardPadding = 8;
constexpr int chipWidth = 14;
constexpr int columnGap = 8;
constexpr int fromPointer = 12;
constexpr std::size_t mostNames = 5;

const QString separator = QStringLiteral(" · ");

QString tr(const char* text)
{
    return QCoreApplication::translate("app::HoverCard", text);
}

/// "p10–p90 ±4 %": half of the range, of the median time.
QString timeSpreadText(const core::Spread& times)
{
    return tr("p10–p90 ±%1").arg(finePercent(core::halfSpreadRatio(times)));
}

/// Name, time and share; of a group "412 launches, 3.1 ms, p10–p90 ±4 %".
std::vector<CardLine> headLines(const KernelRow& row)
{
    const auto& points = row.analysis.points;
    const QString rate = points.empty() ? QString() : rateText(points.front().pipe, points.front().flop_per_s);
    const QString share = tr("%1 of time").arg(percent(row.share_ratio));
    if (!row.isGroup()) {
        const QString launch = tr("launch %1").arg(row.launches.empty() ? 0U : row.launches.front());
        QStringList figures = {rate, duration(row.time_s), share};
        figures.removeAll(QString());
        return {{row.short_name, launch, {}, CardLine::Role::Title}, {figures.join(separator)}};
    }
    QStringList figures = {launchesText(static_cast<double>(row.launches.size())), duration(row.time_s)};
    if (row.spread.duration_s) figures << timeSpreadText(*row.spread.duration_s);
    return {{row.short_name, share, {}, CardLine::Role::Title}, {figures.join(QStringLiteral(", ")), rate}};
}

QString estimateMark(core::Basis basis)
{
    switch (basis) {
    case core::Basis::Estimate: return tr(" · estimate");
    case core::Basis::LowerBound: return tr(" · lower bound");
    case core::Basis::UpperBound: return tr(" · upper bound");
    case core::Basis::Algorithmic: return tr(" · algorithmic");
    case core::Basis::Measured: break;
    }
    return {};
}

/// The line that a level's roof is drawn as: L2's is that of reads, while its bars are of reads, writes and fabric.
QString levelRoofName(core::Level level)
{
    return level == core::Level::L2 ? resourceName({core::ResourceKind::L2Read}) : levelName(level);
}

/// Name of the roof straight above a point: the level's, or the pipe's beyond the ridge.
QString roofAbove(const core::KernelAnalysis& analysis, const core::RooflinePoint& point)
{
    const core::Ceiling* pipe = ownPipeRoof(analysis);
    const core::Ceiling* memory = ownLevelRoof(analysis, point.level);
    const bool beyondRidge = pipe && memory && point.intensity_flop_per_byte >= core::ridgePoint(*pipe, *memory);
    return beyondRidge ? resourceName(point.pipe) : levelRoofName(point.level);
}

/// The share is that of the drawn height under the roof above; the bars' shares of time are in the inspector.
CardLine pointLine(const core::KernelAnalysis& analysis, const core::RooflinePoint& point)
{
    CardLine line = {levelName(point.level) + u' ' + intensityText(point.pipe, point.intensity_flop_per_byte) +
                     estimateMark(point.basis)};
    line.level = point.level;
    if (point.attainable_flop_per_s)
        line.right = tr("%1 of the %2 roof")
                         .arg(percent(point.flop_per_s / *point.attainable_flop_per_s), roofAbove(analysis, point));
    return line;
}

CardLine shareLine(const core::BandwidthShare& share)
{
    CardLine line = {levelName(share.level) + u' ' + bandwidth(share.bytes_per_s) + estimateMark(share.basis)};
    // Of L2 the share is that of the busiest of reads, writes and fabric, as in the bars.
    line.right = share.level == core::Level::L2
                     ? tr("%1 of the closest L2 roof").arg(percent(share.share_ratio))
                     : tr("%1 of the %2 roof").arg(percent(share.share_ratio), levelName(share.level));
    line.level = share.level;
    return line;
}

CardLine closestLine(const core::KernelAnalysis& analysis)
{
    const core::ResourceTime& closest = analysis.times.front();
    QString text = tr("Closest: %1, %2").arg(resourceName(closest.resource), percent(closest.share_ratio));
    const bool counted = core::isMemory(closest.resource) || core::isFloatingPoint(closest.resource) ||
                         core::isInteger(closest.resource);
    if (closest.rate_per_s && counted) text += tr(" of %1").arg(rateText(closest.resource, closest.rate_per_s));
    return {text};
}

/// Of a kernel of the library: what its step changed over the one before.
CardLine stepLine(const ChartData& data, int place)
{
    if (!stepOf(data.rows[static_cast<std::size_t>(place)])) return {};
    const auto* before = stepBefore(data.rows, ladderOf(data.rows, place), place);
    if (!before) return {};
    return {
        tr("After %1: %2")
            .arg(shownText(stepOf(*before)->variant), stepText(*before, data.rows[static_cast<std::size_t>(place)]))};
}

/// Other kernels under the pointer, by name, nearest first.
CardLine othersLine(const ChartData& data, int row, const std::vector<Hit>& hits)
{
    QStringList names;
    for (const Hit& hit : hits) {
        const QString& name = data.rows[static_cast<std::size_t>(hit.row)].short_name;
        if (hit.row != row && !names.contains(name)) names << name;
    }
    if (names.isEmpty()) return {};
    const QStringList first = names.mid(0, static_cast<qsizetype>(mostNames));
    return {tr("+%1 more here: %2").arg(count(static_cast<double>(names.size())), first.join(QStringLiteral(", ")))};
}

/// Of kernels over the strip's scale: their shares, and why that can be.
std::vector<CardLine> overStripCard(const ChartData& data, const SceneBadge& badge)
{
    std::vector<CardLine> lines = {
        {tr("%1: over the roof").arg(levelName(badge.level)), {}, badge.level, CardLine::Role::Title}};
    std::set<core::AboveRoofReason> reasons;
    for (const int place : badge.rows) {
        const KernelRow& row = data.rows[static_cast<std::size_t>(place)];
        const auto share = std::ranges::find(row.analysis.strip, badge.level, &core::BandwidthShare::level);
        if (share == row.analysis.strip.end()) continue;
        if (lines.size() <= mostNames) lines.push_back({row.short_name, percent(share->share_ratio)});
        if (share->above_roof_reason) reasons.insert(*share->above_roof_reason);
    }
    for (const core::AboveRoofReason reason : reasons) lines.push_back({aboveRoofText(reason)});
    return lines;
}

/// Whose roofs a row of another device than the drawn one's is judged by.
CardLine otherDeviceLine(const ChartData& data, const KernelRow& row)
{
    if (data.devices.size() < 2 || !row.session) return {};
    const core::KernelMeasurement& kernel = row.kernel();
    if (DeviceOfSession{row.session_number, kernel.device_id} == data.device) return {};
    const core::Device* device = row.session->device(kernel.device_id);
    return device ? CardLine{tr("judged by the roofs of %1").arg(shownText(device->name))} : CardLine();
}

QString spreadText(const core::Spread& spread)
{
    return QChar(0x00B1) + finePercent(core::halfSpreadRatio(spread)) +
           tr(" of %1").arg(count(static_cast<double>(spread.n)));
}

} // namespace

std::vector<CardLine> kernelCard(const ChartData& data, int place, const std::vector<Hit>& hits)
{
    const KernelRow& row = data.rows[static_cast<std::size_t>(place)];
    const core::KernelAnalysis& analysis = row.analysis;
    std::vector<CardLine> lines = headLines(row);
    for (const core::RooflinePoint& point : analysis.points) lines.push_back(pointLine(analysis, point));
    for (const core::BandwidthShare& share : analysis.strip) lines.push_back(shareLine(share));
    if (!analysis.times.empty()) lines.push_back(closestLine(analysis));
    if (CardLine step = stepLine(data, place); !step.text.isEmpty()) lines.push_back(std::move(step));
    if (analysis.fp16_upper_bound)
        lines.push_back({tr("at most %1 FP16 operations, probably conversions")
                             .arg(si(analysis.fp16_upper_bound->amount, QString()))});
    if (const auto above = core::aboveRoofs(analysis); !above.empty())
        lines.push_back({tr("above its roof: %1").arg(aboveRoofText(above.front().reason))});
    if (CardLine device = otherDeviceLine(data, row); !device.text.isEmpty()) lines.push_back(std::move(device));
    if (CardLine others = othersLine(data, place, hits); !others.text.isEmpty()) lines.push_back(std::move(others));
    return lines;
}

std::vector<CardLine> roofCard(const RoofHit& roof)
{
    const core::Ceiling& ceiling = roof.ceiling;
    std::vector<CardLine> lines = {
        {roof.name, rateText(ceiling.resource, ceiling.rate_per_s), {}, CardLine::Role::Title}};
    QStringList origin = {originName(ceiling.origin)};
    const auto clock = ceiling.memory_clock_hz && levelOf(ceiling.resource) == core::Level::Dram
                           ? ceiling.memory_clock_hz
                       : ceiling.l2_clock_hz && levelOf(ceiling.resource) == core::Level::L2 ? ceiling.l2_clock_hz
                                                                                             : ceiling.sm_clock_hz;
    if (clock) origin << tr("at %1").arg(frequency(clock));
    if (!ceiling.date.empty()) origin << shownText(ceiling.date).left(10);
    if (ceiling.samples) origin << spreadText(*ceiling.samples);
    lines.push_back({origin.join(separator)});
    if (!ceiling.method.empty()) lines.push_back({shownText(ceiling.method)});
    return lines;
}

std::vector<CardLine> badgeCard(const ChartData& data, const SceneBadge& badge)
{
    if (badge.kind == SceneBadge::Kind::OverStrip) return overStripCard(data, badge);
    const QString why = badge.kind == SceneBadge::Kind::NoTraffic ? tr("No %1 traffic: 0 bytes counted")
                                                                  : tr("%1 points outside the frame");
    std::vector<CardLine> lines = {{why.arg(levelName(badge.level)), {}, badge.level, CardLine::Role::Title}};
    for (std::size_t i = 0; i < std::min(mostNames, badge.rows.size()); ++i)
        lines.push_back({data.rows[static_cast<std::size_t>(badge.rows[i])].short_name});
    if (badge.rows.size() > mostNames)
        lines.back().text += tr(", %1 more").arg(count(static_cast<double>(badge.rows.size() - mostNames)));
    return lines;
}

std::vector<CardLine> keyCard(const ChartScene& scene)
{
    std::vector<CardLine> lines = {{tr("Also in the key"), {}, {}, CardLine::Role::Title}};
    for (const QString& text : scene.key_rest) lines.push_back({text});
    return lines;
}

QString plainText(const std::vector<CardLine>& lines)
{
    QStringList texts;
    for (const CardLine& line : lines)
        texts << (line.right.isEmpty() ? line.text : line.text + QStringLiteral(", ") + line.right);
    return texts.join(u'\n');
}

HoverCard::HoverCard(QWidget* parent) : QWidget(parent)
{
    setAttribute(Qt::WA_TransparentForMouseEvents);
    hide();
}

void HoverCard::setTheme(const Theme& theme)
{
    m_theme = theme;
    update();
}

/// The figures must fit; only names are cut.
QSize HoverCard::sizeOfLines() const
{
    int width = cardWidth;
    for (const CardLine& line : m_lines)
        if (line.level || (!line.right.isEmpty() && line.role == CardLine::Role::Normal))
            width = std::max(width, fontMetrics().horizontalAdvance(line.text + line.right) + chipWidth + columnGap +
                                        2 * cardPadding);
    const int line = fontMetrics().height() + 2;
    return {width, 2 * cardPadding + line * static_cast<int>(m_lines.size())};
}

void HoverCard::showNear(QPointF point, std::vector<CardLine> lines, const std::vector<Hit>& keepClear)
{
    m_lines = std::move(lines);
    resize(sizeOfLines());
    const QRect room = parentWidget()->rect().adjusted(4, 4, -4, -4);
    const auto covered = [&](QPoint corner) {
        const QRectF card(QRect(corner, size()).adjusted(-fromPointer, -fromPointer, fromPointer, fromPointer));
        const auto under = [&](const Hit& hit) { return card.contains(hit.centre); };
        const int outside = room.contains(QRect(corner, size())) ? 0 : 100;
        return outside + static_cast<int>(std::ranges::count_if(keepClear, under));
    };
    const QPoint at = point.toPoint();
    const QPoint right(at.x() + fromPointer, at.y() + fromPointer), left(at.x() - fromPointer - width(), right.y());
    const QPoint above(0, -2 * fromPointer - height());
    const QPoint corners[] = {right, left, right + above, left + above};
    const QPoint best = *std::ranges::min_element(corners, {}, covered);
    move(std::clamp(best.x(), room.left(), std::max(room.left(), room.right() - width())),
         std::clamp(best.y(), room.top(), std::max(room.top(), room.bottom() - height())));
    show();
    raise();
    update();
}

void HoverCard::paintEvent(QPaintEvent*)
{
    QPainter painter(this);
    painter.setRenderHint(QPainter::Antialiasing);
    painter.setPen(m_theme.color(Token::Border));
    painter.setBrush(m_theme.color(Token::Panel));
    painter.drawRoundedRect(QRectF(rect()).adjusted(0.5, 0.5, -0.5, -0.5), 4, 4);
    const int height = fontMetrics().height() + 2;
    int y = cardPadding;
    for (const CardLine& line : m_lines) {
        QRect area(cardPadding, y, width() - 2 * cardPadding, height);
        QFont font = this->font();
        font.setWeight(line.role == CardLine::Role::Title ? QFont::DemiBold : QFont::Normal);
        if (line.level) {
            painter.setPen(Qt::NoPen);
            painter.setBrush(m_theme.color(*line.level));
            painter.drawEllipse(QPointF(area.left() + 4, area.center().y() + 0.5), 4, 4);
            area.setLeft(area.left() + chipWidth);
        }
        painter.setFont(this->font());
        painter.setPen(m_theme.color(Token::Text2));
        painter.drawText(area, Qt::AlignRight | Qt::AlignVCenter, line.right);
        const int right = line.right.isEmpty() ? 0 : fontMetrics().horizontalAdvance(line.right) + columnGap;
        painter.setFont(font);
        painter.setPen(m_theme.color(Token::Ink));
        const QString text = QFontMetrics(font).elidedText(line.text, Qt::ElideRight, area.width() - right);
        painter.drawText(area, Qt::AlignLeft | Qt::AlignVCenter, text);
        y += height;
    }
}

} // namespace app
