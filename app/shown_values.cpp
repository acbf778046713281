// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/shown_values.h"

#include "app/bar_list.h"
#include "app/stacked_bar.h"

#include <QLabel>

#include <algorithm>

namespace app {
namespace {

template <typename W> void addFigures(std::vector<ShownValue>& values, const QWidget& widget)
{
    for (const auto* bars : widget.findChildren<W*>()) {
        if (!bars->isVisibleTo(&widget)) continue;
        for (const auto& [box, text] : bars->figures())
            values.push_back({box.translated(bars->mapTo(&widget, QPoint())), text});
    }
}

std::vector<ShownValue> allValues(const QWidget& widget)
{
    std::vector<ShownValue> values;
    for (const auto* label : widget.findChildren<QLabel*>())
        if (label->isVisibleTo(&widget) && !label->text().isEmpty())
            values.push_back({QRect(label->mapTo(&widget, QPoint()), label->size()), label->text()});
    addFigures<BarList>(values, widget);
    addFigures<StackedBar>(values, widget);
    return values;
}

} // namespace

std::vector<std::vector<ShownValue>> shownValues(const QWidget& widget)
{
    auto values = allValues(widget);
    std::ranges::stable_sort(values, {}, [](const ShownValue& value) { return value.box.top(); });
    std::vector<std::vector<ShownValue>> lines;
    for (auto& value : values) {
        if (lines.empty() || value.box.top() > lines.back().front().box.center().y()) lines.emplace_back();
        lines.back().push_back(std::move(value));
    }
    for (auto& line : lines)
        std::ranges::stable_sort(line, {}, [](const ShownValue& value) { return value.box.left(); });
    return lines;
}

QString valueAt(const QWidget& widget, const QPoint& at)
{
    for (const auto& value : allValues(widget))
        if (value.box.contains(at)) return value.text;
    return {};
}

} // namespace app
