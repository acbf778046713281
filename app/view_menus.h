// SPDX-License-Identifier: GPL-3.0-or-later
// The menus of the View menu's choices: tables of ids and words. Three of them hang in the tool bar, too.
#pragma once

#include "app/chart_data.h"
#include "app/choice_menu.h"
#include "app/kernel_groups.h"
#include "app/session_model.h"

#include <optional>
#include <set>

namespace app {

class CoverSlider;

struct ViewMenus {
    ChoiceMenu* levels = nullptr;
    ChoiceMenu* pipes = nullptr; ///< filled by what the device has
    ChoiceMenu* roofs = nullptr;
    ChoiceMenu* devices = nullptr; ///< inside roofs: whose are drawn; hidden where there is one device
    QAction* roofs_from = nullptr; ///< inside roofs
    ChoiceMenu* points = nullptr;  ///< size of points
    QAction* letters = nullptr;    ///< inside points; in their menu, as are the next three
    QAction* name_largest = nullptr;
    QAction* each_launch = nullptr;
    CoverSlider* cover = nullptr;
    ChoiceMenu* grouping = nullptr;
    ChoiceMenu* names = nullptr;
    ChoiceMenu* ladder = nullptr; ///< families of the kernel library; hidden where there are none
};

/// Menus owned by `parent`, each with its default chosen.
ViewMenus makeViewMenus(QWidget* parent);

// What is chosen, as values.
std::set<core::Level> chosenLevels(const ChoiceMenu& levels);
PointLevels chosenPointLevels(const ChoiceMenu& levels);
void setPointLevels(ChoiceMenu& levels, PointLevels points);
void setLevels(ChoiceMenu& levels, const ChartOptions& options); ///< as the chart has them
PointSize chosenPointSize(const ChoiceMenu& points);
core::RoofChoice chosenRoofs(const ChoiceMenu& roofs);
Grouping chosenGrouping(const ChoiceMenu& grouping);
NameStyle chosenNames(const ChoiceMenu& names);

/// The open devices, by place, under the choice to follow the selected kernel's.
void fillDevices(ChoiceMenu& menu, const std::vector<OpenDevice>& devices);
/// The place of the device chosen; none: that of the selected kernel.
std::optional<std::size_t> chosenDevice(const ChoiceMenu& devices);

/// The families of the open sessions, under the choices to follow the selected kernel and to show none.
void fillLadders(ChoiceMenu& menu, std::span<const OpenSession> sessions);
/// As in ChartOptions.
std::optional<std::string> chosenLadder(const ChoiceMenu& ladder);

/// Pipes whose roofs are shown though unused, hidden though used, and whether only the selected kernel's are shown.
struct PipeChoice {
    std::vector<core::Resource> extra = {};
    std::vector<core::Resource> hidden = {};
    bool selected_only = false;
};

struct PipeEntries {
    const std::vector<core::Ceiling>& roofs;
    std::set<core::Resource> used = {};     ///< by kernels
    std::vector<core::Resource> shown = {}; ///< checked though no kernel uses them
    Axis axis = Axis::Flop;
};
/// All pipes of the roofs given, the used ones first; these and those shown are checked unless they were switched off
/// before.
void fillPipes(ChoiceMenu& pipes, const PipeEntries& entries);
PipeChoice chosenPipes(const ChoiceMenu& pipes, const std::set<core::Resource>& used);

} // namespace app
