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

/// A table for editing the coalescing rule and all parameters of the session's card. The edited card can be saved as a
/// new card.
class CardEditor : public QWidget {
    Q_OBJECT
public:
    explicit CardEditor(Session& session, QWidget* parent = nullptr);

    QTableView* table() const { return table_; }
    CardModel* model() const { return model_; }
    /// Returns the latest error or the path of the saved card; empty if there is neither.
    QString words() const;
    /// Saves the card. The ID is derived from `name`. Returns whether the file was written. On both success and
    /// failure, words() returns a message.
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

/// Converts a name to an ID, such as "My GTX 295!" to "my-gtx-295". Returns an empty string if the name contains no
/// letters or digits.
QString cardIdOf(const QString& name);

/// A predefined edit of a card, such as doubling its bandwidth.
struct WhatIf {
    QString name, title, tip; ///< `name` is the object name of the button, which tests use.
    std::function<simulated::Card(const simulated::Card&card, const simulated::Card&listed)> apply, undo;
    std::function<bool(const simulated::Card& card, const simulated::Card& listed)> is_on;
    /// Returns whether the edit is possible. For example, the L1 cache cannot be disabled on a card that has none.
    std::function<bool(const simulated::Card& listed)> is_possible;
};
const QList<WhatIf>& whatIfs();

/// A row of toggle buttons for what-if edits of a card, such as "16 multiprocessors", "No L1" and "Twice the
/// bandwidth". The *Reset* button discards all edits.
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
