#pragma once

#include <QFrame>

class QLabel;

namespace warploom::ui {

class KernelSources;

/// Message that a kernel file has been changed both here and by another program, with buttons to resolve the conflict.
class FileConflictBar : public QFrame {
    Q_OBJECT
public:
    explicit FileConflictBar(KernelSources& texts, QWidget* parent = nullptr);

    /// Shows the conflict of a kernel source, or hides the message if there is none.
    void showFor(const QString& name);

signals:
    void settled();

private:
    void settle(bool take_file);

    KernelSources& texts_;
    QString name_;
    QLabel* words_ = nullptr;
};

} // namespace warploom::ui
