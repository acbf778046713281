// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/panels/panels.h"

#include "app/library/family_panel.h"
#include "app/panels/counters_panel.h"
#include "app/panels/header_panel.h"
#include "app/panels/occupancy_panel.h"
#include "app/panels/provenance_panel.h"
#include "app/panels/speed_of_light_panel.h"
#include "app/panels/stalls_panel.h"
#include "app/panels/verdict_panel.h"
#include "app/panels/warnings_panel.h"
#include "app/panels/waves_panel.h"
#include "app/panels/work_panel.h"

namespace app {
namespace {

template <typename P> Panel* make(QWidget* parent)
{
    return new P(parent);
}

constexpr PanelType types[] = {
    {"header", "", make<HeaderPanel>},
    {"verdict", "", make<VerdictPanel>},
    {"warnings", QT_TRANSLATE_NOOP("app::panels", "Warnings"), make<WarningsPanel>},
    {"speed_of_light", QT_TRANSLATE_NOOP("app::panels", "Speed of light"), make<SpeedOfLightPanel>},
    {"family", QT_TRANSLATE_NOOP("app::panels", "Kernel library"), make<FamilyPanel>},
    {"work", QT_TRANSLATE_NOOP("app::panels", "Bytes and operations"), make<WorkPanel>},
    {"occupancy", QT_TRANSLATE_NOOP("app::panels", "Occupancy"), make<OccupancyPanel>},
    {"waves", QT_TRANSLATE_NOOP("app::panels", "Waves"), make<WavesPanel>},
    {"stalls", QT_TRANSLATE_NOOP("app::panels", "Stalls"), make<StallsPanel>},
    {"counters", QT_TRANSLATE_NOOP("app::panels", "Counters"), make<CountersPanel>},
    {"provenance", QT_TRANSLATE_NOOP("app::panels", "Provenance"), make<ProvenancePanel>},
};

} // namespace

std::span<const PanelType> panelTypes()
{
    return types;
}

} // namespace app
