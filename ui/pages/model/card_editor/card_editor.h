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

/// Edits all fields and the coalescing rule of the session's card in a table. The result can be saved as a new card.
class CardEditor : public QWidget {
    Q_OBJECT
public:
    explicit CardEditor(Session& session, QWidget* parent = nullptr);

    QTableView* table() const { return table_; }
    CardModel* model() const { return model_; }
    /// Returns the last error, or the location of the saved card; empty if there is no message.
    QString words() const;
    /// Saves the card under a name, from which its ID is derived. Returns whether it was written; words() returns the
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

/// Converts a name to an ID: "My GTX 295!" becomes "my-gtx-295". Returns an empty string if the name contains no usable
/// character.
QString cardIdOf(const QString& name);

/// A predefined change of a card, such as doubling the bandwidth.
struct WhatIf {
    QString name, title, tip; ///< `name` is the object name of the button, for tests
    std::function<simulated::Card(const simulated::Card&card, const simulated::Card&listed)> apply, undo;
    std::function<bool(const simulated::Card& card, const simulated::Card& listed)> is_on;
    /// Returns whether the change is possible. For example, a card without an L1 cache cannot lose it.
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
