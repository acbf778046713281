// SPDX-License-Identifier: GPL-3.0-or-later
// What isn't there, and the command that would collect it, ready to copy.
#pragma once

#include "app/missing_data.h"

#include <QWidget>

namespace app {

class MissingNote : public QWidget {
    Q_OBJECT

public:
    explicit MissingNote(const Missing& missing, QWidget* parent = nullptr);
};

enum class CommandShown { Always, Unfolded };

/// A command in the fixed font, what it is good for, and a copy button. Folded, the command takes no room until its
/// arrow is clicked.
class CommandLine : public QWidget {
    Q_OBJECT

public:
    CommandLine(const QString& caption, const QString& command, CommandShown shown, QWidget* parent = nullptr);
};

} // namespace app
