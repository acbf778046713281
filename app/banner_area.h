// SPDX-License-Identifier: GPL-3.0-or-later
// Messages about a file or a run, above the panes: what happened, and what can be done.
#pragma once

#include <QString>
#include <QWidget>

#include <functional>
#include <map>
#include <vector>

namespace app {

enum class BannerKind { Note, Warning, Error };

struct BannerAction {
    QString text;
    std::function<void()> run;
};

/// One message; a second one with the same key takes its place.
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
    std::map<QString, QWidget*> m_banners;
    std::map<QString, QString> m_texts;
};

} // namespace app
