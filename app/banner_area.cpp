// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/banner_area.h"

#include "app/icon_label.h"
#include "app/text_style.h"

#include <QApplication>
#include <QClipboard>
#include <QHBoxLayout>
#include <QPainter>
#include <QShortcut>
#include <QToolButton>
#include <QVBoxLayout>

#include <algorithm>

namespace app {
namespace {

struct KindRow {
    Token fill;
    Token text;
    const char* icon; ///< of resources/icons
};
constexpr KindRow kinds[] = {
    {Token::Window, Token::Ink, "info"},
    {Token::WarningFill, Token::WarningText, "warning"},
    {Token::ErrorFill, Token::ErrorText, "error"},
};

/// The strip of one message, filled by its kind.
class Strip : public QWidget {
public:
    explicit Strip(BannerKind kind) : m_kind(kind) {}

protected:
    void paintEvent(QPaintEvent* /*event*/) override
    {
        const auto theme = Theme::of(palette());
        QPainter painter(this);
        painter.fillRect(rect(), theme.color(kinds[static_cast<int>(m_kind)].fill));
        painter.fillRect(QRect(0, height() - 1, width(), 1), theme.color(Token::Border));
    }

private:
    BannerKind m_kind;
};

QToolButton* button(const QString& text)
{
    auto* made = new QToolButton;
    made->setText(text);
    made->setMinimumHeight(24);
    return made;
}

} // namespace

BannerArea::BannerArea(QWidget* parent) : QWidget(parent)
{
    auto* layout = new QVBoxLayout(this);
    layout->setContentsMargins({});
    layout->setSpacing(0);
}

void BannerArea::showBanner(const Banner& banner)
{
    if (showWords(banner)) return;
    remove(banner.key);
    auto* text = new StyledLabel(TextRole::Base, kinds[static_cast<int>(banner.kind)].text);
    text->setText(banner.text);
    text->setWordWrap(true);
    auto* strip = makeStrip(banner.kind, text);
    addButtons(strip, banner);
    layout()->addWidget(strip);
    m_shown[banner.key] = {banner, strip, text};
}

/// Whether new words were all that was needed: a button that is being pressed stays the same button.
bool BannerArea::showWords(const Banner& banner)
{
    const auto found = m_shown.find(banner.key);
    if (found == m_shown.end()) return false;
    auto& shown = found->second;
    if (shown.banner.kind != banner.kind ||
        !std::ranges::equal(shown.banner.actions, banner.actions, {}, &BannerAction::text, &BannerAction::text))
        return false;
    shown.banner = banner;
    shown.text->setText(banner.text);
    return true;
}

QWidget* BannerArea::makeStrip(BannerKind kind, StyledLabel* text)
{
    auto* strip = new Strip(kind);
    auto* row = new QHBoxLayout(strip);
    row->setContentsMargins(12, 4, 8, 4);
    row->setSpacing(8);
    const auto& look = kinds[static_cast<int>(kind)];
    row->addWidget(new IconLabel(QLatin1String(look.icon), look.text, 16));
    row->addWidget(text, 1);
    return strip;
}

/// They do what the banner says now, whatever it said when they were made.
void BannerArea::addButtons(QWidget* strip, const Banner& banner)
{
    for (std::size_t place = 0; place < banner.actions.size(); ++place) {
        auto* made = button(banner.actions[place].text);
        const auto run = [this, key = banner.key, place] {
            const auto action = m_shown.at(key).banner.actions[place].run; // outlives the banner that it may remove
            action();
        };
        connect(made, &QToolButton::clicked, this, run);
        strip->layout()->addWidget(made);
        if (!banner.actions[place].on_escape) continue;
        connect(new QShortcut(QKeySequence(Qt::Key_Escape), strip, nullptr, nullptr, Qt::WidgetWithChildrenShortcut),
                &QShortcut::activated, this, run);
    }
    auto* copy = button(tr("Copy details"));
    connect(copy, &QToolButton::clicked, this,
            [this, key = banner.key] { QApplication::clipboard()->setText(text(key)); });
    strip->layout()->addWidget(copy);
    auto* close = button(QStringLiteral("×"));
    close->setAccessibleName(tr("Close this message"));
    connect(close, &QToolButton::clicked, this, [this, key = banner.key] { remove(key); });
    strip->layout()->addWidget(close);
}

void BannerArea::remove(const QString& key)
{
    const auto found = m_shown.find(key);
    if (found == m_shown.end()) return;
    found->second.strip->hide();
    found->second.strip->deleteLater(); // one of its own buttons may have asked for it
    m_shown.erase(found);
}

QString BannerArea::text(const QString& key) const
{
    const auto found = m_shown.find(key);
    return found == m_shown.end() ? QString() : found->second.banner.text;
}

} // namespace app
