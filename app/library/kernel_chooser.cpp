// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/library/kernel_chooser.h"

#include "app/format.h"
#include "app/icon_label.h"
#include "app/shown_text.h"
#include "app/text_style.h"

#include <QComboBox>
#include <QDialogButtonBox>
#include <QHBoxLayout>
#include <QHeaderView>
#include <QLineEdit>
#include <QPushButton>
#include <QShortcut>
#include <QSignalBlocker>
#include <QStyledItemDelegate>
#include <QTreeWidget>
#include <QVBoxLayout>

#include <algorithm>

namespace app {
namespace {

constexpr int idRole = Qt::UserRole; ///< of a variant: as in KernelChoice

struct CountersRow {
    const char* id;
    const char* text;
};
constexpr CountersRow countersRows[] = {
    {"none", QT_TRANSLATE_NOOP("app::KernelChooser", "None: time and algorithmic work")},
    {"base", QT_TRANSLATE_NOOP("app::KernelChooser", "Base: bytes of every level, FLOP, their tensor operations")},
    {"full", QT_TRANSLATE_NOOP("app::KernelChooser", "Full: and all tensor operations, stalls, wavefronts")},
};

/// Rows as high as those of the other lists.
class RowHeight : public QStyledItemDelegate {
public:
    using QStyledItemDelegate::QStyledItemDelegate;
    [[nodiscard]] QSize sizeHint(const QStyleOptionViewItem& option, const QModelIndex& index) const override
    {
        const int width = QStyledItemDelegate::sizeHint(option, index).width();
        return {width, std::max(24, option.fontMetrics.height() + 8)};
    }
};

bool isTickable(const QTreeWidgetItem& item)
{
    return !item.isDisabled();
}

/// What the variants of a family have in common.
Qt::CheckState stateOf(const QTreeWidgetItem& family)
{
    bool any = false;
    bool all = true;
    for (int place = 0; place < family.childCount(); ++place) {
        if (!isTickable(*family.child(place))) continue;
        const bool isTicked = family.child(place)->checkState(0) == Qt::Checked;
        any |= isTicked;
        all &= isTicked;
    }
    return any ? all ? Qt::Checked : Qt::PartiallyChecked : Qt::Unchecked;
}

bool matches(const QTreeWidgetItem& item, const QStringList& words)
{
    const auto text = item.text(0) + u' ' + item.text(1);
    return std::ranges::all_of(words, [&](const QString& word) { return text.contains(word, Qt::CaseInsensitive); });
}

QString sizesText(const core::Family& family)
{
    QStringList lines;
    for (const auto& size : family.sizes)
        lines << QStringLiteral("%1: %2").arg(shownText(size.name), shownText(size.text));
    return lines.join(u'\n');
}

/// Why a step isn't for this GPU: it is too old, or has no longer what the step is made of.
QString generationText(const core::FamilyStep& step, const core::Device& device)
{
    const bool isTooOld = step.needs && *device.compute_capability < *step.needs;
    const auto& bound = isTooOld ? *step.needs : *step.until;
    const auto text = isTooOld ? KernelChooser::tr("needs CC %1.%2") : KernelChooser::tr("ends with CC %1.%2");
    return text.arg(bound.major).arg(bound.minor);
}

} // namespace

KernelChooser::KernelChooser(const core::Device* device, const KernelChoice& choice, QWidget* parent)
    : QDialog(parent), m_device(device ? std::optional(*device) : std::nullopt), m_before(choice),
      m_state(new StyledLabel(TextRole::Base)), m_filter(new QLineEdit), m_tree(new QTreeWidget), m_size(new QComboBox),
      m_counters(new QComboBox), m_count(new StyledLabel(TextRole::Base)), m_obstacle(makeObstacle()),
      m_choices(makeChoices())
{
    setWindowTitle(tr("Kernel library"));
    resize(dialogSize(*this, 720, 600));
    m_state->setText(tr("Reading the list of kernels…"));
    m_state->setWordWrap(true);
    m_state->setAlignment(Qt::AlignTop | Qt::AlignLeft);
    m_choices->hide();
    auto* buttons = new QDialogButtonBox(QDialogButtonBox::Cancel);
    m_measure = buttons->addButton(tr("&Measure"), QDialogButtonBox::AcceptRole);
    m_measure->setEnabled(false);
    auto* layout = new QVBoxLayout(this);
    layout->addWidget(m_state, 1);
    layout->addWidget(m_choices, 1);
    layout->addWidget(buttons);
    connect(buttons, &QDialogButtonBox::accepted, this, &QDialog::accept);
    connect(buttons, &QDialogButtonBox::rejected, this, &QDialog::reject);
    connect(&m_program, &CaptureProcess::received, this, &KernelChooser::take);
    connect(&m_program, &CaptureProcess::fellSilent, &m_program, &CaptureProcess::stop);
    connect(&m_program, &CaptureProcess::ended, this, &KernelChooser::showEnd);
    connect(m_tree, &QTreeWidget::itemChanged, this, &KernelChooser::spread);
    connect(m_filter, &QLineEdit::textChanged, this, &KernelChooser::filter);
    for (auto* box : {m_size, m_counters})
        connect(box, &QComboBox::currentIndexChanged, this, &KernelChooser::showCount);
}

QWidget* KernelChooser::makeChoices()
{
    m_tree->setColumnCount(2);
    m_tree->setItemDelegate(new RowHeight(m_tree));
    m_tree->setHeaderLabels({tr("Kernel"), tr("What it computes, and what each step changes")});
    m_tree->setAccessibleName(tr("Kernels"));
    m_tree->setUniformRowHeights(true);
    m_tree->setAllColumnsShowFocus(true);
    m_count->setWordWrap(true);
    auto* choices = new QWidget;
    auto* column = new QVBoxLayout(choices);
    column->setContentsMargins({});
    column->addLayout(makeFilterRow());
    column->addWidget(m_tree, 1);
    column->addLayout(makeOptions());
    column->addWidget(m_obstacle);
    column->addWidget(m_count);
    return choices;
}

QLayout* KernelChooser::makeFilterRow()
{
    m_filter->setPlaceholderText(tr("Filter: family, variant, words of a step"));
    m_filter->setClearButtonEnabled(true);
    m_filter->setAccessibleName(tr("Filter"));
    auto* find = new QShortcut(QKeySequence::Find, this);
    connect(find, &QShortcut::activated, m_filter, [this] { m_filter->setFocus(Qt::ShortcutFocusReason); });
    // Enter, too: it would measure what the filter hides.
    for (const auto key : {Qt::Key_Down, Qt::Key_Return, Qt::Key_Enter}) {
        auto* toList = new QShortcut(QKeySequence(key), m_filter, nullptr, nullptr, Qt::WidgetShortcut);
        connect(toList, &QShortcut::activated, m_tree, [this] { m_tree->setFocus(Qt::ShortcutFocusReason); });
    }
    auto* all = new QPushButton(tr("&All"));
    auto* none = new QPushButton(tr("&None"));
    for (auto* button : {all, none}) {
        button->setAutoDefault(false); // Enter measures
        button->setToolTip(tr("Of those that the filter shows"));
    }
    connect(all, &QPushButton::clicked, this, [this] { setAll(Qt::Checked); });
    connect(none, &QPushButton::clicked, this, [this] { setAll(Qt::Unchecked); });
    auto* row = new QHBoxLayout;
    row->addWidget(m_filter, 1);
    row->addWidget(all);
    row->addWidget(none);
    return row;
}

QLayout* KernelChooser::makeOptions()
{
    auto* row = new QHBoxLayout;
    const auto add = [&](const QString& caption, QComboBox* box) {
        auto* label = new QLabel(caption);
        label->setBuddy(box);
        row->addWidget(label);
        row->addWidget(box);
    };
    add(tr("&Size:"), m_size);
    row->addSpacing(12);
    add(tr("&Counters:"), m_counters);
    row->addStretch();
    return row;
}

QWidget* KernelChooser::makeObstacle()
{
    auto* obstacle = new QWidget;
    auto* words = new StyledLabel(TextRole::Base);
    words->setText(m_device && m_device->counters_obstacle ? tr("No counters on this GPU, time and algorithmic work "
                                                                "alone: %1")
                                                                 .arg(shownText(*m_device->counters_obstacle))
                                                           : tr("Counters are refused: time and algorithmic work "
                                                                "alone."));
    words->setWordWrap(true);
    auto* how = new QPushButton(tr("&How to allow counters…"));
    how->setAutoDefault(false);
    connect(how, &QPushButton::clicked, this, &KernelChooser::countersWanted);
    auto* row = new QHBoxLayout(obstacle);
    row->setContentsMargins({});
    row->addWidget(new IconLabel(QStringLiteral("warning"), Token::WarningText, 16));
    row->addWidget(words, 1);
    row->addWidget(how);
    return obstacle;
}

void KernelChooser::read(const QString& program, std::chrono::milliseconds silence)
{
    m_program.setSilence(silence);
    m_program.start(program, {QStringLiteral("kernels"), QStringLiteral("--list")});
}

void KernelChooser::take(const core::Event& event)
{
    if (const auto* family = std::get_if<core::Family>(&event)) m_families.push_back(*family);
    if (const auto* plan = std::get_if<core::Plan>(&event); plan && plan->passes && !plan->items.empty())
        m_passes[shownText(plan->items.front())] = static_cast<int>(*plan->passes);
}

/// A list that ended by itself is whole; its program has no last word as a measurement has.
void KernelChooser::showEnd(const CaptureEnd& end)
{
    using Kind = CaptureEnd::Kind;
    if (end.kind == Kind::Stopped || end.kind == Kind::Hung)
        return m_state->setText(
            tr("The measuring program doesn't answer: its list didn't come. A driver that hangs looks like this."));
    if (end.kind == Kind::Crashed || m_families.empty())
        return m_state->setText(tr("The list of kernels can't be read: %1.").arg(end.reason));
    fill();
}

void KernelChooser::fill()
{
    {
        const QSignalBlocker quiet(m_tree);
        for (const auto& family : m_families) addFamily(family);
    }
    fillSizes();
    fillCounters();
    m_tree->header()->setSectionResizeMode(0, QHeaderView::ResizeToContents);
    m_tree->setCurrentItem(m_tree->topLevelItem(0));
    m_state->hide();
    m_choices->show();
    m_measure->setDefault(true);
    m_tree->setFocus();
    showCount();
}

void KernelChooser::addFamily(const core::Family& family)
{
    auto* item = new QTreeWidgetItem(m_tree, {shownText(family.title), shownText(family.formula)});
    item->setToolTip(0, sizesText(family));
    item->setToolTip(1, item->text(1));
    bool anyRuns = false;
    for (const auto& step : family.steps) {
        const auto id = variantId(family, step);
        auto words = shownText(step.step);
        if (step.is_reference) words.prepend(tr("Reference: "));
        const bool runs = isFor(step, m_device ? &*m_device : nullptr);
        if (!runs) words.prepend(generationText(step, *m_device) + QStringLiteral(" · "));
        auto* variant = new QTreeWidgetItem(item, {shownText(step.variant), words});
        variant->setData(0, idRole, id);
        variant->setToolTip(1, words);
        variant->setCheckState(0, runs && (!m_before.variants || m_before.variants->contains(id)) ? Qt::Checked
                                                                                                  : Qt::Unchecked);
        variant->setDisabled(!runs);
        anyRuns |= runs;
    }
    item->setCheckState(0, stateOf(*item));
    item->setDisabled(!anyRuns);
}

/// Those that any family has, in order.
void KernelChooser::fillSizes()
{
    const QSignalBlocker quiet(m_size);
    for (const auto& family : m_families)
        for (const auto& size : family.sizes)
            if (m_size->findData(shownText(size.name)) < 0) m_size->addItem(shownText(size.name), shownText(size.name));
    m_size->addItem(tr("all"), QStringLiteral("all"));
    m_size->setCurrentIndex(std::max(0, m_size->findData(m_before.size)));
}

void KernelChooser::fillCounters()
{
    const QSignalBlocker quiet(m_counters);
    for (const auto& [id, text] : countersRows) {
        const auto level = QString::fromLatin1(id);
        const auto passes = m_passes.find(level);
        const auto words = passes == m_passes.end() ? tr(text)
                                                    : tr(text) + QStringLiteral(" · ") +
                                                          counted(passes->second, tr("1 pass"), tr("%1 passes"));
        m_counters->addItem(words, level);
    }
    m_counters->setCurrentIndex(std::max(0, m_counters->findData(m_before.counters)));
}

/// A family's tick is that of its variants.
void KernelChooser::spread(QTreeWidgetItem* changed)
{
    {
        const QSignalBlocker quiet(m_tree);
        if (auto* family = changed->parent()) {
            family->setCheckState(0, stateOf(*family));
        } else {
            for (int place = 0; place < changed->childCount(); ++place)
                if (isTickable(*changed->child(place))) changed->child(place)->setCheckState(0, changed->checkState(0));
            changed->setCheckState(0, stateOf(*changed));
        }
    }
    m_tree->viewport()->update();
    showCount();
}

void KernelChooser::setAll(Qt::CheckState state)
{
    {
        const QSignalBlocker quiet(m_tree);
        for (int top = 0; top < m_tree->topLevelItemCount(); ++top) {
            auto* family = m_tree->topLevelItem(top);
            for (int place = 0; place < family->childCount(); ++place) {
                auto* variant = family->child(place);
                if (isTickable(*variant) && !family->isHidden() && !variant->isHidden())
                    variant->setCheckState(0, state);
            }
            family->setCheckState(0, stateOf(*family));
        }
    }
    m_tree->viewport()->update();
    showCount();
}

/// A family that matches shows all its variants; else those that match.
void KernelChooser::filter(const QString& text)
{
    const auto words = text.split(u' ', Qt::SkipEmptyParts);
    for (int top = 0; top < m_tree->topLevelItemCount(); ++top) {
        auto* family = m_tree->topLevelItem(top);
        const bool isAll = matches(*family, words);
        bool any = isAll;
        for (int place = 0; place < family->childCount(); ++place) {
            auto* variant = family->child(place);
            const bool shown = isAll || matches(*variant, words);
            variant->setHidden(!shown);
            any |= shown;
        }
        family->setHidden(!any);
        family->setExpanded(!isAll && any);
    }
}

KernelChoice KernelChooser::choice() const
{
    QStringList ticked;
    bool isAll = true;
    for (int top = 0; top < m_tree->topLevelItemCount(); ++top) {
        const auto* family = m_tree->topLevelItem(top);
        for (int place = 0; place < family->childCount(); ++place) {
            const auto* variant = family->child(place);
            const bool isTicked = variant->checkState(0) == Qt::Checked;
            if (isTicked) ticked << variant->data(0, idRole).toString();
            isAll &= isTicked || !isTickable(*variant);
        }
    }
    return {.variants = isAll ? std::nullopt : std::optional(ticked),
            .size = m_size->currentData().toString(),
            .counters = m_counters->currentData().toString()};
}

void KernelChooser::showCount()
{
    const auto chosen = choice();
    const auto [kernels, families] = countOf(chosen, m_families, m_device ? &*m_device : nullptr);
    m_measure->setEnabled(kernels > 0);
    const bool isRefused = m_device && m_device->counters_allowed == false;
    const bool wantsCounters = chosen.counters != QStringLiteral("none");
    m_obstacle->setVisible(isRefused && wantsCounters);
    if (kernels == 0) return m_count->setText(tr("Nothing is chosen."));
    auto text = tr("%1 of %2: each is checked and timed")
                    .arg(counted(kernels, tr("1 kernel"), tr("%1 kernels")),
                         counted(families, tr("1 family"), tr("%1 families")));
    const auto passes = m_passes.find(chosen.counters);
    if (wantsCounters && !isRefused)
        text += passes == m_passes.end() ? tr(", then run again for its counters")
                                         : tr(", then run again in %1 for its counters")
                                               .arg(counted(passes->second, tr("1 pass"), tr("%1 passes")));
    m_count->setText(text + u'.');
}

} // namespace app
