// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/number_tables.h"

#include "app/resource_name.h"
#include "core/work_table.h"

#include <QCoreApplication>

#include <optional>

namespace app {
namespace {

QString tr(const char* text)
{
    return QCoreApplication::translate("app::numbers", text);
}

QString note(core::Basis basis)
{
    switch (basis) {
    case core::Basis::LowerBound: return tr(" (a lower bound)");
    case core::Basis::UpperBound: return tr(" (an upper bound)");
    case core::Basis::Estimate: return tr(" (an estimate)");
    case core::Basis::Measured:
    case core::Basis::Algorithmic: break;
    }
    return {};
}

QString heading(const QString& text)
{
    return QStringLiteral("\n## %1\n").arg(text);
}

QString quantity(core::ResourceKind kind)
{
    return QStringLiteral("\n**%1**\n\n").arg(resourceName({.kind = kind}));
}

QString line(const core::Expression& expression, core::Basis basis)
{
    return QStringLiteral("- `%1`%2\n").arg(QString::fromStdString(expression.text()), note(basis));
}

/// Lines of a table whose rows of one resource stand together.
template <typename Rows, typename BasisOf> QString lines(const Rows& rows, BasisOf basisOf)
{
    QString text;
    std::optional<core::ResourceKind> last;
    for (const auto& row : rows) {
        if (row.resource != last) text += quantity(row.resource);
        last = row.resource;
        text += line(row.expression, basisOf(row));
    }
    return text;
}

} // namespace

QString numberTables()
{
    const auto basis = [](const core::WorkRow& row) { return row.basis; };
    const auto& half = core::halfExpressions();
    using enum core::Basis;
    return heading(tr("Bytes, operations and instructions")) + lines(core::workTable(), basis) +
           quantity(core::ResourceKind::Fp16) + line(half.by_opcode, Measured) +
           line(half.by_opcode_with_mma, Measured) + line(half.by_counter, UpperBound) +
           heading(tr("Shared memory, in wavefronts of 128 bytes")) + lines(core::sharedTable(), basis) +
           heading(tr("Shares of a peak, where the amount isn't in the report")) +
           lines(core::shareTable(), [](const core::ShareRow& /*row*/) { return Measured; });
}

} // namespace app
