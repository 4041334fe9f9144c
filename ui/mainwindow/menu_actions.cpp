#include "ui/mainwindow/menu_actions.h"

namespace warploom::ui {

QAction* addNamed(QMainWindow& window, QWidget* menu, const char* name, const QString& text, const QString& tip,
                  const QKeySequence& shortcut) {
    auto* action = new QAction(text, &window);
    action->setObjectName(QLatin1String(name));
    action->setShortcut(shortcut);
    action->setStatusTip(tip);
    action->setWhatsThis(tip);
    menu->addAction(action);
    return action;
}

} // namespace warploom::ui
