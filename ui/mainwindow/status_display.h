#pragma once

#include <QObject>

class QLabel;
class QMainWindow;
class QProgressBar;
class QStatusBar;
class QToolButton;

namespace warploom::ui {

class PageStack;
class Session;
class WindowExports;

/// The permanent parts of the status bar: the nonzero under the mouse pointer, the progress of loading a matrix, the
/// last exported files, and the state of the worker.
class StatusDisplay : public QObject {
    Q_OBJECT
public:
    StatusDisplay(QStatusBar& bar, Session& session, PageStack& pages, WindowExports& exports);

    QLabel* loading() const { return loading_; }
    QLabel* worker() const { return worker_; }
    void applyTheme();

private:
    QLabel* label(const char* object, const QString& accessible);
    void connectLoading();
    void addExported(PageStack& pages, WindowExports& exports);
    void showHovered();
    void showWorker();

    QStatusBar& bar_;
    Session& session_;
    QLabel *hovered_ = nullptr, *loading_ = nullptr, *worker_ = nullptr;
    QProgressBar* progress_ = nullptr;
    QToolButton* cancel_ = nullptr;
    QString exported_folder_;
};

} // namespace warploom::ui
