// Functions of the Step page that handle the walkthrough topic and its data, and links to the open matrix, the Warp
// page, saved states and files.
#include "ui/pages/step/step_page.h"

#include "engine/walkthrough/pane_steps.h"
#include "ui/charts/chart_frame.h"
#include "ui/components/warp/player.h"
#include "ui/pages/step/sheet_export.h"
#include "ui/pages/step/step_choices.h"
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
        // If the step belongs to a saved state, the system to solve is the matrix that is opened together with the
        // state.
        choices_->followOpenMatrix();
        player_->setStep(step - 1);
    };
    go();
    if (session().isLoading()) connect(&session(), &Session::loadingFinished, this, go, Qt::SingleShotConnection);
}

QHash<QString, QVariant> StepPage::shownChoices() const {
    QHash<QString, QVariant> shown = choices_->shown();
    shown.insert("predict", predict_->isChecked());
    shown.insert("tab", tabName());
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
    const QString wanted = session().choice(QStringLiteral("step/tab")).toString();
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
    if (wish.matrix.isEmpty()) wish.matrix = choices_->matrixName();
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
    choices_->chooseFor(done.kernel, unknowns);
    for (int step = 0; step < walkthrough_->steps(); ++step) {
        const std::optional<WalkthroughWarp> its = walkthrough_->warpOf(step, static_cast<int>(done.row));
        if (!its || its->warp.launch != done.warp.launch || its->warp.block != done.warp.block) continue;
        if (its->section != done.section || (done.row >= 0 && its->row != done.row)) continue;
        player_->setStep(step);
        if (done.row >= 0) view_->choose(static_cast<int>(done.row));
        return;
    }
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
        const QStringList files = writeSheets(choices_->topic().name, folder);
        if (!files.isEmpty())
            session().exported(tr("%n pages were saved to %1.", nullptr, pluralOf(files.size())).arg(folder), folder);
        return files;
    } catch (const std::exception& failure) {
        session().reportFailure(failure);
        return {};
    }
}

} // namespace warploom::ui
