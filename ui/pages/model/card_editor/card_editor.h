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

/// A table in which the user edits all fields of the session's card and its coalescing rule. The result can be saved as
/// a new card.
class CardEditor : public QWidget {
    Q_OBJECT
public:
    explicit CardEditor(Session& session, QWidget* parent = nullptr);

    QTableView* table() const { return table_; }
    CardModel* model() const { return model_; }
    /// Returns the latest error or the path of the saved card; empty if there is no message.
    QString words() const;
    /// Saves the card under a name from which its ID is derived. Returns whether the file was written; words() then
    /// returns the message.
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

/// Converts a name to an ID: "My GTX 295!" becomes "my-gtx-295". Returns an empty string if the name contains no
/// letters or digits.
QString cardIdOf(const QString& name);

/// A predefined edit of a card, such as doubling its bandwidth.
struct WhatIf {
    QString name, title, tip; ///< `name` is the button's object name, which tests use
    std::function<simulated::Card(const simulated::Card&card, const simulated::Card&listed)> apply, undo;
    std::function<bool(const simulated::Card& card, const simulated::Card& listed)> is_on;
    /// Returns whether the edit is possible. For example, a card without an L1 cache cannot have it disabled.
    std::function<bool(const simulated::Card& listed)> is_possible;
};
const QList<WhatIf>& whatIfs();

/// A row of toggle buttons, such as "16 multiprocessors", "No L1" and "Twice the bandwidth". *Reset* discards all
/// edits.
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
