// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/panels/waves_panel.h"

#include "app/bar_list.h"
#include "app/format.h"
#include "core/waves.h"

#include <algorithm>

namespace app {
namespace {

QString blocksText(std::uint64_t blocks, std::uint64_t of)
{
    return WavesPanel::tr("%1 of %2").arg(count(static_cast<double>(blocks)), count(static_cast<double>(of)));
}

Bar waveBar(const QString& name, std::uint64_t blocks, std::uint64_t perWave)
{
    const auto ratio = perWave > 0 ? static_cast<double>(blocks) / static_cast<double>(perWave) : 0;
    return {.name = name, .ratio = ratio, .figure = blocksText(blocks, perWave)};
}

/// At most six bars: every wave, or the first, how many are full, and the last.
std::vector<Bar> waveBars(const core::WaveAnalysis& analysis)
{
    constexpr std::uint64_t most = 6;
    std::vector<Bar> bars;
    const auto waves = analysis.full_waves + (analysis.last_wave_blocks > 0 ? 1 : 0);
    for (std::uint64_t wave = 1; wave <= analysis.full_waves; ++wave) {
        if (waves > most && wave > 1) break;
        bars.push_back(
            waveBar(WavesPanel::tr("wave %1").arg(wave), analysis.blocks_per_wave, analysis.blocks_per_wave));
    }
    if (waves > most)
        bars.back().name = WavesPanel::tr("× %1 full").arg(count(static_cast<double>(analysis.full_waves)));
    if (analysis.last_wave_blocks > 0)
        bars.push_back(waveBar(analysis.full_waves > 0 ? WavesPanel::tr("last") : WavesPanel::tr("the only"),
                               analysis.last_wave_blocks, analysis.blocks_per_wave));
    return bars;
}

/// The bound refers to the SMs' time over the whole kernel, not to the last wave.
QString tailText(const core::WaveAnalysis& analysis)
{
    if (analysis.last_wave_blocks == 0) return WavesPanel::tr("The last wave is full.");
    if (analysis.full_waves == 0)
        return WavesPanel::tr("All blocks run at once: they leave %1 of the places for blocks empty.")
            .arg(percent(analysis.tail_idle_ratio));
    return WavesPanel::tr("If all blocks took equally long, the last wave would leave %1 of the SMs' time unused.")
        .arg(percent(analysis.tail_idle_ratio));
}

QString busyText(const core::WaveAnalysis& analysis)
{
    const auto mean = WavesPanel::tr("Measured: SMs busy %1 of the time").arg(percent(analysis.sm_busy_ratio));
    if (!analysis.sm_busy_min_ratio || !analysis.sm_busy_max_ratio) return mean + u'.';
    return WavesPanel::tr("%1 (%2 to %3).")
        .arg(mean, percent(analysis.sm_busy_min_ratio), percent(analysis.sm_busy_max_ratio));
}

} // namespace

void WavesPanel::fill(const KernelRow& row)
{
    const auto& kernel = longestLaunch(row);
    const auto analysis = core::waveAnalysis(*row.session, kernel);
    if (!analysis) return addMissing("waves", row);

    const auto blocks = counted(static_cast<double>(analysis->blocks_per_wave), tr("1 block"), tr("%1 blocks"));
    setKeyFigure(tr("%1 waves of %2").arg(plain(analysis->waves), blocks));
    auto bars = waveBars(*analysis);
    QStringList lines;
    for (const auto& bar : bars) lines << bar.name + u'\t' + bar.figure;
    auto* list = new BarList(BarList::Scale::Longest);
    list->setAccessibleName(tr("Waves"));
    list->setBars(std::move(bars));
    add(list, lines.join(u'\n'));
    if (analysis->idle_sms > 0) addText(tr("%1 of %2 SMs got nothing.").arg(analysis->idle_sms).arg(analysis->sms));
    addText(tailText(*analysis));
    if (analysis->sm_busy_ratio)
        addText(busyText(*analysis));
    else
        addMissing("busy");
    if (analysis->clusters)
        addText(tr("Clusters are placed as a whole: fewer blocks fit than without them."), TextRole::Small,
                Token::Text3);
}

} // namespace app
