// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/library/family_panel.h"

#include "app/elided_button.h"
#include "app/fold_heading.h"
#include "app/format.h"
#include "app/resource_name.h"
#include "app/shown_text.h"

#include <QClipboard>
#include <QGridLayout>
#include <QGuiApplication>
#include <QHBoxLayout>
#include <QPlainTextEdit>
#include <QRegularExpression>
#include <QScrollBar>
#include <QTextBlock>
#include <QTimer>
#include <QToolButton>
#include <QVBoxLayout>

#include <algorithm>

namespace app {
namespace {

constexpr int sourceLines = 18; ///< in sight

StyledLabel* label(const QString& text, TextRole role, Token token, Qt::Alignment alignment = Qt::AlignLeft)
{
    auto* made = new StyledLabel(role, token);
    made->setText(text);
    made->setAlignment(alignment | Qt::AlignVCenter);
    return made;
}

/// Read-only, with the kernel's first line at its top.
class SourceView : public QPlainTextEdit {
public:
    SourceView(const QString& text, int line) : m_line(line)
    {
        setReadOnly(true);
        setTextInteractionFlags(Qt::TextSelectableByMouse | Qt::TextSelectableByKeyboard);
        setTabChangesFocus(true);
        setLineWrapMode(NoWrap);
        setFont(textFont(TextRole::Mono));
        setPlainText(text);
        setFixedHeight(sourceLines * fontMetrics().lineSpacing() + 2 * frameWidth() +
                       horizontalScrollBar()->sizeHint().height() + 8);
        setTextCursor(QTextCursor(document()->findBlockByNumber(line)));
    }

protected:
    void showEvent(QShowEvent* event) override
    {
        QPlainTextEdit::showEvent(event);
        QTimer::singleShot(0, this, [this] { verticalScrollBar()->setValue(m_line); });
    }

private:
    int m_line;
};

QString sizesText(const core::Family& family, const std::string& own)
{
    QStringList sizes;
    for (const auto& size : family.sizes)
        sizes << QStringLiteral("%1 %2").arg(shownText(size.name), shownText(size.text));
    return FamilyPanel::tr("Run at %1; there are %2.").arg(shownText(own), sizes.join(QStringLiteral(" · ")));
}

bool isSame(const KernelRow& a, const KernelRow& b)
{
    return a.session_number == b.session_number && a.launches == b.launches;
}

} // namespace

/// A line of the ladder: a step, and its kernel if it was run.
struct FamilyPanel::Rung {
    const core::FamilyStep& step;
    const KernelRow* row = nullptr;
    const KernelRow* before = nullptr;
    bool is_own = false; ///< the panel's row

    [[nodiscard]] Token token() const { return row ? Token::Ink : Token::Text3; }
    [[nodiscard]] TextRole role() const { return is_own ? TextRole::Strong : TextRole::Base; }
    [[nodiscard]] QString factor() const
    {
        return row && before ? speedupText(speedup(*before, *row)) : QString(enDash);
    }
    [[nodiscard]] QString binding() const
    {
        return row && row->analysis.binding ? resourceName(*row->analysis.binding) : QString(enDash);
    }
};

int sourceLine(const core::Family& family, const core::KernelMeasurement& kernel)
{
    const auto source = QString::fromStdString(family.source);
    const auto lineOf = [&](const QString& pattern) {
        const auto found = QRegularExpression(pattern).match(source);
        return found.hasMatch() ? static_cast<int>(source.left(found.capturedStart(1)).count(u'\n')) : -1;
    };
    const auto function = QRegularExpression::escape(QString::fromStdString(kernel.function));
    // From the last __global__ before the name: declarators have neither ; nor braces.
    if (const int line = lineOf(QStringLiteral("__global__[^;{}]*?(?<!\\w)(%1)\\s*\\(").arg(function)); line >= 0)
        return line;
    const auto variant = kernel.library ? QString::fromStdString(kernel.library->variant) : QString();
    return std::max(0, lineOf(QStringLiteral("(\"%1\")").arg(QRegularExpression::escape(variant))));
}

void FamilyPanel::fill(const KernelRow& row)
{
    const auto* step = stepOf(row);
    const auto* family = familyOf(row);
    if (!step || !family) return;
    auto own = std::ranges::find_if(m_rows, [&](const KernelRow& each) { return isSame(each, row); });
    if (own == m_rows.end()) own = m_rows.insert(own, row);
    const auto steps = std::ranges::count(family->steps, false, &core::FamilyStep::is_reference);
    setKeyFigure(step->is_reference ? tr("reference") : tr("step %1 of %2").arg(step->place + 1).arg(steps));
    addText(shownText(family->title), TextRole::Strong, Token::Ink);
    addText(shownText(family->formula), TextRole::Base, Token::Ink);
    addLadder(*family, static_cast<int>(own - m_rows.begin()));
    addText(sizesText(*family, step->size), TextRole::Small, Token::Text3);
    addText(tr("Its result was checked before it was timed."), TextRole::Small, Token::Text3);
    addSource(*family, row);
    m_rows.clear();
}

void FamilyPanel::addLadder(const core::Family& family, int own)
{
    const auto ladder = ladderOf(m_rows, own);
    const auto placeOf = [&](const core::FamilyStep& step) {
        for (const auto* places : {&ladder.rungs, &ladder.references})
            for (const int place : *places)
                if (stepOf(m_rows[static_cast<std::size_t>(place)])->variant == step.variant) return place;
        return -1;
    };
    auto* table = new QWidget;
    auto* grid = new QGridLayout(table);
    grid->setContentsMargins({});
    grid->setHorizontalSpacing(8);
    grid->setVerticalSpacing(2);
    grid->setColumnStretch(0, 1);
    const QString titles[] = {QString(), tr("time"), tr("vs. before"), tr("limited by")};
    for (int column = 0; column < 4; ++column)
        grid->addWidget(
            label(titles[column], TextRole::Small, Token::Text3, column == 3 ? Qt::AlignLeft : Qt::AlignRight), 0,
            column);
    QStringList lines{QStringList(std::begin(titles), std::end(titles)).join(u'\t')};
    for (const auto& step : family.steps) {
        Rung rung{.step = step};
        if (const int place = placeOf(step); place >= 0) {
            rung.row = &m_rows[static_cast<std::size_t>(place)];
            rung.before = stepBefore(m_rows, ladder, place);
            rung.is_own = place == own;
        }
        addRung(*grid, rung);
        lines << QStringList{shownText(step.variant), rung.row ? duration(meanTime_s(*rung.row)) : QString(enDash),
                             rung.factor(), rung.binding()}
                     .join(u'\t');
    }
    add(table, lines.join(u'\n'));
}

/// The own one stands in strong type, those that weren't run are grey, the others lead to their kernel.
QWidget* FamilyPanel::nameOf(const Rung& rung)
{
    const auto name = shownText(rung.step.variant);
    if (!rung.row || rung.is_own) return label(name, rung.role(), rung.token());
    auto* link = new ElidedButton(name);
    link->setToolTip(tr("Select this kernel"));
    connect(link, &QPushButton::clicked, this,
            [this, number = rung.row->session_number, launch = rung.row->launches.front()] {
                emit launchChosen(number, launch);
            });
    return link;
}

void FamilyPanel::addRung(QGridLayout& grid, const Rung& rung)
{
    const int line = grid.rowCount();
    grid.setRowMinimumHeight(line, 24); // as high as a button, for all
    grid.addWidget(nameOf(rung), line, 0);
    grid.addWidget(
        label(rung.row ? duration(meanTime_s(*rung.row)) : QString(enDash), rung.role(), rung.token(), Qt::AlignRight),
        line, 1);
    grid.addWidget(label(rung.factor(), rung.role(), rung.token(), Qt::AlignRight), line, 2);
    grid.addWidget(label(rung.binding(), rung.role(), rung.token()), line, 3);
    auto words = shownText(rung.step.step);
    if (rung.step.is_reference) words.prepend(tr("Reference: "));
    if (!rung.row)
        words += rung.step.needs
                     ? tr(" Not run here; needs CC %1.%2.").arg(rung.step.needs->major).arg(rung.step.needs->minor)
                     : tr(" Not run here.");
    if (rung.row && rung.before) words += u'\n' + stepText(*rung.before, *rung.row) + u'.';
    auto* sentence = label(words, TextRole::Small, rung.row ? Token::Text2 : Token::Text3);
    sentence->setWordWrap(true);
    sentence->setContentsMargins(0, 0, 0, 6);
    grid.addWidget(sentence, line + 1, 0, 1, 4);
}

void FamilyPanel::addSource(const core::Family& family, const KernelRow& row)
{
    if (family.source.empty()) return;
    const auto text = QString::fromStdString(family.source);
    auto* heading = new FoldHeading(tr("Source"));
    heading->setChecked(m_isSourceOpen);
    auto* copy = new QToolButton;
    copy->setText(tr("Copy"));
    copy->setToolTip(tr("Copy the source"));
    connect(copy, &QToolButton::clicked, this, [text] { QGuiApplication::clipboard()->setText(text); });
    auto* view = new SourceView(text, sourceLine(family, longestLaunch(row)));
    view->setAccessibleName(tr("Source"));
    view->setHidden(!m_isSourceOpen); // shown by the panel, once it is part of it
    connect(heading, &FoldHeading::toggled, this, [this, view](bool open) {
        m_isSourceOpen = open;
        view->setVisible(open);
    });
    auto* whole = new QWidget;
    auto* line = new QHBoxLayout;
    line->addWidget(heading);
    line->addStretch();
    line->addWidget(copy);
    auto* layout = new QVBoxLayout(whole);
    layout->setContentsMargins({});
    layout->setSpacing(4);
    layout->addLayout(line);
    layout->addWidget(view);
    add(whole, {});
}

} // namespace app
