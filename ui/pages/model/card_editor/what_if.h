#pragma once

#include "engine/simulated/card.h"

#include <QList>
#include <QWidget>

#include <functional>

class QToolButton;

namespace warploom::ui {

class Session;

/// One change of a card that a class asks for at once.
struct WhatIf {
    QString name, title, tip; ///< name: of the button, for tests
    std::function<simulated::Card(const simulated::Card&card, const simulated::Card&listed)> apply, undo;
    std::function<bool(const simulated::Card& card, const simulated::Card& listed)> is_on;
    std::function<bool(const simulated::Card& listed)> is_possible; ///< a card without L1 cannot lose it
};
const QList<WhatIf>& whatIfs();

/// The buttons "16 multiprocessors", "no L1", "twice the bandwidth": each goes on and off, and Reset takes all edits back.
class WhatIfStrip : public QWidget {
    Q_OBJECT
public:
    explicit WhatIfStrip(Session& session, QWidget* parent = nullptr);

private:
    void update();
    void press(int index, bool on);

    Session& session_;
    QList<QToolButton*> buttons_;
    QToolButton* reset_ = nullptr;
};

} // namespace warploom::ui
