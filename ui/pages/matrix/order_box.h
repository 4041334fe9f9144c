#pragma once

#include <QObject>

class QComboBox;

namespace warploom::ui {

class Session;

/// Combo box that opens the matrix in another row and column ordering.
class OrderBox : public QObject {
    Q_OBJECT
public:
    explicit OrderBox(Session& session, QObject* parent = nullptr);

    QComboBox* box() const { return box_; }
    void showOrder(); ///< Selects the ordering of the open matrix.

private:
    Session& session_;
    QComboBox* box_ = nullptr;
};

} // namespace warploom::ui
