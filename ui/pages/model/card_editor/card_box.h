#pragma once

#include <QComboBox>

namespace warploom::ui {

class Session;

/// Chooses the simulated card of the session: the program's cards and the user's. An edited card says so.
class CardBox : public QComboBox {
    Q_OBJECT
public:
    explicit CardBox(Session& session, QWidget* parent = nullptr);

private:
    void fill();

    Session& session_;
};

} // namespace warploom::ui
