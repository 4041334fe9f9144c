#include "ui/pages/solve/solve_page.h"

#include "ui/charts/chart_view.h"
#include "ui/look/number_text.h"
#include "ui/look/qt_text.h"
#include "ui/pages/run/operations.h"
#include "ui/pages/solve/preconditioner_view.h"
#include "ui/session/matrix_names.h"
#include "ui/session/worker_client.h"

#include <QComboBox>
#include <QLabel>
#include <QLineEdit>
#include <QPushButton>
#include <QSplitter>
#include <QStackedWidget>
#include <QTimer>

namespace warploom::ui {
namespace {

bool show_data(QComboBox* box, const QVariant& value) {
    const int index = box->findData(value);
    if (index >= 0) box->setCurrentIndex(index);
    return index >= 0;
}

} // namespace

void SolvePage::fillMachines() {
    const QSignalBlocker quiet(machine_);
    machine_->clear();
    for (const wire::Machine& machine : session().worker().handshake().machines)
        machine_->addItem(qt(machine.title), qt(machine.id));
    show_data(machine_, session().machine());
    fillKernels();
}

void SolvePage::fillKernels() {
    const wire::Handshake& handshake = session().worker().handshake();
    const wire::Machine* machine = handshake.machine(session().machine().toStdString());
    method_->clear();
    product_->clear();
    if (machine != nullptr) {
        const auto fill = [&](QComboBox* box, const char* operation) {
            for (const wire::Kernel& kernel : handshake.kernels_of(operation)) {
                if (!kernel.runs_there(machine->kind)) continue;
                box->addItem(qt(kernel.id), qt(kernel.id));
                box->setItemData(box->count() - 1, qt(kernel.title + "\n" + kernel.summary).trimmed(), Qt::ToolTipRole);
            }
        };
        fill(method_, "cg");
        fill(product_, "spmv");
    }
    readChoices();
}

void SolvePage::readChoices() {
    show_data(machine_, session().machine());
    show_data(precision_, session().precision());
    show_data(preconditioner_, session().choice(solveKey("preconditioner"), QStringLiteral("none")));
    if (!show_data(method_, session().choice(solveKey("method"), QStringLiteral("cg-fused"))))
        show_data(method_, QStringLiteral("cg"));
    if (!show_data(product_, session().choice(solveKey("product"), QStringLiteral("csr-vector"))))
        for (const QString& usual : usualProducts())
            if (show_data(product_, usual)) break;
    show_data(right_side_, session().choice(solveKey("rhs"), QStringLiteral("drawn")));
    const QString tolerance = session().choice(solveKey("tolerance")).toString();
    if (tolerance_->text() != tolerance) tolerance_->setText(tolerance);
    bool takes_product = true;
    for (const wire::Kernel& kernel : session().worker().handshake().kernels_of("cg"))
        if (qt(kernel.id) == method_->currentText()) takes_product = kernel.takes_product;
    product_->setEnabled(takes_product);
    takeWanted();
}

CgSetup SolvePage::setup() const {
    CgSetup setup;
    if (session().matrix() != nullptr) setup.matrix = session().matrix()->name();
    setup.machine = session().machine();
    const QStringList kernels =
        cgKernels(session().worker().handshake(), {method_->currentText()}, {product_->currentText()});
    setup.kernel = kernels.value(0);
    setup.precision = session().precision();
    setup.preconditioner = preconditioner_->currentData().toString();
    setup.block = session().block();
    setup.given_side = hasRightSide() && right_side_->currentData().toString() == QLatin1String("given");
    bool ok = false;
    const double tolerance = tolerance_->text().toDouble(&ok);
    if (ok && tolerance > 0) setup.tolerance = tolerance;
    return setup;
}

bool SolvePage::hasRightSide() const {
    return session().matrix() != nullptr && !session().matrix()->matrix.right_side.empty();
}

void SolvePage::takeWanted() {
    right_side_->parentWidget()->setVisible(hasRightSide());
    // A comparison changes the precision by itself; the fields are heard again when it is over.
    solver_->setWanted(setup());
    refresh();
}

QString SolvePage::whyNot() const {
    const MatrixHandle& matrix = session().matrix();
    if (matrix == nullptr) return tr("Choose a matrix first.");
    const QString refusal = QString::fromStdString(matrix->matrix.why_not_runnable());
    if (!refusal.isEmpty()) return refusal;
    if (matrix->matrix.rows() != matrix->matrix.cols())
        return tr("The conjugate gradient method needs a square matrix; this one has %1 rows and %2 columns.")
            .arg(matrix->matrix.rows())
            .arg(matrix->matrix.cols());
    if (session().worker().handshake().machines.empty()) return tr("The worker has not said yet what it can run.");
    if (setup().kernel.isEmpty()) return tr("No conjugate gradient method runs on this machine.");
    if (!tolerance_->text().isEmpty() && !setup().tolerance)
        return tr("The tolerance is a number above 0, such as 1e-8.");
    return {};
}

QString SolvePage::stateSentence() const {
    if (comparing_) return comparison_->sentence();
    const QString refusal = whyNot();
    if (!refusal.isEmpty() && solver_->stretches().empty()) return refusal;
    QString text = solver_->sentence();
    if (text.isEmpty()) {
        const MatrixHandle& matrix = session().matrix();
        if (matrix != nullptr && !matrix->statistics.values_symmetric)
            return tr(
                "This matrix is not symmetric: the method is not made for it, and may break down. Start shows how.");
        return tr("Start solves A x = b for a random x; the curve grows with each iteration.");
    }
    if (solver_->wouldSwitch() && !solver_->isBusy())
        text += tr(" Next: %1, %2, from the very same x, r and p.")
                    .arg(solver_->wanted().kernel, solver_->wanted().precision);
    return text;
}

SolveFacts SolvePage::factsOf(const CgSetup& setup) const {
    const wire::Machine* machine = session().worker().handshake().machine(setup.machine.toStdString());
    SolveFacts facts{{"operation", "CG"},
                     {"machine", machine != nullptr ? machine->title : setup.machine.toStdString()},
                     {"matrix", shortName(setup.matrix).toStdString()}};
    if (setup.given_side) facts.emplace_back("right-hand side", "the matrix' own");
    if (setup.tolerance) facts.emplace_back("tolerance", QString::number(*setup.tolerance).toStdString());
    return facts;
}

void SolvePage::refresh() {
    const bool busy = solver_->isBusy(), comparing = comparison_->isRunning();
    const CgSolver::State state = solver_->state();
    const QString refusal = whyNot();
    const bool begun = !solver_->stretches().empty();
    const bool can_follow = solver_->wouldSwitch() || !begun || (solver_->isOpen() && state != CgSolver::State::ended);
    start_->setText(busy                     ? tr("Pause")
                    : solver_->wouldSwitch() ? tr("Switch and go on")
                    : begun && can_follow    ? tr("Go on")
                    : begun                  ? tr("Start anew")
                                             : tr("Start"));
    start_->setIcon(theme().icon(busy ? QStringLiteral("pause") : QStringLiteral("play")));
    start_->setEnabled(busy ? state != CgSolver::State::pausing : refusal.isEmpty() && !comparing);
    start_->setToolTip(refusal.isEmpty() ? tr("Goes on until the residual is small enough (Pause stops it)") : refusal);
    step_->setEnabled(!busy && !comparing && refusal.isEmpty() && can_follow);
    reset_->setEnabled(begun || busy || state == CgSolver::State::lost);
    compare_->setEnabled(!busy && !comparing && refusal.isEmpty());
    preconditioners_->setText(comparing ? tr("Stop comparing") : tr("Compare preconditioners"));
    preconditioners_->setEnabled(comparing || (!busy && refusal.isEmpty()));
    back_->setText(comparing_ ? tr("Live solution") : tr("Comparison"));
    back_->setVisible(!comparison_->isEmpty());
    const QString sentence = stateSentence();
    if (sentence != sentence_->text()) sentence_->setText(sentence);
    stack_->setCurrentIndex(comparing_ ? 2 : session().matrix() == nullptr && !begun ? 0 : 1);
    if (!timer_->isActive()) timer_->start();
}

void SolvePage::comparePreconditioners() {
    if (comparison_->isRunning()) {
        comparison_->stop();
        return;
    }
    comparison_->start(setup());
    showComparison(true);
}

void SolvePage::showComparison(bool on) {
    comparing_ = on && !comparison_->isEmpty();
    refresh();
    emit chartsChanged();
}

void SolvePage::drawCharts() {
    const auto& stretches = solver_->stretches();
    const SolveFacts facts = stretches.empty() ? SolveFacts() : factsOf(stretches.back().setup);
    residual_->setTable(residualTable(stretches, facts));
    residual_->setReading(stretches.empty() ? QString() : tr("A is %1.").arg(stretches.back().setup.matrix));
    cost_->setTable(costTable(stretches, facts));
    cost_->setReading(costReading(stretches));
    if (!comparison_->isEmpty()) comparison_view_->show(*comparison_, factsOf(comparison_->setup()));
    emit inspectorChanged();
}

QList<Chart*> SolvePage::charts() const {
    QList<Chart*> all{residual_, cost_};
    if (!comparison_->isEmpty()) all += comparison_view_->charts();
    return all;
}

QString SolvePage::inspectorText() const {
    QString html = tr(
        "<h3>Conjugate gradients</h3><p>One iteration: a product q = A p, two dot products that give a step length and "
        "a new "
        "direction, three vector updates. The line is the residual that the method carries along; hollow markers are "
        "‖b - A x‖ / ‖b‖, recomputed from x. Where they part, rounding has taken over.</p>"
        "<p>Change the product, the machine or the precision while it is paused or running: x, r and p stay as they "
        "are, and the "
        "next stretch has a colour of its own.</p>");
    html += tr("<h3>Preconditioners</h3><p><b>Jacobi</b> divides by the diagonal: cheap, and enough where the rows "
               "only differ in "
               "scale. <b>IC(0)</b> solves with an incomplete Cholesky factor that has the pattern of A: far fewer "
               "iterations, but "
               "two triangular solutions in each, whose rows wait for one another.</p>");
    if (solver_->stretches().empty()) return html;
    html += QStringLiteral("<table>");
    for (const CgStretchRecord& stretch : solver_->stretches()) {
        const double last = stretch.residual.empty() ? no_figure : stretch.residual.back();
        html += QStringLiteral("<tr><td>%1&nbsp;&nbsp;</td><td>%2</td></tr>")
                    .arg(stretchTitle(stretch, solver_->stretches()).toHtmlEscaped(), numberText(last, 3));
    }
    return html + QStringLiteral("</table>");
}

} // namespace warploom::ui
