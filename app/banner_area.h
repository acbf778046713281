// SPDX-License-Identifier: GPL-3.0-or-later
// Messages about a file or a run, above the panes: what happened, and what can be done.
#pragma once

#include <QString>
#include <QWidget>

#include <functional>
#include <map>
#include <vector>

namespace app {

class StyledLabel;

enum class BannerKind { Note, Warning, Error };

struct BannerAction {
    QString text;
    std::function<void()> run;
    bool on_escape = false; ///< Esc, while the focus is in the banner, does it too
};

/// One message; a second one with the same key takes its place, without a flicker where only the words are new.
struct Banner {
    QString key;
    BannerKind kind = BannerKind::Note;
    QString text;
    std::vector<BannerAction> actions = {};
};

class BannerArea : public QWidget {
    Q_OBJECT

public:
    explicit BannerArea(QWidget* parent = nullptr);

    void showBanner(const Banner& banner);
    void remove(const QString& key);
    [[nodiscard]] QString text(const QString& key) const; ///< empty when there is none

private:
    struct Shown {
        Banner banner;
        QWidget* strip;
        StyledLabel* text;
    };
    static QWidget* makeStrip(BannerKind kind, StyledLabel* text);
    void addButtons(QWidget* strip, const Banner& banner);
    [[nodiscard]] bool showWords(const Banner& banner);

    std::map<QString, Shown> m_shown;
};

} // namespace app
