// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/filter_field.h"

#include "app/kernel_filter.h"
#include "app/row_flags.h"
#include "app/text_style.h"

#include <QApplication>
#include <QInputMethodEvent>
#include <QKeyEvent>
#include <QMenu>
#include <QPainter>
#include <QTextCharFormat>

namespace app {
namespace {

constexpr int clearButtonWidth = 28;

/// Characters in the first `bytes` bytes of UTF-8.
qsizetype characters(const QString& text, std::size_t bytes)
{
    return QString::fromUtf8(text.toUtf8().left(static_cast<qsizetype>(bytes))).size();
}

/// Those of `is:`.
QString flagWords()
{
    QStringList words;
    for (const auto word : rowFlagWords()) words << QString::fromUtf8(word.data(), static_cast<qsizetype>(word.size()));
    return words.join(QStringLiteral(", "));
}

} // namespace

FilterField::FilterField(QWidget* parent) : QLineEdit(parent)
{
    setPlaceholderText(tr("Filter: words, time>100us, by:dram, -softmax"));
    setToolTip(tr("Words must occur in the name. Conditions: time>100us share>=1% eff<50% by:dram|l2 pipe:bf16 "
                  "level:smem occ<25% waves<1 stall:long_scoreboard>30% grid:512 launch:9..12. "
                  "is: %1. "
                  "- negates, \"…\" is a phrase, /…/ a regular expression. Ctrl+Space completes.")
                   .arg(flagWords()));
    setAccessibleName(tr("Filter kernels"));
    setClearButtonEnabled(true);
    setMinimumWidth(240);
    setMaximumWidth(420);
    m_delay.setSingleShot(true);
    m_delay.setInterval(100);
    connect(&m_delay, &QTimer::timeout, this, &FilterField::applyNow);
    connect(this, &QLineEdit::textChanged, &m_delay, qOverload<>(&QTimer::start));
}

void FilterField::applyNow()
{
    m_delay.stop();
    emit filterChanged(text());
}

void FilterField::append(const QString& term)
{
    setText((text() + u' ' + term).trimmed());
    applyNow();
}

void FilterField::setCount(int shown, int all)
{
    m_count = shown == all ? QString() : tr("%1 of %2").arg(shown).arg(all);
    reserveCount();
    update();
}

void FilterField::reserveCount()
{
    const int width = m_count.isEmpty() ? 0 : QFontMetrics(textFont(TextRole::Small)).horizontalAdvance(m_count) + 8;
    setTextMargins(0, 0, width, 0);
}

/// A line edit has no formats of its own: an input method's are the only way in (Qt 6.4).
void FilterField::setProblems(const std::vector<core::FilterProblem>& problems)
{
    QList<QInputMethodEvent::Attribute> attributes;
    QStringList messages;
    for (const auto& problem : problems) {
        const auto begin = characters(text(), problem.position);
        const auto end = characters(text(), problem.position + problem.length);
        QTextCharFormat format;
        format.setUnderlineStyle(QTextCharFormat::WaveUnderline);
        format.setUnderlineColor(Theme::of(QApplication::palette()).color(Token::ErrorText));
        attributes.append({QInputMethodEvent::TextFormat, static_cast<int>(begin - cursorPosition()),
                           static_cast<int>(end - begin), format});
        messages << QString::fromStdString(problem.message);
    }
    QInputMethodEvent event(QString(), attributes);
    QCoreApplication::sendEvent(this, &event);
    setAccessibleDescription(messages.join(u'\n'));
}

/// On X11 a line edit takes Ctrl+E as "end of line", which would keep the export's shortcut from working here.
bool FilterField::event(QEvent* event)
{
    if (event->type() == QEvent::ShortcutOverride) {
        const auto* key = static_cast<QKeyEvent*>(event);
        if (key->key() == Qt::Key_E && key->modifiers() == Qt::ControlModifier) return false;
    }
    return QLineEdit::event(event);
}

void FilterField::keyPressEvent(QKeyEvent* event)
{
    if (event->key() == Qt::Key_Escape) {
        if (text().isEmpty()) return emit left();
        clear();
        return applyNow();
    }
    if (event->key() == Qt::Key_Space && event->modifiers() == Qt::ControlModifier) return complete();
    QLineEdit::keyPressEvent(event);
}

/// Fields that begin like the word at the cursor.
void FilterField::complete()
{
    const auto before = text().left(cursorPosition());
    const auto begin = before.lastIndexOf(u' ') + 1;
    const auto prefix = before.mid(before.mid(begin).startsWith(u'-') ? begin + 1 : begin);
    QMenu menu(this);
    for (const auto& field : filterFields()) {
        const auto id = QString::fromUtf8(field.id.data(), static_cast<qsizetype>(field.id.size()));
        if (!id.startsWith(prefix, Qt::CaseInsensitive)) continue;
        const auto rest = id.mid(prefix.size()) + (field.kind == core::FieldKind::Number ? u'>' : u':');
        menu.addAction(id, this, [this, rest] { insert(rest); });
    }
    if (!menu.isEmpty()) menu.exec(mapToGlobal(QPoint(cursorRect().left(), height())));
}

void FilterField::paintEvent(QPaintEvent* event)
{
    QLineEdit::paintEvent(event);
    if (m_count.isEmpty()) return;
    QPainter painter(this);
    painter.setFont(textFont(TextRole::Small));
    painter.setPen(Theme::of(palette()).color(Token::Text2));
    const int right = text().isEmpty() ? 8 : clearButtonWidth;
    painter.drawText(rect().adjusted(0, 0, -right, 0), Qt::AlignRight | Qt::AlignVCenter, m_count);
}

void FilterField::resizeEvent(QResizeEvent* event)
{
    QLineEdit::resizeEvent(event);
    reserveCount();
}

} // namespace app
