#pragma once

#include <QMenu>

namespace warploom::ui {

/// Menu with the templates for a new kernel: built-in kernels, problems, and kernels from the textbook and papers.
class NewKernelMenu : public QMenu {
    Q_OBJECT
public:
    explicit NewKernelMenu(QWidget* parent = nullptr);

signals:
    void fileChosen(const QString& name); ///< emitted with the name of a file in shipped_texts()
    void problemChosen(const QString& name);
};

} // namespace warploom::ui
