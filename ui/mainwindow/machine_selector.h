#pragma once

#include "ui/session/session.h"

#include <QToolButton>

class QMenu;

namespace warploom::ui {

/// Button for selecting the machine and the modeled card. Its text contains both, as in "Runs on: ... · Modeled card:
/// ...". The width of the button does not depend on the names.
class MachineSelector : public QToolButton {
    Q_OBJECT
public:
    explicit MachineSelector(Session& session, QWidget* parent = nullptr);

    void setRoom(int width);
    QMenu* choices() const { return menu_; } ///< returns the menu, which is filled when it opens
    void open();

protected:
    void resizeEvent(QResizeEvent* event) override;

private:
    void fill();
    void say();

    Session& session_;
    QMenu* menu_;
};

} // namespace warploom::ui
