#pragma once

#include <QWidget>

class QComboBox;
class QLabel;
class QLineEdit;
class QPushButton;
class QTableView;

namespace warploom::ui {

class CardModel;
class Session;

/// Every figure of the session's card in a table to be edited, the coalescing rule, and a way to keep the result as a card
/// of one's own.
class CardEditor : public QWidget {
    Q_OBJECT
public:
    explicit CardEditor(Session& session, QWidget* parent = nullptr);

    QTableView* table() const { return table_; }
    CardModel* model() const { return model_; }
    /// The last refusal, or where the card was kept; empty when there is nothing to say.
    QString words() const;
    /// Keeps the card under a name; its id is made from the name. Says in `words()` how it went; true when it is written.
    bool saveAs(const QString& name);

private:
    void cardChanged();
    void say(const QString& words, bool is_problem);
    void fit();

    Session& session_;
    QLabel* about_ = nullptr;
    QComboBox* rule_ = nullptr;
    CardModel* model_ = nullptr;
    QTableView* table_ = nullptr;
    QLineEdit* name_ = nullptr;
    QPushButton* save_ = nullptr;
    QLabel* words_ = nullptr;
};

/// "My GTX 295!" -> "my-gtx-295"; empty when nothing usable is left.
QString cardIdOf(const QString& name);

} // namespace warploom::ui
