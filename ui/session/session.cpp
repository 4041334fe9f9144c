#include "ui/session/session.h"

#include "engine/generators/matrix_source.h"
#include "ui/session/background.h"
#include "ui/session/kernel_texts.h"
#include "ui/session/matrix_names.h"
#include "ui/session/same_matrix.h"
#include "ui/session/worker_client.h"

#include <QLockFile>
#include <QSettings>
#include <QTimer>

#include <algorithm>
#include <unordered_map>

namespace warploom::ui {

/// State of a matrix that is being loaded. The background thread writes the atomic members, and a timer on the GUI
/// thread reads them, so that frequent progress reports do not flood the event loop.
struct Session::Loading {
    QString name;
    std::atomic<bool> cancelled{false};
    std::atomic<int> stage{0};
    std::atomic<std::int64_t> done{0}, total{0};
    QString sentence, hint, code; ///< description of an error; written before the GUI thread is notified of the end
};

namespace {

constexpr int recent_limit = 10, recent_patience_ms = 500;
constexpr std::int64_t window_limit = 16;
const char* const stage_names[] = {QT_TRANSLATE_NOOP("Session", "reading"), QT_TRANSLATE_NOOP("Session", "counting"),
                                   QT_TRANSLATE_NOOP("Session", "drawing")};

/// Deletes a matrix on a background thread, because freeing hundreds of megabytes would delay the next frame.
void delete_in_background(const LoadedMatrix* matrix) {
    if (QThreadPool* pool = QThreadPool::globalInstance()) {
        runInBackground(*pool, [matrix] { delete matrix; });
    } else {
        delete matrix;
    }
}

/// Returns the initial window of a matrix. If the window in the upper left corner contains at least as many nonzeros as
/// rows, returns this window. Otherwise, returns the window with the most nonzeros in the upper part of the matrix.
MatrixWindow first_window(const CsrMatrix& a) {
    constexpr std::int64_t limit = window_limit, most_entries = 1'000'000;
    const MatrixWindow corner{0, limit, 0, limit};
    MatrixWindow fullest = corner;
    std::int64_t most = 0;
    for (std::int64_t top = 0; top < a.rows && a.row_pointer[top] < most_entries; top += limit) {
        const auto begin = a.row_pointer[top], end = a.row_pointer[std::min(top + limit, a.rows)];
        if (begin == end) continue;
        // Number of nonzeros in each window that starts at row `top`, keyed by the first column of the window.
        std::unordered_map<std::int64_t, std::int64_t> nonzeros;
        for (auto k = begin; k < std::min(end, begin + most_entries); ++k)
            if (const std::int64_t left = a.column[k] / limit * limit; ++nonzeros[left] > most) {
                most = nonzeros[left];
                fullest = {top, top + limit, left, left + limit};
            }
        if (top == 0 && nonzeros[0] >= limit) return corner;
    }
    return fullest;
}

MatrixHandle load(const std::string& name, const Progress& progress, std::atomic<int>& stage) {
    auto loaded = std::make_unique<LoadedMatrix>();
    loaded->matrix = load_matrix(name, progress);
    if (loaded->matrix.is_oversize()) {
        loaded->statistics.rows = loaded->matrix.rows();
        loaded->statistics.cols = loaded->matrix.cols();
        loaded->statistics.stored = loaded->matrix.stored;
        loaded->statistics.nonzeros = static_cast<std::int64_t>(loaded->matrix.oversize_entries.size());
    } else {
        stage = 1;
        loaded->statistics = matrix_statistics(loaded->matrix, progress);
        stage = 2;
        loaded->pyramid = std::make_unique<const DensityPyramid>(loaded->matrix.csr, progress);
        loaded->first_window = first_window(loaded->matrix.csr);
    }
    loaded->hash = loaded->matrix.hash();
    return MatrixHandle(loaded.release(), delete_in_background);
}

} // namespace

/// Undo command for a setting. If `merge` is true, consecutive changes, for example with a spin box, become a single
/// undo step.
class ChoiceCommand : public QUndoCommand {
public:
    ChoiceCommand(Session& session, QString key, QVariant before, QVariant after, const QString& text, bool merge)
        : QUndoCommand(text), session_(session), key_(std::move(key)), before_(std::move(before)),
          after_(std::move(after)), merge_(merge) {}

    void undo() override { session_.applyChoice(key_, before_); }
    void redo() override { session_.applyChoice(key_, after_); }
    bool leadsTo(const QString& key, const QVariant& value) const { return key_ == key && after_ == value; }
    int id() const override { return merge_ ? static_cast<int>(qHash(key_) & 0x7fffffff) : -1; }
    bool mergeWith(const QUndoCommand* other) override {
        const auto* next = static_cast<const ChoiceCommand*>(other);
        if (next->key_ != key_) return false;
        after_ = next->after_;
        setObsolete(before_ == after_);
        return true;
    }

private:
    Session& session_;
    QString key_;
    QVariant before_, after_;
    bool merge_;
};

QString LoadedMatrix::title() const { return matrixTitle(name(), matrix.rows(), matrix.cols()); }

Session::Session(QObject* parent)
    : QObject(parent), worker_(new WorkerClient(this)), predictions_(new Predictions(this)),
      texts_(new KernelSources(this)) {
    undo_stack_.setUndoLimit(200); // also limits how long removed runs stay in memory
    // This is also the name of the pool's threads.
    QThreadPool::globalInstance()->setObjectName(QStringLiteral("matrices"));
    recent_ = QSettings().value(QStringLiteral("recent")).toStringList();
    auto* timer = new QTimer(this);
    timer->setInterval(50);
    connect(timer, &QTimer::timeout, this, [this] {
        if (loading_ == nullptr) return;
        emit loadingProgress(tr(stage_names[loading_->stage.load()]), loading_->done.load(), loading_->total.load());
    });
    connect(this, &Session::loadingStarted, timer, [timer] { timer->start(); });
    connect(this, &Session::loadingFinished, timer, &QTimer::stop);
    connect(worker_, &WorkerClient::chatter, this, &Session::note);
    connect(worker_, &WorkerClient::failedIdle, this, &Session::report);
    connect(texts_, &KernelSources::problem, this, &Session::report);
    connect(texts_, &KernelSources::listChanged, worker_, [this] { worker_->setOwnKernels(texts_->kernels()); });
    worker_->setOwnKernels(texts_->kernels());
    worker_->setCompletion([this](Json& fields) { texts_->complete(fields); });
    worker_->setAnswerCheck([this](const Json& request, const Json& answer) {
        if (matrix_ != nullptr) requireSameMatrix(*matrix_, worker_->command(), request, answer);
    });
}

Session::~Session() {
    // Cancel the load in progress. The background task checks `cancelled` before it posts to this object, and pending
    // events are discarded with the object.
    if (loading_) loading_->cancelled = true;
    QThreadPool::globalInstance()->waitForDone();
}

void Session::openMatrix(const QString& name) {
    if (name.trimmed().isEmpty()) return;
    // Use the absolute path, because the worker may have a different working directory.
    const QString full = wholeName(name.trimmed());
    if (full == matrixName()) {
        if (!isLoading() && (matrix_ == nullptr || matrix_->name() != full)) startLoading(full);
        return;
    }
    // Do not add an undo step for the first matrix, because there is no previous matrix.
    if (matrix_ == nullptr) presetChoice(QStringLiteral("matrix"), full);
    else setChoice(QStringLiteral("matrix"), full, tr("matrix %1").arg(matrixTitle(full)));
}

void Session::cancelLoading() {
    if (loading_) loading_->cancelled = true;
}

void Session::startLoading(const QString& name) {
    cancelLoading();
    auto loading = std::make_shared<Loading>();
    loading->name = name;
    loading_ = loading;
    emit loadingStarted(name);
    const auto work = [loading] {
        Progress progress;
        progress.cancelled = &loading->cancelled;
        progress.report = [raw = loading.get()](std::int64_t done, std::int64_t total) {
            raw->done.store(done, std::memory_order_relaxed);
            raw->total.store(total, std::memory_order_relaxed);
        };
        MatrixHandle matrix;
        try {
            matrix = load(loading->name.toStdString(), progress, loading->stage);
        } catch (const Error& error) {
            loading->code = QString::fromStdString(error.code());
            loading->sentence = QString::fromUtf8(error.what());
            loading->hint = QString::fromStdString(error.hint());
        } catch (const std::bad_alloc&) {
            loading->code = QStringLiteral("memory.limit");
            loading->sentence = tr("Not enough memory for '%1'.").arg(loading->name);
            loading->hint = tr("Close other programs, or choose a smaller matrix.");
        } catch (const std::exception& error) {
            loading->code = QStringLiteral("internal");
            loading->sentence = tr("Could not load '%1': %2").arg(loading->name, QString::fromUtf8(error.what()));
        }
        return matrix;
    };
    computeInBackground(*QThreadPool::globalInstance(), this, work,
                        [this, loading](const MatrixHandle& matrix) { finishLoading(loading, matrix); });
}

void Session::finishLoading(const std::shared_ptr<Loading>& loading, const MatrixHandle& matrix) {
    if (loading != loading_) return; // ignore the result, because a newer load has replaced this one
    loading_.reset();
    if (matrix != nullptr) {
        matrix_ = matrix;
        window_ = {};
        hovered_ = {};
        row_selection_ = {};
        warp_ = {};
        setWindow(matrix_->first_window);
        remember(loading->name);
        emit matrixChanged();
        emit hoveredChanged();
        emit rowSelectionChanged();
        emit warpChanged();
    } else {
        // Reset the matrix setting to the displayed matrix. Otherwise, saving a state or ending a lesson would open the
        // rejected file again.
        if (matrix_ != nullptr) choices_.insert(QStringLiteral("matrix"), matrix_->name());
        forgetStepTo(loading->name);
        if (loading->code == QLatin1String("cancelled")) note(tr("Loading %1 was canceled.").arg(loading->name));
        else report(loading->sentence, loading->hint);
    }
    emit loadingFinished(matrix != nullptr);
}

/// Removes the undo step of a matrix that could not be loaded.
void Session::forgetStepTo(const QString& matrix) {
    const int last = undo_stack_.index() - 1;
    const auto* const step = last < 0 ? nullptr : dynamic_cast<const ChoiceCommand*>(undo_stack_.command(last));
    if (step == nullptr || !step->leadsTo(QStringLiteral("matrix"), matrix)) return;
    // The undo stack deletes obsolete commands during undo(). The const_cast is needed because the stack returns only
    // const pointers.
    const_cast<ChoiceCommand*>(step)->setObsolete(true);
    undo_stack_.undo();
}

void Session::setWindow(MatrixWindow window) {
    if (matrix_ == nullptr) return;
    const auto clip = [](std::int64_t& begin, std::int64_t& end, std::int64_t order) {
        const std::int64_t length = std::min({std::max<std::int64_t>(end - begin, 1), window_limit, order});
        begin = std::clamp<std::int64_t>(begin, 0, order - length);
        end = begin + length;
    };
    clip(window.row_begin, window.row_end, matrix_->matrix.rows());
    clip(window.col_begin, window.col_end, matrix_->matrix.cols());
    if (window.row_begin == window_.row_begin && window.row_end == window_.row_end &&
        window.col_begin == window_.col_begin && window.col_end == window_.col_end)
        return;
    window_ = window;
    emit windowChanged();
}

void Session::setHovered(HoveredNonzero nonzero) {
    if (nonzero == hovered_) return;
    hovered_ = nonzero;
    emit hoveredChanged();
}

void Session::setRowSelection(const RowSelection& selection) {
    if (selection == row_selection_) return;
    row_selection_ = selection;
    emit rowSelectionChanged();
}

void Session::setWarp(const WarpChoice& warp) {
    if (warp == warp_) return;
    warp_ = warp;
    emit warpChanged();
}

void Session::setChoice(const QString& key, const QVariant& value, const QString& text, bool merge) {
    const QVariant before = choices_.value(key);
    if (before == value) return;
    undo_stack_.push(new ChoiceCommand(*this, key, before, value, text, merge));
}

void Session::applyChoice(const QString& key, const QVariant& value) {
    if (value.isValid()) {
        choices_.insert(key, value);
    } else {
        choices_.remove(key);
    }
    if (key == QLatin1String("matrix")) {
        const QString name = value.toString();
        const bool there = matrix_ != nullptr && matrix_->name() == name;
        if (there || name.isEmpty()) {
            cancelLoading();
        } else {
            startLoading(name);
        }
    }
    if (key == QLatin1String("card")) card_.reset();
    emit choiceChanged(key);
    if (key == QLatin1String("card")) emit cardChanged();
}

void Session::clearRecent() {
    recent_.clear();
    QSettings().setValue(QStringLiteral("recent"), recent_);
    emit recentChanged();
}

void Session::remember(const QString& name) {
    QSettings settings;
    // Read the list of recent matrices again while holding a lock, because another window may have changed it. If the
    // lock cannot be acquired, for example in a read-only folder, continue without it.
    QLockFile lock(settings.fileName() + QStringLiteral(".recent"));
    lock.tryLock(recent_patience_ms);
    settings.sync();
    recent_ = settings.value(QStringLiteral("recent")).toStringList();
    recent_.removeAll(name);
    recent_.prepend(name);
    while (recent_.size() > recent_limit) recent_.removeLast();
    // Write the list of recent matrices immediately, so that it is not lost in a crash.
    settings.setValue(QStringLiteral("recent"), recent_);
    settings.sync();
    emit recentChanged();
}

void Session::predicted(Prediction prediction) {
    if (prediction.said.isEmpty()) return;
    prediction.when = QDateTime::currentDateTime();
    const QString complaint = predictions_->add(prediction);
    if (!complaint.isEmpty()) report(complaint, tr("Free up disk space, or check the folder permissions."));
}

void Session::report(const QString& sentence, const QString& hint) {
    note(hint.isEmpty() ? sentence : sentence + QLatin1Char(' ') + hint);
    emit problem(sentence, hint);
}

void Session::reportFailure(const std::exception& failure) {
    const auto* const error = dynamic_cast<const Error*>(&failure);
    if (error != nullptr) report(QString::fromUtf8(error->what()), QString::fromStdString(error->hint()));
    else if (dynamic_cast<const std::bad_alloc*>(&failure) != nullptr)
        report(tr("Not enough memory."), tr("Close other programs, or choose a smaller input."));
    else report(tr("The operation failed: %1.").arg(QString::fromUtf8(failure.what())));
}

void Session::exported(const QString& sentence, const QString& path) {
    note(sentence);
    emit written(sentence, path);
}

void Session::note(const QString& line) { emit noted(line); }

} // namespace warploom::ui
