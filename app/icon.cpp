// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/icon.h"

#include <QFile>
#include <QPainter>
#include <QPixmap>
#include <QSvgRenderer>

// Outside any namespace, as Q_INIT_RESOURCE demands; a static library's resources are not registered by themselves.
static void initIconResources()
{
    Q_INIT_RESOURCE(icons);
}

namespace app {
namespace {

constexpr int sizes[] = {16, 24, 32, 48, 64, 96, 128, 256}; // 2x of the sizes in use, and those of window lists

QByteArray drawing(const QString& name)
{
    initIconResources();
    QFile file(QStringLiteral(":/icons/%1.svg").arg(name));
    return file.open(QIODevice::ReadOnly) ? file.readAll() : QByteArray();
}

QIcon rendered(const QByteArray& svg)
{
    QIcon result;
    QSvgRenderer renderer(svg);
    if (!renderer.isValid()) return result;
    for (const int size : sizes) {
        QPixmap pixmap(size, size);
        pixmap.fill(Qt::transparent);
        QPainter painter(&pixmap);
        renderer.render(&painter);
        painter.end();
        result.addPixmap(pixmap);
    }
    return result;
}

} // namespace

QIcon icon(const QString& name, const QColor& color)
{
    // Qt draws `currentColor` black, whatever the palette says (6.4).
    return rendered(drawing(name).replace("currentColor", color.name().toLatin1()));
}

QIcon applicationIcon()
{
    return rendered(drawing(QStringLiteral("ridgepoint")));
}

} // namespace app
