#pragma once

#include "ui/session/session.h"

#include <QToolButton>

class QMenu;

namespace warploom::ui {

/// "Runs on: ... · Modelled card: ...", the one place where both are chosen. Its width does not depend on the names.
class MachineSelector : public QToolButton {
    Q_OBJECT
public:
    explicit MachineSelector(Session& session, QWidget* parent = nullptr);

    /// As wide as the window lets it be.
    void setRoom(int width);
    QMenu* choices() const { return menu_; } ///< filled when it opens
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
