// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/panels/verdict_panel.h"

#include "app/missing_note.h"
#include "app/verdict.h"

namespace app {

void VerdictPanel::fill(const KernelRow& row)
{
    const auto verdict = verdictOf(row);
    addText(verdict.sentence, TextRole::Strong, Token::Ink);
    addText(verdict.evidence, TextRole::Base, Token::Ink);
    addText(verdict.quality, TextRole::Small);
    addText(verdict.unseen, TextRole::Small);
    if (!verdict.collect.isEmpty()) {
        addText(tr("Collect what is missing:"), TextRole::Small);
        add(new CommandLine(verdict.collect), verdict.collect);
    }
}

} // namespace app
