// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/resource_name.h"

#include "app/shown_text.h"

#include <QCoreApplication>

#include <algorithm>

namespace app {
namespace {

using Kind = core::ResourceKind;

QString tr(const char* text)
{
    return QCoreApplication::translate("app::resourceName", text);
}

struct KindName {
    Kind kind;
    const char* name;
    std::optional<core::Level> level;
};

constexpr KindName kindNames[] = {
    {Kind::Dram, QT_TRANSLATE_NOOP("app::resourceName", "DRAM"), core::Level::Dram},
    {Kind::DramRead, QT_TRANSLATE_NOOP("app::resourceName", "DRAM read"), core::Level::Dram},
    {Kind::DramWrite, QT_TRANSLATE_NOOP("app::resourceName", "DRAM write"), core::Level::Dram},
    {Kind::L2, QT_TRANSLATE_NOOP("app::resourceName", "L2"), core::Level::L2},
    {Kind::L2Read, QT_TRANSLATE_NOOP("app::resourceName", "L2 read"), core::Level::L2},
    {Kind::L2Write, QT_TRANSLATE_NOOP("app::resourceName", "L2 write"), core::Level::L2},
    {Kind::L2Atomic, QT_TRANSLATE_NOOP("app::resourceName", "L2 atomic"), core::Level::L2},
    {Kind::L2Fabric, QT_TRANSLATE_NOOP("app::resourceName", "L2 fabric"), core::Level::L2},
    {Kind::L1, QT_TRANSLATE_NOOP("app::resourceName", "L1"), core::Level::L1},
    {Kind::Shared, QT_TRANSLATE_NOOP("app::resourceName", "SMEM"), core::Level::Shared},
    {Kind::L1Shared, QT_TRANSLATE_NOOP("app::resourceName", "L1/SMEM"), core::Level::Shared},
    {Kind::Fp64, QT_TRANSLATE_NOOP("app::resourceName", "FP64"), std::nullopt},
    {Kind::Fp32, QT_TRANSLATE_NOOP("app::resourceName", "FP32"), std::nullopt},
    {Kind::Fp16, QT_TRANSLATE_NOOP("app::resourceName", "FP16"), std::nullopt},
    {Kind::Alu, QT_TRANSLATE_NOOP("app::resourceName", "Integer ALU"), std::nullopt},
    {Kind::IntMad, QT_TRANSLATE_NOOP("app::resourceName", "Integer multiply-add"), std::nullopt},
    {Kind::Xu, QT_TRANSLATE_NOOP("app::resourceName", "Special function"), std::nullopt},
    {Kind::Issue, QT_TRANSLATE_NOOP("app::resourceName", "Issue slots"), std::nullopt},
    {Kind::HostLink, QT_TRANSLATE_NOOP("app::resourceName", "Host link"), std::nullopt},
    {Kind::PeerLink, QT_TRANSLATE_NOOP("app::resourceName", "Peer link"), std::nullopt},
};

const KindName* find(Kind kind)
{
    for (const KindName& row : kindNames)
        if (row.kind == kind) return &row;
    return nullptr;
}

/// NVIDIA's spelling of the instruction family; a path the counters don't tell is just "tensor".
QString pathName(core::TensorPath path)
{
    switch (path) {
    case core::TensorPath::Mma: return QStringLiteral("mma.sync");
    case core::TensorPath::Wgmma: return QStringLiteral("wgmma");
    case core::TensorPath::Tcgen05: return QStringLiteral("tcgen05");
    case core::TensorPath::Unknown: break;
    }
    return tr("tensor");
}

/// FP32 (or INT32) is what a tensor pipe accumulates in unless said otherwise.
bool isUsualAccumulate(const std::string& type)
{
    return type.empty() || type == "fp32" || type == "int32" || type == "fp64";
}

QString tensorName(const core::TensorPipe& pipe)
{
    QString name = shownText(pipe.input).toUpper();
    if (!isUsualAccumulate(pipe.accumulate)) name += u'/' + shownText(pipe.accumulate).toUpper();
    if (pipe.sparse) name += u' ' + tr("sparse");
    return name + u' ' + pathName(pipe.path);
}

/// Whether one of the vector pipes is named by the same type.
bool hasVectorPipe(const core::TensorPipe& pipe)
{
    const QString type = shownText(pipe.input).toUpper();
    return std::ranges::any_of(kindNames, [&](const KindName& row) { return type == QLatin1String(row.name); });
}

} // namespace

QString levelName(core::Level level)
{
    switch (level) {
    case core::Level::Dram: return tr("DRAM");
    case core::Level::L2: return tr("L2");
    case core::Level::L1: return tr("L1");
    case core::Level::Shared: return tr("SMEM");
    }
    return {};
}

QChar levelLetter(core::Level level)
{
    constexpr QChar letters[] = {u'D', u'2', u'1', u'S'};
    return letters[static_cast<int>(level)];
}

QString resourceName(const core::Resource& resource)
{
    if (resource.kind == Kind::Tensor) return tensorName(resource.tensor);
    const KindName* row = find(resource.kind);
    return row ? tr(row->name) : QString();
}

QString shortResourceName(const core::Resource& resource)
{
    const QString name = resourceName(resource);
    if (resource.kind != Kind::Tensor) return name;
    if (resource.tensor.path == core::TensorPath::Mma) return name.chopped(QStringView(u".sync").size());
    const bool isNamedByPath = resource.tensor.path != core::TensorPath::Unknown;
    return isNamedByPath || hasVectorPipe(resource.tensor) ? name
                                                           : name.chopped(pathName(resource.tensor.path).size() + 1);
}

QString originName(core::Origin origin)
{
    switch (origin) {
    case core::Origin::Datasheet: return tr("datasheet");
    case core::Origin::Computed: return tr("computed");
    case core::Origin::Measured: return tr("measured");
    case core::Origin::Entered: return tr("entered");
    }
    return {};
}

std::optional<core::Level> levelOf(const core::Resource& resource)
{
    const KindName* row = find(resource.kind);
    return row ? row->level : std::nullopt;
}

} // namespace app
