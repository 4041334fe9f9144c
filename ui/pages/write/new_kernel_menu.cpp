#include "ui/pages/write/new_kernel_menu.h"

#include "engine/declared/shipped_problems.h"
#include "engine/embedded_files.h"
#include "ui/components/operations/operation_view.h"
#include "ui/session/kernel_files.h"
#include "ui/style/qt_text.h"

namespace warploom::ui {

NewKernelMenu::NewKernelMenu(QWidget* parent) : QMenu(parent) {
    const auto add = [this](QMenu* to, const QString& file, const QString& title) {
        QAction* const action = to->addAction(title, this, [this, file] { emit fileChosen(file); });
        action->setObjectName(file);
        action->setToolTip(wordsOfFile(file));
        action->setStatusTip(wordsOfFile(file));
    };
    const QString empty = QStringLiteral("textbook/empty.cu");
    const auto add_group = [&](const QString& folder, const QString& title) {
        QMenu* const group = addMenu(title);
        for (const EmbeddedFile& file : shipped_texts()) {
            const QString name = toQString(file.name), kernel = kernelOfFile(name);
            if (!name.startsWith(folder + QLatin1Char('/')) || name == empty) continue;
            add(group, name, kernel.isEmpty() ? name.section(QLatin1Char('/'), 1).chopped(3) : kernel);
        }
        group->setToolTipsVisible(true);
        group->menuAction()->setVisible(!group->isEmpty());
    };
    add(this, empty, tr("An &empty kernel"));
    for (const OperationView* const view : operationViews()) {
        const OperationInfo info = view->info();
        add_group(info.id, tr("Built-in: %1").arg(info.title));
    }
    addSeparator();
    QMenu* const problems = addMenu(tr("P&roblems"));
    for (const declared::ShippedProblem& problem : declared::shipped_problems()) {
        const QString name = toQString(problem.name);
        QAction* const action =
            problems->addAction(toQString(problem.title), this, [this, name] { emit problemChosen(name); });
        action->setObjectName(QStringLiteral("problem:") + name);
        action->setData(name); // the name of the kernel source is stored as data of the menu entry
    }
    add_group(QStringLiteral("textbook"), tr("&Textbook"));
    add_group(QStringLiteral("papers"), tr("&Papers"));
    add_group(QStringLiteral("wrong"), tr("Examples of incorrect &kernels"));
    setToolTipsVisible(true);
}

} // namespace warploom::ui
