// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/view_menus.h"

#include "app/cover_slider.h"
#include "app/resource_name.h"
#include "app/shown_text.h"

#include <QCoreApplication>
#include <QWidgetAction>

#include <algorithm>
#include <iterator>

namespace app {
namespace {

QString tr(const char* text)
{
    return QCoreApplication::translate("app::viewMenus", text);
}

constexpr const char* bindingOnly = "binding";   ///< beside the names of levels
constexpr const char* ofSelected = "follow";     ///< beside the places of devices, and names of families
constexpr const char* selectedOnly = "selected"; ///< beside the names of pipes

template <typename Value> struct Choice {
    const char* id;
    const char* text;
    Value value;
};

constexpr Choice<core::RoofChoice> roofChoices[] = {
    {"best", QT_TRANSLATE_NOOP("app::viewMenus", "Best known"), core::RoofChoice::BestKnown},
    {"measured", QT_TRANSLATE_NOOP("app::viewMenus", "Measured"), core::RoofChoice::Measured},
    {"computed", QT_TRANSLATE_NOOP("app::viewMenus", "Computed"), core::RoofChoice::Computed},
    {"datasheet", QT_TRANSLATE_NOOP("app::viewMenus", "Datasheet"), core::RoofChoice::Datasheet},
    {"all", QT_TRANSLATE_NOOP("app::viewMenus", "All"), core::RoofChoice::All},
};

constexpr Choice<Grouping> groupingChoices[] = {
    {"name", QT_TRANSLATE_NOOP("app::viewMenus", "Name"), Grouping::Name},
    {"family", QT_TRANSLATE_NOOP("app::viewMenus", "Family: first word of the name"), Grouping::Family},
    {"range", QT_TRANSLATE_NOOP("app::viewMenus", "NVTX range"), Grouping::Range},
    {"session", QT_TRANSLATE_NOOP("app::viewMenus", "Session"), Grouping::Session},
    {"binding", QT_TRANSLATE_NOOP("app::viewMenus", "Limited by"), Grouping::Binding},
    {"none", QT_TRANSLATE_NOOP("app::viewMenus", "None: each launch"), Grouping::None},
};

constexpr Choice<NameStyle> nameChoices[] = {
    {"short", QT_TRANSLATE_NOOP("app::viewMenus", "Short"), NameStyle::Short},
    {"demangled", QT_TRANSLATE_NOOP("app::viewMenus", "Demangled"), NameStyle::Demangled},
    {"mangled", QT_TRANSLATE_NOOP("app::viewMenus", "Mangled"), NameStyle::Mangled},
};

constexpr Choice<PointSize> pointChoices[] = {
    {"time", QT_TRANSLATE_NOOP("app::viewMenus", "&Size by share of time"), PointSize::ByTimeShare},
    {"equal", QT_TRANSLATE_NOOP("app::viewMenus", "&All equal"), PointSize::Equal},
};

template <typename Table> ChoiceMenu* choiceMenu(const QString& title, const Table& table, QWidget* parent)
{
    auto* menu = new ChoiceMenu(title, ChoiceMode::One, parent);
    for (const auto& choice : table) menu->addChoice(QString::fromLatin1(choice.id), tr(choice.text));
    menu->setChosen({QString::fromLatin1(std::begin(table)->id)});
    return menu;
}

template <typename Table> auto valueIn(const Table& table, const ChoiceMenu& menu)
{
    const auto ids = menu.chosen();
    const auto found =
        std::ranges::find_if(table, [&](const auto& choice) { return ids.contains(QString::fromLatin1(choice.id)); });
    return found == std::end(table) ? std::begin(table)->value : found->value;
}

QString text(std::string_view view)
{
    return QString::fromUtf8(view.data(), static_cast<qsizetype>(view.size()));
}

/// Letters inside the points, and the time cover.
void addPointExtras(ViewMenus& menus, QWidget* parent)
{
    menus.points->addSeparator();
    menus.letters = menus.points->addAction(tr("&Letters in points"));
    menus.letters->setCheckable(true);
    menus.name_largest = menus.points->addAction(tr("&Name the five largest"));
    menus.name_largest->setCheckable(true);
    menus.each_launch = menus.points->addAction(tr("&Each launch"));
    menus.each_launch->setCheckable(true);
    menus.points->addSeparator();
    menus.cover = new CoverSlider;
    auto* action = new QWidgetAction(parent);
    action->setDefaultWidget(menus.cover);
    menus.points->addAction(action);
}

/// One key between the two styles that are read.
void addNameSwitch(ChoiceMenu& names)
{
    names.addSeparator();
    auto* action = names.addAction(tr("Short or demangled"));
    action->setShortcut(QKeySequence(Qt::CTRL | Qt::SHIFT | Qt::Key_N));
    QObject::connect(action, &QAction::triggered, &names, [&names] {
        const bool isShort = names.chosen().contains(QStringLiteral("short"));
        names.setChosen({isShort ? QStringLiteral("demangled") : QStringLiteral("short")});
    });
}

/// "Each launch" is the grouping "None" under another name.
void tieEachLaunch(const ViewMenus& menus)
{
    auto* grouping = menus.grouping;
    QObject::connect(menus.each_launch, &QAction::triggered, grouping, [grouping](bool on) {
        grouping->setChosen({on ? QStringLiteral("none") : QStringLiteral("name")});
    });
    QObject::connect(grouping, &ChoiceMenu::choiceChanged, menus.each_launch,
                     [menus] { menus.each_launch->setChecked(chosenGrouping(*menus.grouping) == Grouping::None); });
}

/// Whether one of the pipes is the same with more said of it: it takes the place in the menu.
bool isVaguer(const core::Resource& pipe, const std::vector<core::Resource>& pipes)
{
    const auto unknown = [](const core::Resource& each) {
        return each.tensor.accumulate.empty() + (each.tensor.path == core::TensorPath::Unknown);
    };
    return pipe.kind == core::ResourceKind::Tensor && std::ranges::any_of(pipes, [&](const core::Resource& other) {
               return unknown(other) < unknown(pipe) && core::roofMatches(pipe, other);
           });
}

/// The pipes in use go first.
std::vector<core::Resource> pipesOf(const PipeEntries& entries)
{
    std::vector<core::Resource> all(entries.used.begin(), entries.used.end());
    for (const auto& roof : entries.roofs)
        if ((counts(Axis::Flop, roof.resource) || counts(Axis::Op, roof.resource)) &&
            std::ranges::find(all, roof.resource) == all.end())
            all.push_back(roof.resource);
    std::vector<core::Resource> pipes;
    std::ranges::copy_if(all, std::back_inserter(pipes), [&](const core::Resource& pipe) {
        return entries.used.contains(pipe) || !isVaguer(pipe, all);
    });
    return pipes;
}

} // namespace

ViewMenus makeViewMenus(QWidget* parent)
{
    ViewMenus menus;
    menus.levels = new ChoiceMenu(tr("Le&vels"), ChoiceMode::Any, parent);
    for (const auto level : core::allLevels) menus.levels->addChoice(text(core::toString(level)), levelName(level));
    menus.levels->addSeparator();
    menus.levels->addChoice(QLatin1String(bindingOnly), tr("Binding level only"));
    menus.levels->setChosen({QStringLiteral("dram"), QStringLiteral("l2"), QStringLiteral("shared")});
    menus.pipes = new ChoiceMenu(tr("&Pipes"), ChoiceMode::Any, parent);
    menus.roofs = choiceMenu(tr("&Roofs"), roofChoices, parent);
    menus.roofs->addSeparator();
    menus.devices = new ChoiceMenu(tr("&Device"), ChoiceMode::One, menus.roofs);
    menus.roofs->addMenu(menus.devices);
    fillDevices(*menus.devices, {});
    menus.roofs_from = menus.roofs->addAction(tr("&Roofs from…"));
    menus.points = choiceMenu(tr("P&oints"), pointChoices, parent);
    addPointExtras(menus, parent);
    menus.grouping = choiceMenu(tr("&Group by"), groupingChoices, parent);
    menus.names = choiceMenu(tr("&Names"), nameChoices, parent);
    addNameSwitch(*menus.names);
    menus.ladder = new ChoiceMenu(tr("La&dder"), ChoiceMode::One, parent);
    fillLadders(*menus.ladder, {});
    tieEachLaunch(menus);
    return menus;
}

std::set<core::Level> chosenLevels(const ChoiceMenu& levels)
{
    std::set<core::Level> chosen;
    for (const auto& id : levels.chosen())
        if (const auto level = core::parseLevel(id.toStdString())) chosen.insert(*level);
    return chosen;
}

PointLevels chosenPointLevels(const ChoiceMenu& levels)
{
    return levels.chosen().contains(QLatin1String(bindingOnly)) ? PointLevels::Binding : PointLevels::All;
}

void setPointLevels(ChoiceMenu& levels, PointLevels points)
{
    auto ids = levels.chosen();
    ids.removeAll(QLatin1String(bindingOnly));
    if (points == PointLevels::Binding) ids << QLatin1String(bindingOnly);
    levels.setChosen(ids);
}

void setLevels(ChoiceMenu& levels, const ChartOptions& options)
{
    QStringList ids;
    for (const auto level : core::allLevels)
        if (options.levels.contains(level)) ids << text(core::toString(level));
    if (options.binding_level_only) ids << QLatin1String(bindingOnly);
    levels.setChosen(ids);
}

PointSize chosenPointSize(const ChoiceMenu& points)
{
    return valueIn(pointChoices, points);
}

core::RoofChoice chosenRoofs(const ChoiceMenu& roofs)
{
    return valueIn(roofChoices, roofs);
}

Grouping chosenGrouping(const ChoiceMenu& grouping)
{
    return valueIn(groupingChoices, grouping);
}

NameStyle chosenNames(const ChoiceMenu& names)
{
    return valueIn(nameChoices, names);
}

void fillDevices(ChoiceMenu& menu, const std::vector<OpenDevice>& devices)
{
    QStringList before;
    for (const auto* action : menu.actions()) before << action->text();
    QStringList texts = {tr("As the selected kernel")};
    for (const OpenDevice& device : devices) texts << device.label;
    menu.menuAction()->setVisible(devices.size() > 1);
    if (texts == before) return; // and the choice stays
    menu.removeChoices();
    menu.addChoice(QLatin1String(ofSelected), texts.front())->setChecked(true);
    for (qsizetype place = 1; place < texts.size(); ++place) menu.addChoice(QString::number(place - 1), texts[place]);
}

std::optional<std::size_t> chosenDevice(const ChoiceMenu& devices)
{
    bool isPlace = false;
    const auto place = devices.chosen().value(0).toUInt(&isPlace);
    return isPlace ? std::optional<std::size_t>(place) : std::nullopt;
}

void fillLadders(ChoiceMenu& menu, std::span<const OpenSession> sessions)
{
    std::vector<std::pair<QString, QString>> entries{{QLatin1String(ofSelected), tr("Of the selected kernel")},
                                                     {QString(), tr("None")}};
    for (const auto& open : sessions)
        for (const auto& family : open.session->families)
            if (const std::pair entry(QString::fromStdString(family.name), shownText(family.title));
                std::ranges::find(entries, entry) == entries.end())
                entries.push_back(entry);
    menu.menuAction()->setVisible(entries.size() > 2);
    const auto before = menu.chosen();
    QStringList known;
    for (const auto* action : menu.actions()) known << action->data().toString();
    QStringList ids;
    for (const auto& [id, title] : entries) ids << id;
    if (ids == known) return; // and the choice stays
    menu.removeChoices();
    for (const auto& [id, title] : entries) menu.addChoice(id, title)->setChecked(before.contains(id));
    if (menu.chosen().isEmpty()) menu.actions().front()->setChecked(true);
}

std::optional<std::string> chosenLadder(const ChoiceMenu& ladder)
{
    const auto id = ladder.chosen().value(0, QLatin1String(ofSelected));
    return id == QLatin1String(ofSelected) ? std::nullopt : std::optional(id.toStdString());
}

void fillPipes(ChoiceMenu& pipes, const PipeEntries& entries)
{
    constexpr const char* shown = "shown"; // those that were shown without kernels
    QStringList known;
    for (const auto* action : pipes.actions()) known << action->data().toString();
    const auto before = pipes.chosen();
    const auto shownBefore = pipes.property(shown).toStringList();
    QStringList shownNow;
    pipes.removeChoices();
    for (const auto& pipe : pipesOf(entries)) {
        const auto id = QString::fromStdString(core::toString(pipe));
        const bool isUsed = entries.used.contains(pipe);
        const bool isShown = std::ranges::find(entries.shown, pipe) != entries.shown.end();
        if (isShown) shownNow << id;
        auto* action = pipes.addChoice(id, resourceName(pipe));
        action->setVisible(counts(entries.axis, pipe)); // the other page's keep their check marks
        if (isUsed) action->setText(tr("%1 (used here)").arg(resourceName(pipe)));
        const bool isAsBefore = known.contains(id) && shownBefore.contains(id) == isShown;
        action->setChecked(isAsBefore ? before.contains(id) : isUsed || isShown);
    }
    pipes.setProperty(shown, shownNow);
    auto* only = pipes.addChoice(QLatin1String(selectedOnly), tr("Only the selected kernel's"));
    only->setChecked(before.contains(QLatin1String(selectedOnly)));
}

PipeChoice chosenPipes(const ChoiceMenu& pipes, const std::set<core::Resource>& used)
{
    const auto ids = pipes.chosen();
    PipeChoice choice{.selected_only = ids.contains(QLatin1String(selectedOnly))};
    for (const auto& id : ids)
        if (const auto pipe = core::parseResource(id.toStdString()); pipe && !used.contains(*pipe))
            choice.extra.push_back(*pipe);
    for (const auto& pipe : used)
        if (!ids.contains(QString::fromStdString(core::toString(pipe)))) choice.hidden.push_back(pipe);
    return choice;
}

} // namespace app
