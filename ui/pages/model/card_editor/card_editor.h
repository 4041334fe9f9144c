#pragma once

#include "engine/simulated/card.h"

#include <QComboBox>
#include <QList>
#include <QWidget>

#include <functional>

class QComboBox;
class QLabel;
class QLineEdit;
class QTableView;
class QToolButton;

namespace warploom::ui {

class CardModel;
class Session;

/// Every figure of the session's card in a table to be edited, the coalescing rule, and a way to keep the result as a
/// card of one's own.
class CardEditor : public QWidget {
    Q_OBJECT
public:
    explicit CardEditor(Session& session, QWidget* parent = nullptr);

    QTableView* table() const { return table_; }
    CardModel* model() const { return model_; }
    /// The last refusal, or where the card was kept; empty when there is nothing to say.
    QString words() const;
    /// Keeps the card under a name; its id is made from the name. Says in `words()` how it went; true when it is
    /// written.
    bool saveAs(const QString& name);

private:
    void cardChanged();
    void say(const QString& words, bool is_problem);

    Session& session_;
    QLabel* about_ = nullptr;
    QComboBox* rule_ = nullptr;
    CardModel* model_ = nullptr;
    QTableView* table_ = nullptr;
    QLineEdit* name_ = nullptr;
    QLabel* words_ = nullptr;
};

/// "My GTX 295!" -> "my-gtx-295"; empty when nothing usable is left.
QString cardIdOf(const QString& name);

/// One change of a card that a class asks for at once.
struct WhatIf {
    QString name, title, tip; ///< name: of the button, for tests
    std::function<simulated::Card(const simulated::Card&card, const simulated::Card&listed)> apply, undo;
    std::function<bool(const simulated::Card& card, const simulated::Card& listed)> is_on;
    std::function<bool(const simulated::Card& listed)> is_possible; ///< a card without L1 cannot lose it
};
const QList<WhatIf>& whatIfs();

/// The buttons "16 multiprocessors", "no L1", "twice the bandwidth": each goes on and off, and Reset takes all edits
/// back.
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
