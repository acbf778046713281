// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/banner_area.h"

#include "app/icon_label.h"
#include "app/text_style.h"

#include <QApplication>
#include <QClipboard>
#include <QHBoxLayout>
#include <QPainter>
#include <QToolButton>
#include <QVBoxLayout>

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
    remove(banner.key);
    const auto& kind = kinds[static_cast<int>(banner.kind)];
    auto* strip = new Strip(banner.kind);
    auto* row = new QHBoxLayout(strip);
    row->setContentsMargins(12, 4, 8, 4);
    row->setSpacing(8);
    row->addWidget(new IconLabel(QLatin1String(kind.icon), kind.text, 16));
    auto* text = new StyledLabel(TextRole::Base, kind.text);
    text->setText(banner.text);
    text->setWordWrap(true);
    row->addWidget(text, 1);
    for (const auto& action : banner.actions) {
        auto* made = button(action.text);
        connect(made, &QToolButton::clicked, this, [run = action.run] { run(); });
        row->addWidget(made);
    }
    auto* copy = button(tr("Copy details"));
    connect(copy, &QToolButton::clicked, this, [words = banner.text] { QApplication::clipboard()->setText(words); });
    row->addWidget(copy);
    auto* close = button(QStringLiteral("×"));
    close->setAccessibleName(tr("Close this message"));
    connect(close, &QToolButton::clicked, this, [this, key = banner.key] { remove(key); });
    row->addWidget(close);
    layout()->addWidget(strip);
    m_banners[banner.key] = strip;
    m_texts[banner.key] = banner.text;
}

void BannerArea::remove(const QString& key)
{
    const auto found = m_banners.find(key);
    if (found == m_banners.end()) return;
    found->second->hide();
    found->second->deleteLater(); // one of its own buttons may have asked for it
    m_banners.erase(found);
    m_texts.erase(key);
}

QString BannerArea::text(const QString& key) const
{
    const auto found = m_texts.find(key);
    return found == m_texts.end() ? QString() : found->second;
}

} // namespace app
