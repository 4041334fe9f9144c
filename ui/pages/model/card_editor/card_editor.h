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

/// Edits all fields of the session's card in a table, and its coalescing rule. The result can be saved as a new card.
class CardEditor : public QWidget {
    Q_OBJECT
public:
    explicit CardEditor(Session& session, QWidget* parent = nullptr);

    QTableView* table() const { return table_; }
    CardModel* model() const { return model_; }
    /// Returns the last error, or where the card was saved; empty if there is no message.
    QString words() const;
    /// Saves the card under a name, from which its id is derived. Returns whether it was written; words() returns the
    /// message.
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

/// Converts a name to an id: "My GTX 295!" becomes "my-gtx-295". Returns an empty string if no usable character is
/// left.
QString cardIdOf(const QString& name);

/// A predefined change of a card, such as twice the bandwidth.
struct WhatIf {
    QString name, title, tip; ///< name: object name of the button, for tests
    std::function<simulated::Card(const simulated::Card&card, const simulated::Card&listed)> apply, undo;
    std::function<bool(const simulated::Card& card, const simulated::Card& listed)> is_on;
    /// For example, a card without an L1 cache cannot lose it.
    std::function<bool(const simulated::Card& listed)> is_possible;
};
const QList<WhatIf>& whatIfs();

/// Toggle buttons such as "16 multiprocessors", "no L1" and "twice the bandwidth". Reset reverts all edits.
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
