#include "ui/widgets/box_accessible.h"

#include <QAbstractItemView>
#include <QAccessibleWidget>
#include <QComboBox>
#include <QLineEdit>

namespace warploom::ui {
namespace {

/// Accessible interface of combo boxes. Only its accessible name differs from that of Qt's own class, which Qt 6.4 does
/// not export.
class BoxAccessible : public QAccessibleWidget {
public:
    explicit BoxAccessible(QComboBox* box) : QAccessibleWidget(box, QAccessible::ComboBox), box_(box) {}

    QString text(QAccessible::Text which) const override {
        return which == QAccessible::Value ? box_->currentText() : QAccessibleWidget::text(which);
    }
    int childCount() const override { return box_->isEditable() ? 2 : 1; }
    QAccessibleInterface* child(int index) const override {
        if (index < 0 || index >= childCount()) return nullptr;
        return QAccessible::queryAccessibleInterface(index == 0 ? static_cast<QObject*>(box_->view())
                                                                : box_->lineEdit());
    }
    int indexOfChild(const QAccessibleInterface* child) const override {
        for (int i = 0; i < childCount(); ++i)
            if (child != nullptr && child == this->child(i)) return i;
        return -1;
    }
    QAccessibleInterface* childAt(int x, int y) const override {
        return box_->view()->isVisible() && box_->view()->rect().contains(box_->view()->mapFromGlobal(QPoint(x, y)))
                   ? child(0)
                   : nullptr;
    }
    QAccessible::State state() const override {
        QAccessible::State state = QAccessibleWidget::state();
        state.expandable = true;
        state.editable = box_->isEditable();
        state.expanded = box_->view()->isVisible();
        return state;
    }
    QStringList actionNames() const override { return {showMenuAction(), pressAction()}; }
    void doAction(const QString& action) override {
        if (action != showMenuAction() && action != pressAction()) return;
        if (box_->view()->isVisible()) box_->hidePopup();
        else box_->showPopup();
    }

private:
    QComboBox* box_;
};

QAccessibleInterface* makeBox(const QString&, QObject* object) {
    auto* const box = qobject_cast<QComboBox*>(object);
    return box == nullptr ? nullptr : new BoxAccessible(box);
}

} // namespace

void installBoxAccessibles() {
    static const bool once = [] {
        QAccessible::installFactory(makeBox);
        return true;
    }();
    static_cast<void>(once);
}

} // namespace warploom::ui
