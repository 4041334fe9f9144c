// The walkthrough topic and its data, and links to the open matrix, the Warp page, saved states and files.
#include "ui/pages/step/step_page.h"

#include "engine/walkthrough/pane_steps.h"
#include "ui/charts/chart_frame.h"
#include "ui/components/warp/player.h"
#include "ui/pages/step/sheet_export.h"
#include "ui/style/number_text.h"
#include "ui/style/text.h"

#include <QCheckBox>
#include <QComboBox>
#include <QSpinBox>
#include <QStackedWidget>
#include <QTabWidget>
#include <QTextBrowser>
#include <QToolButton>

#include <algorithm>
#include <utility>

namespace warploom::ui {

int StepPage::shownStep() const { return player_->step() + 1; }

void StepPage::goToStep(int step) {
    const auto go = [this, step] {
        // If the system belongs to a saved state, it is the matrix that was opened together with the state.
        const MatrixHandle& matrix = session().matrix();
        const bool is_open = chosen("system", 0).toInt() == static_cast<int>(System::open);
        if (is_open && matrix && !session().isLoading() && matrix->name() != open_name_) useOpenMatrix();
        player_->setStep(step - 1);
    };
    go();
    if (session().isLoading()) connect(&session(), &Session::loadingFinished, this, go, Qt::SingleShotConnection);
}

QHash<QString, QVariant> StepPage::shownChoices() const {
    const WalkthroughChoices all = choices();
    const QHash<QString, QVariant> shown{{"topic", topic().name},
                                         {"size", chosen("size", 8)},
                                         {"system", static_cast<int>(system())},
                                         {"letters", all.letters},
                                         {"real_tile", all.real_tile},
                                         {"padding", all.padding},
                                         {"prefetch", all.prefetch},
                                         {"symmetric", all.symmetric},
                                         {"bytes", all.bytes},
                                         {"predict", predict_->isChecked()},
                                         {"tab", tabName()}};
    QHash<QString, QVariant> named;
    for (auto each = shown.begin(); each != shown.end(); ++each)
        named.insert(QStringLiteral("step/") + each.key(), each.value());
    return named;
}

QString StepPage::tabName() const {
    const QWidget* const front = tabs_->currentWidget();
    return front == banks_frame_ ? QStringLiteral("banks")
           : front == formula_   ? QStringLiteral("words")
                                 : QStringLiteral("picture");
}

/// Shows the selected tab if the topic has it; otherwise, keeps the current tab.
void StepPage::showTab() {
    const QString wanted = chosen("tab", QString()).toString();
    QWidget* const tab = wanted == QLatin1String("banks")     ? static_cast<QWidget*>(banks_frame_)
                         : wanted == QLatin1String("words")   ? static_cast<QWidget*>(formula_)
                         : wanted == QLatin1String("picture") ? static_cast<QWidget*>(view_frame_)
                                                              : nullptr;
    const int at = tab == nullptr ? -1 : tabs_->indexOf(tab);
    if (at < 0 || !tabs_->isTabVisible(at)) return;
    const auto begins = std::exchange(arranging_, true);
    tabs_->setCurrentIndex(at);
    arranging_ = begins;
}

StepPage::System StepPage::system() const {
    const auto wanted = static_cast<System>(chosen("system", 0).toInt());
    return wanted == System::open && open_system_.n() == 0 ? System::difference : wanted;
}

void StepPage::addSystem(const QString& title, System system) { system_->addItem(title, static_cast<int>(system)); }

WalkthroughChoices StepPage::choices() const {
    WalkthroughChoices all;
    all.letters = chosen("letters", false).toBool();
    all.real_tile = chosen("real_tile", false).toBool();
    all.padding = chosen("padding", false).toBool();
    all.prefetch = chosen("prefetch", true).toBool();
    all.symmetric = chosen("symmetric", true).toBool();
    all.bytes = chosen("bytes", 8).toInt();
    const int n = chosen("size", 8).toInt();
    all.corner = corner_;
    all.corner_name = corner_name_;
    if (system() == System::open) {
        all.system = open_system_;
        all.system_name = open_name_;
    } else if (system() == System::random) {
        all.system = walkthrough::random_dominant(n, 7);
        all.system_name = tr("random, dominant");
    } else {
        all.system = walkthrough::second_difference(n);
        all.system_name = QStringLiteral("−1, 2, −1");
    }
    return all;
}

void StepPage::showInWarp() {
    if (!walkthrough_) return;
    const std::optional<WalkthroughWarp> done = walkthrough_->warpOf(stepNow(), view_->chosen());
    if (!done)
        return session().report(tr("No kernel executes this step exactly as shown."),
                                tr("Kernels are available only for Thomas, CR, PCR and the 48 × 48 tile."));
    NavigationTarget wish;
    wish.operation = done->operation;
    wish.kernel = done->kernel;
    wish.matrix = done->matrix;
    if (wish.matrix.isEmpty())
        wish.matrix = system() == System::open
                          ? open_name_
                          : QStringLiteral("tridiagonal:n=%1,kind=0").arg(chosen("size", 8).toInt());
    wish.block = session().block();
    wish.warp = done->warp;
    wish.row = done->row;
    wish.section = done->section;
    wish.array = done->array;
    emit warpRequested(wish);
}

void StepPage::showWalkthrough(const WalkthroughWarp& done, int unknowns) {
    const QString topic_name = walkthroughOfKernel(done.operation, done.kernel);
    if (topic_name.isEmpty()) return;
    setTopic(topic_name);
    if (topic().boxes == WalkthroughEntry::Boxes::equations) {
        if (system() == System::open && open_system_.n() != unknowns)
            choose("system", static_cast<int>(System::difference), tr("system %1").arg(system_->itemText(0)));
        if (system() != System::open) choose("size", unknowns, tr("%n unknowns", nullptr, unknowns));
    } else {
        const bool has_all = !done.kernel.contains(QLatin1Char('@'));
        choose("real_tile", true, shape_->itemText(1));
        for (const char* name : {"padding", "prefetch", "symmetric"})
            choose(name, has_all || done.kernel.contains(QLatin1String(name)), QLatin1String(name));
    }
    for (int step = 0; step < walkthrough_->steps(); ++step) {
        const std::optional<WalkthroughWarp> its = walkthrough_->warpOf(step, static_cast<int>(done.row));
        if (!its || its->warp.launch != done.warp.launch || its->warp.block != done.warp.block) continue;
        if (its->section != done.section || (done.row >= 0 && its->row != done.row)) continue;
        player_->setStep(step);
        if (done.row >= 0) view_->choose(static_cast<int>(done.row));
        return;
    }
}

void StepPage::useCorner() {
    if (corner_) {
        corner_.reset();
        return rebuild();
    }
    const MatrixHandle& matrix = session().matrix();
    if (!matrix) return session().report(tr("No matrix is open."), tr("For example, open laplace2d:n=20."));
    const CsrMatrix& a = matrix->matrix.csr;
    const RowSelection& rows = session().rowSelection();
    const std::int64_t row = rows.isEmpty() ? 0 : std::min(rows.stretches.front().begin, a.rows);
    try {
        const bool has_entry = row < a.rows && a.row_length(row) > 0;
        const std::int64_t column = has_entry ? a.column[a.row_pointer[row]] : row;
        corner_ = walkthrough::corner_of(a, row, column);
        corner_name_ = tr("%1, starting at row %2 and column %3").arg(matrix->name()).arg(row).arg(column);
    } catch (const std::exception& failure) { return session().reportFailure(failure); }
    rebuild();
}

void StepPage::useOpenMatrix() {
    if (topic().boxes == WalkthroughEntry::Boxes::formats) return useCorner();
    const MatrixHandle& matrix = session().matrix();
    const QString hint = tr("For example, open tridiagonal:n=16.");
    constexpr std::int64_t most = 64, least = 4;
    if (!matrix) return session().report(tr("No matrix is open."), hint);
    if (matrix->matrix.rows() > most || matrix->matrix.rows() < least)
        return session().report(tr("'%1' has %2 rows. Only systems with %3 to %4 rows can be shown step by step.")
                                    .arg(matrix->name())
                                    .arg(matrix->matrix.rows())
                                    .arg(least)
                                    .arg(most),
                                hint);
    try {
        open_system_ = tridiagonal_system_of(matrix->matrix);
    } catch (const std::exception& failure) { return session().reportFailure(failure); }
    open_name_ = matrix->name();
    const int open = static_cast<int>(System::open);
    if (chosen("system", 0).toInt() == open) return rebuild();
    choose("system", open, tr("system %1").arg(open_name_));
}

QStringList StepPage::exportStepsTo(const QString& folder) {
    try {
        const QStringList files = exportSteps(walkthrough_, view_->chosen(), folder);
        session().exported(tr("%n step images were saved to %1.", nullptr, pluralOf(files.size())).arg(folder), folder);
        return files;
    } catch (const std::exception& failure) {
        session().reportFailure(failure);
        return {};
    }
}

QStringList StepPage::exportSheetsTo(const QString& folder) {
    try {
        const QStringList files = writeSheets(topic().name, folder);
        if (!files.isEmpty())
            session().exported(tr("%n pages were saved to %1.", nullptr, pluralOf(files.size())).arg(folder), folder);
        return files;
    } catch (const std::exception& failure) {
        session().reportFailure(failure);
        return {};
    }
}

} // namespace warploom::ui
