// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/kernel_filter.h"

#include "app/columns.h"
#include "app/resource_name.h"
#include "app/row_flags.h"
#include "core/stalls.h"

#include <algorithm>
#include <numeric>

namespace app {
namespace {

using core::FieldKind;
using core::FieldUnit;

std::vector<std::string> both(const core::Resource& resource)
{
    return {core::toString(resource), resourceName(resource).toStdString()};
}

std::vector<std::string> bindingTexts(const KernelRow& row)
{
    return row.analysis.binding ? both(*row.analysis.binding) : std::vector<std::string>();
}

std::vector<std::string> pipeTexts(const KernelRow& row)
{
    std::vector<std::string> texts;
    for (const auto& work : row.analysis.work)
        if (!core::isMemory(work.resource) && work.amount > 0)
            std::ranges::move(both(work.resource), back_inserter(texts));
    return texts;
}

std::vector<std::string> levelTexts(const KernelRow& row)
{
    std::vector<std::string> texts;
    for (const auto level : core::allLevels) {
        const auto bytes = core::levelBytes(row.analysis.work, level);
        if (!bytes || bytes->amount <= 0) continue;
        texts.emplace_back(core::toString(level));
        texts.push_back(levelName(level).toStdString());
    }
    return texts;
}

std::vector<std::string> flagTexts(const KernelRow& row)
{
    std::vector<std::string> texts;
    for (const auto& flag : rowFlags())
        if (flag.holds(row)) texts.emplace_back(flag.word);
    return texts;
}

std::vector<std::string> rangeTexts(const KernelRow& row)
{
    std::vector<std::string> texts;
    for (const auto place : row.launches) std::ranges::copy(row.session->kernels[place].ranges, back_inserter(texts));
    return texts;
}

std::vector<core::StallBreakdown> stallsOf(const KernelRow& row)
{
    std::vector<core::StallBreakdown> launches;
    for (const auto place : row.launches)
        if (auto breakdown = core::stallBreakdown(row.session->kernels[place])) launches.push_back(*breakdown);
    return launches;
}

/// A field that isn't a number of the table.
struct ExtraField {
    core::FilterField field;
    std::vector<std::string> (*texts)(const KernelRow& row);
};

const std::vector<ExtraField>& extraFields()
{
    static const std::vector<ExtraField> extra = {
        {{.id = "by", .kind = FieldKind::Text}, bindingTexts},
        {{.id = "pipe", .kind = FieldKind::Text}, pipeTexts},
        {{.id = "level", .kind = FieldKind::Text}, levelTexts},
        {{.id = "nvtx", .kind = FieldKind::Text}, rangeTexts},
        {{.id = "is", .kind = FieldKind::Word, .words = rowFlagWords()}, flagTexts},
        {{.id = "stall", .kind = FieldKind::Keyed, .unit = FieldUnit::Ratio}, nullptr},
    };
    return extra;
}

std::vector<core::FilterField> allFields()
{
    std::vector<core::FilterField> fields;
    for (const auto& extra : extraFields()) fields.push_back(extra.field);
    for (const auto& column : columns())
        if (std::ranges::find(fields, column.id, &core::FilterField::id) == fields.end())
            fields.push_back({.id = column.id,
                              .kind = column.number ? FieldKind::Number : FieldKind::Text,
                              .unit = column.filter_unit});
    return fields;
}

/// A row of the table, as the filter asks about it.
class RowSubject : public core::FilterSubject {
public:
    explicit RowSubject(const KernelRow& row) : m_row(row) {}

    std::vector<std::string> names() const override
    {
        const auto& kernel = m_row.kernel();
        auto texts = rangeTexts(m_row);
        texts.insert(texts.end(), {m_row.short_name.toStdString(), kernel.name, kernel.function, kernel.mangled});
        return texts;
    }

    std::optional<double> number(std::size_t field, std::string_view key) const override
    {
        if (!key.empty()) return core::stallShare(stallsOf(m_row), key);
        return columnAt(field).number(m_row);
    }

    std::vector<std::string> texts(std::size_t field) const override
    {
        if (field < extraFields().size()) return extraFields()[field].texts(m_row);
        return {columnAt(field).text(m_row).toStdString()};
    }

private:
    static const Column& columnAt(std::size_t field)
    {
        return columns()[static_cast<std::size_t>(columnOf(filterFields()[field].id))];
    }

    const KernelRow& m_row;
};

} // namespace

std::span<const core::FilterField> filterFields()
{
    static const auto fields = allFields();
    return fields;
}

KernelFilter::KernelFilter(SessionModel& model, QObject* parent) : QSortFilterProxyModel(parent), m_model(model)
{
    connect(&model, &QAbstractItemModel::modelAboutToBeReset, this, [this] { m_outside.clear(); });
    setSourceModel(&model);
    connect(&model, &QAbstractItemModel::modelReset, this, &KernelFilter::coverAgain); // after the proxy's own slot
    connect(this, &QAbstractItemModel::layoutChanged, this, &KernelFilter::filtered);
    sort(columnOf("time"), Qt::DescendingOrder);
}

void KernelFilter::setFilter(const QString& text)
{
    if (text == m_text) return;
    m_text = text;
    m_filter = core::parseFilter(text.toStdString(), filterFields());
    coverAgain();
}

void KernelFilter::setCover(double ratio)
{
    m_cover = ratio;
    coverAgain();
}

/// The largest rows until the cover is reached stay. A filter reaches every row, so it lifts the cover.
void KernelFilter::coverAgain()
{
    m_outside.clear();
    m_uncovered = {};
    const double total = m_model.totalTime();
    if (m_cover < 1 && m_filter.terms.empty() && total > 0) {
        std::vector<int> order(static_cast<std::size_t>(m_model.rowCount()));
        std::iota(order.begin(), order.end(), 0);
        const auto timeOf = [this](int row) { return m_model.row(m_model.index(row, 0)).time_s; };
        std::ranges::stable_sort(order, std::ranges::greater(), timeOf);
        double covered = 0;
        for (const int row : order) {
            if (covered >= m_cover * total) {
                m_outside.insert(row);
                m_uncovered.share_ratio += timeOf(row) / total;
            }
            covered += timeOf(row);
        }
        m_uncovered.rows = static_cast<int>(m_outside.size());
    }
    invalidateFilter();
    emit filtered();
}

const KernelRow& KernelFilter::row(const QModelIndex& proxyIndex) const
{
    return m_model.row(mapToSource(proxyIndex));
}

int KernelFilter::launchCount() const
{
    int launches = 0;
    for (int top = 0; top < rowCount(); ++top) {
        const auto heading = index(top, 0);
        launches += hasChildren(heading) ? rowCount(heading) : static_cast<int>(row(heading).launches.size());
    }
    return launches;
}

double KernelFilter::shownTime() const
{
    double time_s = 0;
    for (int top = 0; top < rowCount(); ++top) {
        const auto heading = index(top, 0);
        if (!hasChildren(heading)) time_s += row(heading).time_s;
        for (int launch = 0; launch < rowCount(heading); ++launch) time_s += row(index(launch, 0, heading)).time_s;
    }
    return time_s;
}

/// A heading stays when it or a launch inside fits; inside a fitting heading all launches stay.
bool KernelFilter::filterAcceptsRow(int sourceRow, const QModelIndex& sourceParent) const
{
    const auto accepts = [this](const QModelIndex& index) {
        return core::matches(m_filter, RowSubject(m_model.row(index)));
    };
    if (!sourceParent.isValid() && m_outside.contains(sourceRow)) return false;
    if (m_filter.terms.empty()) return true;
    const auto index = m_model.index(sourceRow, 0, sourceParent);
    if (accepts(index) || (sourceParent.isValid() && accepts(sourceParent))) return true;
    for (int launch = 0; launch < m_model.rowCount(index); ++launch)
        if (accepts(m_model.index(launch, 0, index))) return true;
    return false;
}

/// Unknown values come last in either order.
bool KernelFilter::lessThan(const QModelIndex& left, const QModelIndex& right) const
{
    const auto& column = columns()[static_cast<std::size_t>(left.column())];
    const auto& [a, b] = std::tie(m_model.row(left), m_model.row(right));
    if (!column.number) return column.text(a).compare(column.text(b), Qt::CaseInsensitive) < 0;
    const auto [x, y] = std::pair(column.number(a), column.number(b));
    if (x && y) return *x < *y;
    return sortOrder() == Qt::AscendingOrder ? x.has_value() && !y : !x && y.has_value();
}

} // namespace app
