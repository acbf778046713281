// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/chip.h"

#include "app/resource_name.h"

#include <QPainter>

namespace app {

using Kind = core::ResourceKind;

QColor resourceColor(const core::Resource& resource, const Theme& theme)
{
    if (const auto level = levelOf(resource)) return theme.color(*level);
    return theme.color(resource.kind == Kind::Tensor ? Token::Ink : Token::Neutral);
}

void drawChip(QPainter& painter, const QRectF& box, const core::Resource& resource, const Theme& theme)
{
    constexpr double size = 8;
    QRectF chip(0, 0, size, size);
    chip.moveCenter(box.center());
    const auto color = resourceColor(resource, theme);
    painter.save();
    painter.setRenderHint(QPainter::Antialiasing);
    painter.setPen(Qt::NoPen);
    painter.setBrush(color);
    if (levelOf(resource)) {
        painter.drawEllipse(chip);
    } else if (core::isInteger(resource) || resource.kind == Kind::Issue) {
        painter.setPen(QPen(theme.color(Token::Ink), 1.5));
        painter.setBrush(Qt::NoBrush);
        painter.drawRect(chip.adjusted(0.75, 0.75, -0.75, -0.75));
    } else if (resource.kind == Kind::Xu) {
        painter.drawRect(chip.adjusted(0, size / 2, 0, 0));
        painter.setPen(QPen(color, 1));
        painter.setBrush(Qt::NoBrush);
        painter.drawRect(chip.adjusted(0.5, 0.5, -0.5, -0.5));
    } else {
        painter.drawRect(chip);
    }
    painter.restore();
}

} // namespace app
