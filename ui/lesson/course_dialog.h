#pragma once

#include "engine/course/course.h"

#include <QDialog>
#include <QString>

class QLabel;
class QTreeWidget;
class QTreeWidgetItem;

namespace warploom::ui {

/// Shows the course, which consists of weeks with lessons, exercises and problems. For each item, also shows how long
/// it takes, how difficult it is, and whether the user has finished it. A click on an item closes the dialog and opens
/// the item.
class CourseDialog : public QDialog {
    Q_OBJECT
public:
    explicit CourseDialog(QWidget* parent = nullptr);

signals:
    void itemRequested(warploom::course::ItemKind kind, const QString& name);

private:
    void fill();
    void showGoal(const QTreeWidgetItem* current);
    void openItem(const QTreeWidgetItem* entry);

    QTreeWidget* weeks_ = nullptr;
    QLabel *progress_ = nullptr, *goal_ = nullptr;
};

} // namespace warploom::ui
