// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/help_texts.h"

#include "app/number_tables.h"

#include <QCoreApplication>
#include <QDialog>
#include <QDialogButtonBox>
#include <QTextBrowser>
#include <QVBoxLayout>

namespace app {
namespace {

struct Page {
    HelpPage page;
    const char* title;
    const char* markdown;
    QString (*tables)() = nullptr; ///< markdown that follows, made from what the program uses itself
};

// clang-format off
const Page pages[] = {
    {HelpPage::Roofline, QT_TRANSLATE_NOOP("app::help", "Reading a roofline"), QT_TRANSLATE_NOOP("app::help", R"(
Each kernel is a point for each memory level: to the right means more operations for every byte moved at that level, up means more operations a second.

**Roofs.** A diagonal is the bandwidth of a level: at a given intensity no kernel can be above it. A horizontal is the peak of a pipe. Where both meet is the ridge point: left of it the level is the tighter roof, right of it the pipe.

**Lines.** Solid roofs were measured, dashed ones are computed from the report's own peaks, dotted ones come from a datasheet.

**Points.** The colour is the level, the shape the session, the area the share of the time. A hollow point is an estimate or a bound, not an exact count. Kernels without FLOP stand in the strip at the left, by the share of each level's bandwidth that they use.

**Integer kernels** have a page of their own, OP/s: integer operations are never FLOP, and the two never share an axis. Its tab is there when a kernel needs it.

**Efficiency** is the time that the binding resource needs at its roof, over the time taken: 100 % means that only less work can make the kernel faster. "Limited by" is said from 80 %, "close to" from 60 %; below that no roof is near and the cause is something else: too few warps, waiting, an uneven grid.

**A ladder** is the path of arrows through a family of the kernel library, from each step to the next. Up at the same intensity: the same bytes, less waiting. To the right: fewer bytes for every operation. Kernels of other libraries stand beside it.

**Algorithmic figures** are what a kernel must move and compute by the maths. You enter them; beside the counted amounts they show what is moved twice or computed in vain. They never change a point or a verdict.

**A dash** is a value that the report doesn't hold. The text beside it says how to collect it.
)")},
    {HelpPage::Keys, QT_TRANSLATE_NOOP("app::help", "Keys"), QT_TRANSLATE_NOOP("app::help", R"(
**Everywhere**

- Ctrl+O, Ctrl+S, Ctrl+W, Ctrl+Q: open, save session, close session, quit
- Ctrl+E, Ctrl+Shift+E, Ctrl+P: export the picture, export the data, print
- Ctrl+F, Ctrl+Shift+F: find kernels, find a counter
- Ctrl+C, Ctrl+Shift+C: copy what has the focus, copy the picture
- Menu, Shift+F10: the menu of what has the focus
- Ctrl+Z, Ctrl+Shift+Z: undo and redo what you entered
- F2: name the selected kernel
- Ctrl+,: settings
- F5: read the files again
- F7, F8, Ctrl+.: measure the roofs of this machine's GPU, kernels of the library, stop measuring
- F9, Ctrl+F9, F11, F12: kernels, inspector, full screen, log

**Table**

- Up, Down, Home, End, Page: walk; Shift extends, Ctrl toggles
- Right, Left: open and close a group
- Esc: clear the selection

**Filter**

- Ctrl+Space: complete the name of a field
- Esc: clear, then leave

**Chart**

- Up, Down, Home, End, Page: walk the kernels in the table's order
- Left, Right: next level of the same kernel
- Ctrl+arrow: nearest point in that direction
- . and ,: next and previous step of the kernel's ladder
- Space, Enter, Esc: select, isolate, undo one thing
- + and -, 0 or Ctrl+0: zoom in and out, the whole frame; Shift+arrow pans
- 1 2 3 4 5: DRAM, L2, L1, SMEM on and off, the binding level only
- /: to the filter

**Inspector**

- Up, Down, Left, Right, Home, End: walk the values; Ctrl+C copies the one with the frame
- Space: open and close the panel of a heading
- Page: scroll
)")},
    {HelpPage::Numbers, QT_TRANSLATE_NOOP("app::help", "How every number is made"), QT_TRANSLATE_NOOP("app::help", R"(
Each amount comes from counters of the report, by the first expression below whose counters are all there. Provenance, at the end of the inspector, says which one that was for the selected kernel.

**Intensity** is operations of the charted pipe over bytes at the point's level; **performance** those operations over the time of the launch. The **time on a resource** is its amount over its roof; the longest of these is what limits the kernel, and over the time taken it is the **efficiency**.

In the expressions `count(x)` is the exact count of a counter, from its sum or from its rates; `opcode(x)` the thread instructions of an opcode; `sms` the number of SMs, `duration` the time in seconds. Tensor operations are the counters `sm__ops_path_tensor_*` themselves, each operation counted once.
)"), numberTables},
};
// clang-format on

} // namespace

void showHelp(QWidget* parent, HelpPage page)
{
    const auto& text = pages[static_cast<int>(page)];
    const auto tr = [](const char* source) { return QCoreApplication::translate("app::help", source); };
    auto* dialog = new QDialog(parent);
    dialog->setAttribute(Qt::WA_DeleteOnClose);
    dialog->setWindowTitle(tr(text.title));
    dialog->resize(640, 480);
    auto* browser = new QTextBrowser;
    browser->setMarkdown(text.tables ? tr(text.markdown) + text.tables() : tr(text.markdown));
    auto* buttons = new QDialogButtonBox(QDialogButtonBox::Close);
    QObject::connect(buttons, &QDialogButtonBox::rejected, dialog, &QDialog::reject);
    auto* layout = new QVBoxLayout(dialog);
    layout->addWidget(browser);
    layout->addWidget(buttons);
    dialog->show();
}

QString aboutText()
{
    return QCoreApplication::translate("app::help",
                                       "Ridgepoint %1\n\nShows GPU kernels under their roofs and says what "
                                       "holds them back.\n\nFree software: the window under GPL-3.0-or-later, "
                                       "the core under Apache-2.0.")
        .arg(QCoreApplication::applicationVersion());
}

} // namespace app
