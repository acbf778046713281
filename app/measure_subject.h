// SPDX-License-Identifier: GPL-3.0-or-later
// What ridgepoint-capture can be asked to measure, and the words for it: one row a subject.
#pragma once

#include "core/session.h"

#include <QString>
#include <QStringList>

namespace app {

enum class Subject { Roofs, Kernels, Experiments };

/// Words are source strings; `words` translates them.
struct SubjectRow {
    const char* command;     ///< of ridgepoint-capture
    const char* file_word;   ///< in the name of the kept session; empty: none
    bool results_come_later; ///< than the next item: counters of a family are read together
    std::size_t (*results)(const core::Session&);
    const char* title;    ///< of its log
    const char* question; ///< before it is given up
    const char* refused;  ///< with the reason
    const char* one;      ///< "1 roof"
    const char* many;
    const char* one_kept;
    const char* many_kept;
    const char* one_open; ///< kept nowhere
    const char* many_open;
    const char* saved; ///< after "39 roofs measured, spread 0.4 %"
};

const SubjectRow& rowOf(Subject subject);
/// In the window's language.
QString words(const char* sourceText);

struct MeasureRequest {
    Subject subject = Subject::Roofs;
    QStringList arguments = {}; ///< after the command
    QString device = {};        ///< UUID; empty: the first
};

} // namespace app
