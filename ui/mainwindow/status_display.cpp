#include "ui/mainwindow/status_display.h"

#include "ui/components/runs/run_store.h"
#include "ui/mainwindow/page_stack.h"
#include "ui/mainwindow/window_exports.h"
#include "ui/pages/run/run_page.h"
#include "ui/session/matrix_names.h"
#include "ui/session/worker_client.h"
#include "ui/style/number_text.h"
#include "ui/style/text.h"
#include "ui/widgets/page_parts.h"

#include <QFileInfo>
#include <QLabel>
#include <QProgressBar>
#include <QStatusBar>
#include <QTimer>
#include <QToolButton>

#include <algorithm>

namespace warploom::ui {

StatusDisplay::StatusDisplay(QStatusBar& bar, Session& session, PageStack& pages, WindowExports& exports)
    : QObject(&bar), bar_(bar), session_(session) {
    hovered_ = label("hoverLabel", tr("Selection"));
    loading_ = label("loadingLabel", tr("Loading"));
    progress_ = named(new QProgressBar(&bar), "loadingProgress", tr("Progress"));
    cancel_ = named(new QToolButton(&bar), "cancelLoading", tr("Cancel loading"));
    cancel_->setText(tr("Cancel"));
    connect(cancel_, &QToolButton::clicked, &session_, &Session::cancelLoading);
    worker_ = label("workerLabel", tr("Worker"));
    worker_->setTextFormat(Qt::RichText); // rich text is needed for the colored status dot
    bar.addWidget(hovered_, 1);
    addExported(pages, exports);
    bar.addWidget(loading_);
    bar.addWidget(progress_);
    bar.addWidget(cancel_);
    bar.addPermanentWidget(worker_);
    connectLoading();
    connect(&session_, &Session::hoveredChanged, this, &StatusDisplay::showHovered);
    connect(&session_.worker(), &WorkerClient::stateChanged, this, &StatusDisplay::showWorker);
}

QLabel* StatusDisplay::label(const char* object, const QString& accessible) {
    return named(new QLabel(&bar_), object, accessible);
}

void StatusDisplay::connectLoading() {
    const auto show = [parts = QWidgetList{loading_, progress_, cancel_}](bool on) {
        for (QWidget* part : parts) part->setVisible(on);
    };
    show(false);
    connect(&session_, &Session::loadingStarted, this, [this, show](const QString& name) {
        bar_.clearMessage(); // clear the status tip of a menu entry, which would hide the progress
        loading_->setText(tr("Loading %1").arg(matrixTitle(name)));
        progress_->setRange(0, 0);
        show(true);
    });
    connect(&session_, &Session::loadingProgress, this,
            [this](const QString& stage, qint64 done, qint64 total) { showProgress(progress_, stage, done, total); });
    connect(&session_, &Session::loadingFinished, this, [show] { show(false); });
}

/// Adds the message about exported files, with a button that opens their folder. Showing the message does not shift the
/// layout.
void StatusDisplay::addExported(PageStack& pages, WindowExports& exports) {
    auto* const sentence = named(new QLabel, "writtenLabel", tr("Exported files"));
    sentence->setSizePolicy(QSizePolicy::Ignored, QSizePolicy::Preferred);
    auto* const open = named(new QToolButton, "openWritten", tr("Open the folder that contains the exported files"));
    open->setText(tr("Open folder"));
    open->setFocusPolicy(Qt::TabFocus);
    auto* const close = named(new QToolButton, "closeWritten", tr("Dismiss"));
    close->setAutoRaise(true);
    close->setFocusPolicy(Qt::TabFocus);
    followIcon(close, QStringLiteral("close"));
    bar_.addWidget(sentence, 3);
    bar_.addWidget(open);
    bar_.addWidget(close);
    const QWidgetList parts{sentence, open, close};
    const auto show = [parts](bool on) {
        for (QWidget* part : parts) part->setVisible(on);
    };
    show(false);
    // Hide the message about exported files after a while or at the next action, but not while the mouse pointer is
    // over it.
    auto* const over = new QTimer(this);
    over->setObjectName(QStringLiteral("writtenOver"));
    over->setSingleShot(true);
    over->setInterval(12'000); // in milliseconds
    connect(over, &QTimer::timeout, this, [over, parts, show] {
        const bool is_wanted = std::any_of(parts.begin(), parts.end(),
                                           [](const QWidget* part) { return part->underMouse() || part->hasFocus(); });
        if (is_wanted) over->start();
        else show(false);
    });
    const auto gone = [over, show] {
        over->stop();
        show(false);
    };
    connect(close, &QToolButton::clicked, this, gone);
    connect(&session_, &Session::choiceChanged, this, gone);
    connect(&pages, &PageStack::currentChanged, this, gone);
    const RunStore& runs = pageOf<RunPage>(pages.pages())->store();
    connect(&runs, &RunStore::runsChanged, this, [&runs, gone] {
        if (runs.isRunning()) gone();
    });
    connect(open, &QToolButton::clicked, this, [this, &exports] { exports.openFolder(exported_folder_); });
    connect(&session_, &Session::written, this, [this, sentence, show, over](const QString& text, const QString& path) {
        over->start();
        const QFileInfo info(path);
        exported_folder_ = info.isDir() ? info.absoluteFilePath() : info.absolutePath();
        sentence->setText(text);
        sentence->setToolTip(text);
        show(true);
    });
}

void StatusDisplay::showHovered() {
    const HoveredNonzero at = session_.hovered();
    QString text;
    if (at.isValid() && session_.matrix() != nullptr) {
        const CsrMatrix& csr = session_.matrix()->matrix.csr;
        if (at.row < csr.rows)
            text = tr("row %1, column %2 · %n nonzeros in the row", nullptr, pluralOf(csr.row_length(at.row)))
                       .arg(at.row)
                       .arg(at.col);
        else text = tr("row %1, column %2").arg(at.row).arg(at.col);
    }
    hovered_->setText(text);
}

void StatusDisplay::applyTheme() {
    progress_->setFixedWidth(theme().px(160));
    showWorker();
}

void StatusDisplay::showWorker() {
    const Colours& colours = theme().colours();
    QColor colour = colours.muted;
    switch (session_.worker().state()) {
    case WorkerClient::State::ready: colour = colours.strokeColour(2); break;
    case WorkerClient::State::busy: colour = colours.accent; break;
    case WorkerClient::State::failed: colour = colours.strokeColour(3); break;
    case WorkerClient::State::starting:
    case WorkerClient::State::stopped: break;
    }
    const QString text = session_.worker().stateText();
    worker_->setText(QStringLiteral("<span style='color:%1'>●</span> %2").arg(colour.name(), text.toHtmlEscaped()));
    worker_->setAccessibleDescription(text);
    worker_->setToolTip(session_.worker().command().join(QLatin1Char(' ')));
}

} // namespace warploom::ui
