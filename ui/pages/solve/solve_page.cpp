#include "ui/pages/solve/solve_page.h"

#include "ui/charts/chart_view.h"
#include "ui/components/operations/operations.h"
#include "ui/pages/solve/preconditioner_comparison.h"
#include "ui/session/cg_warning.h"
#include "ui/session/matrix_names.h"
#include "ui/session/worker_client.h"
#include "ui/style/number_text.h"
#include "ui/style/qt_text.h"
#include "ui/style/text.h"
#include "ui/widgets/file_dialogs.h"
#include "ui/widgets/options_button.h"
#include "ui/widgets/page_parts.h"
#include "ui/widgets/place_text.h"

#include <QFileInfo>
#include <QLabel>
#include <QLayout>
#include <QLineEdit>
#include <QPushButton>
#include <QRegularExpressionValidator>
#include <QSplitter>
#include <QStackedWidget>
#include <QTabBar>
#include <QToolButton>

namespace warploom::ui {
namespace {

constexpr int refresh_ms = 100;

} // namespace

SolvePage::SolvePage(Session& session, QWidget* parent)
    : Page(session, tr("Solve"), QStringLiteral("solve"), parent), solver_(new CgSolver(session, this)),
      timer_(pauseTimer(this, refresh_ms, &SolvePage::drawCharts)),
      comparison_(new PreconditionerComparison(session, this)) {
    sentence_ = sentenceLabel("solveSentence", tr("Solver status"));
    residual_ = new ChartView(residualSpec());
    residual_->setInvitation(tr("Press Start to solve the system and plot the residual."));
    cost_ = new ChartView(costSpec());
    cost_->setInvitation(tr("The cost breakdown appears after the first few iterations."));
    for (ChartView* chart : {residual_, cost_}) chart->setGrowing(true);
    splitter_ = inSplitter(Qt::Horizontal, {{residual_, 3}, {cost_, 2}});
    comparison_view_ = new PreconditionerView;
    tabs_ = named(new QTabBar, "solveTabs", tr("Solver charts"));
    for (const QString& title : {tr("Residual"), tr("Costs")}) tabs_->addTab(title);
    tabs_->setExpanding(false);
    connect(tabs_, &QTabBar::currentChanged, this, &SolvePage::adviseRoom);
    auto* live = new QWidget;
    inColumn(live, {tabs_, {splitter_, 1}}, 4);
    stack_ = inStack({buildInvitation(), live, comparison_view_});
    strip_ = buildStrip();
    inColumn(this, {strip_, buildButtons(), sentence_, {stack_, 1}}, 4, {8, 8, 8, 8});
    // Give the stacked widget the height of its current page. By default, it would have the height of the comparison,
    // which is the tallest page, and push the live charts out of view.
    sizeAsShown(stack_);

    connect(solver_, &CgSolver::changed, this, &SolvePage::refresh);
    connect(comparison_, &PreconditionerComparison::changed, this, &SolvePage::refresh);
    connect(&session, &Session::matrixChanged, this, [this] {
        comparing_ = false;
        comparison_->clear();
        takeWanted();
    });
    connect(&session.worker(), &WorkerClient::handshakeChanged, this, &SolvePage::fillKernels);
    connect(&session, &Session::choiceChanged, this, [this](const QString& changed) {
        if (changed == QLatin1String("machine")) fillKernels();
        else if (changed == QLatin1String("precision") || changed == QLatin1String("block") ||
                 changed.startsWith(QLatin1String("solve/")))
            readChoices();
    });
    fillKernels();
    onTheme(this, [this] {
        sentence_->setFont(theme().font(1.1));
        tolerance_->setFixedWidth(theme().px(90));
        // Invalidate the layout. Otherwise, the label would keep its size when the font gets smaller.
        tolerance_->parentWidget()->layout()->invalidate();
        tolerance_->parentWidget()->updateGeometry();
        splitter_->setOrientation(width() < theme().px(720) ? Qt::Vertical : Qt::Horizontal);
        refresh();
    });
}

QWidget* SolvePage::buildStrip() {
    place_ = new PlaceText(session(), "solvePlace");
    place_->setWordWrap(false);
    method_ = comboBox("solveMethod", tr("Method"), tr("Select how each iteration is divided into kernel launches"));
    product_ = comboBox("solveProduct", tr("SpMV kernel"),
                        tr("Select the kernel for q = A p. You can change it while the solver is running."));
    precision_ =
        precisionBox(session(), "solvePrecision",
                     tr("Select the floating-point precision. You can change it while the solver is running."));
    preconditioner_ = comboBox("solvePreconditioner", tr("Preconditioner"),
                               tr("Select a preconditioner. Jacobi: diagonal of A. IC(0): incomplete Cholesky without "
                                  "fill. ILU(0): incomplete LU without fill, which also works for nonsymmetric A."));
    for (const char* id : PreconditionerComparison::offered)
        preconditioner_->addItem(preconditionerTitle(id), QLatin1String(id));
    tolerance_ = named(new QLineEdit, "solveTolerance", tr("Tolerance"),
                       tr("Stop when ‖b - A x‖ / ‖b‖ is at most this value. Default: 1e-10 in double, 1e-6 in float."));
    tolerance_->setPlaceholderText(tr("1e-10"));
    tolerance_->setValidator(
        new QRegularExpressionValidator(QRegularExpression(QStringLiteral("[0-9.eE+-]*")), tolerance_));
    right_side_ =
        comboBox("solveRightSide", tr("Right-hand side"),
                 tr("Use A x for a random x, the right-hand side that is included with the matrix (such as the demands "
                    "and fixed heads of a network), or a file. Changing the right-hand side restarts the solver."),
                 {{tr("random"), QStringLiteral("drawn")}});
    auto* const side_file =
        toolButton(QStringLiteral("..."),
                   tr("Read the right-hand side from a file with one number per row, such as b.mtx or b.npy"));
    side_file->setObjectName(QStringLiteral("solveRightSideFile"));
    side_file->setAccessibleName(tr("Open a right-hand side"));
    connect(side_file, &QToolButton::clicked, this, &SolvePage::chooseRightSideFile);
    auto* const sides = new QWidget;
    inRow(sides, {right_side_, side_file});
    sides->setFocusProxy(right_side_);
    choosesFor(session(), method_, solveKey("method"), tr("method %1"));
    choosesFor(session(), product_, solveKey("product"), tr("SpMV kernel %1"));
    choosesFor(session(), precision_, QStringLiteral("precision"), tr("precision %1"));
    choosesFor(session(), preconditioner_, solveKey("preconditioner"), tr("preconditioner %1"));
    choosesFor(session(), right_side_, solveKey("rhs"), tr("right-hand side %1"));
    connect(tolerance_, &QLineEdit::textEdited, this, [this](const QString& text) {
        session().setChoice(solveKey("tolerance"), text, tr("tolerance %1").arg(text), true);
    });
    auto* const options = new OptionsButton(
        "solveOptions",
        {{tr("&Precision"), precision_}, {tr("&Tolerance"), tolerance_}, {tr("&Right-hand side b"), sides}});
    return inStrip({place_, labelled(tr("&Method"), method_), labelled(tr("SpMV &kernel"), product_),
                    labelled(tr("Precon&ditioner"), preconditioner_), options});
}

QWidget* SolvePage::buildButtons() {
    start_ = pushButton("solveStart", tr("Start"), {}, this, [this] {
        comparing_ = false;
        if (solver_->isBusy()) return solver_->pause();
        const bool ended =
            !solver_->wouldSwitch() && (solver_->state() == CgSolver::State::ended || !solver_->isOpen());
        solver_->setWanted(setup());
        if (ended) solver_->startAnew();
        else solver_->goOn();
    });
    step_ = pushButton("solveStep", tr("Step one iteration"), tr("Run one iteration and pause"), this, [this] {
        comparing_ = false;
        solver_->setWanted(setup());
        solver_->stepOne();
    });
    reset_ = pushButton("solveReset", tr("Reset"), tr("Clear the curves and the solution"), this,
                        [this] { solver_->reset(); });
    compare_ = pushButton("solveCompare", tr("Compare float and double"),
                          tr("Solve the system in float and then in double, with the same tolerance"), this, [this] {
                              comparing_ = false;
                              solver_->setWanted(setup());
                              solver_->compareFloatAndDouble();
                          });
    preconditioners_ =
        pushButton("solvePreconditioners", tr("Compare preconditioners"),
                   tr("Solve the system three times: without a preconditioner, with Jacobi, and with IC(0)"), this,
                   &SolvePage::comparePreconditioners);
    back_ = pushButton("solveBack", tr("Comparison"),
                       tr("Switch between the live solution and the comparison of preconditioners"), this,
                       [this] { showComparison(!comparing_); });
    return inStrip({start_, step_, reset_, compare_, preconditioners_, back_});
}

QWidget* SolvePage::buildInvitation() {
    QLabel* words = nullptr;
    QPushButton* sample = nullptr;
    QWidget* page = sentencePage(words, sample,
                                 tr("Watch the conjugate gradient method solve A x = b.\nOpen a symmetric positive "
                                    "definite matrix, or start with the 2-D Laplacian."),
                                 tr("Open the 2-D Laplacian on a 64 x 64 grid"));
    named(sample, "solveSample", tr("Open the sample"), tr("laplace2d:n=64"));
    connect(sample, &QPushButton::clicked, this, [this] { session().openMatrix(QStringLiteral("laplace2d:n=64")); });
    return page;
}

void SolvePage::resizeEvent(QResizeEvent* event) {
    Page::resizeEvent(event);
    splitter_->setOrientation(width() < theme().px(720) ? Qt::Vertical : Qt::Horizontal);
    adviseRoom();
}

bool SolvePage::hasPicture() const { return comparing_ || !solver_->stretches().empty(); }

/// In a short window, shows one chart at a time.
void SolvePage::adviseRoom() {
    const bool is_short = height() < theme().px(440);
    comparison_view_->setShort(is_short);
    tabs_->setVisible(is_short);
    residual_->setVisible(!is_short || tabs_->currentIndex() == 0);
    cost_->setVisible(!is_short || tabs_->currentIndex() == 1);
    // A minimum height of 0 means that the minimum size hint applies.
    residual_->setMinimumHeight(is_short ? 0 : theme().px(220));
    cost_->setMinimumHeight(is_short ? 0 : theme().px(180));
}

void SolvePage::fillKernels() {
    const protocol::Handshake& handshake = session().worker().handshake();
    const protocol::MachineEntry* machine = handshake.machine(session().machine().toStdString());
    method_->clear();
    product_->clear();
    if (machine != nullptr) {
        const auto fill = [&](QComboBox* box, const char* operation) {
            for (const protocol::KernelEntry& kernel : handshake.kernels_of(operation)) {
                if (!kernel.runs_there(machine->kind)) continue;
                addEntry(box, toQString(kernel.id), toQString(kernel.title + "\n" + kernel.summary).trimmed());
            }
        };
        fill(method_, "cg");
        fill(product_, "spmv");
    }
    readChoices();
}

void SolvePage::readChoices() {
    showEntry(precision_, session().precision());
    showEntry(preconditioner_, session().choice(solveKey("preconditioner"), QStringLiteral("none")));
    if (!showEntry(method_, session().choice(solveKey("method"), QStringLiteral("cg-fused"))))
        showEntry(method_, QStringLiteral("cg"));
    if (!showEntry(product_, session().choice(solveKey("product"), QStringLiteral("csr-vector"))))
        for (const QString& usual : usualProducts())
            if (showEntry(product_, usual)) break;
    const QString tolerance = session().choice(solveKey("tolerance")).toString();
    if (tolerance_->text() != tolerance) tolerance_->setText(tolerance);
    bool takes_product = true;
    for (const protocol::KernelEntry& kernel : session().worker().handshake().kernels_of("cg"))
        if (toQString(kernel.id) == method_->currentText()) takes_product = kernel.takes_product;
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
    setup.rhs = right_side_->currentData().toString();
    bool ok = false;
    const double tolerance = tolerance_->text().toDouble(&ok);
    if (ok && tolerance > 0) setup.tolerance = tolerance;
    return setup;
}

bool SolvePage::hasRightSide() const {
    return session().matrix() != nullptr && !session().matrix()->matrix.right_side.empty();
}

void SolvePage::fillRightSides() {
    const QString drawn = QStringLiteral("drawn"), given = QStringLiteral("given");
    const QString chosen = session().choice(solveKey("rhs"), drawn).toString();
    if ((right_side_->findData(given) >= 0) == hasRightSide() && right_side_->currentData().toString() == chosen)
        return;
    right_side_->clear();
    addEntry(right_side_, tr("random"), drawn, tr("b = A x for a random x"));
    if (hasRightSide())
        addEntry(right_side_, tr("from the matrix"), given, tr("The right-hand side that is included with the matrix"));
    if (chosen != drawn && chosen != given) addEntry(right_side_, QFileInfo(chosen).fileName(), chosen, chosen);
    if (!showEntry(right_side_, chosen)) showEntry(right_side_, drawn);
}

void SolvePage::chooseRightSideFile() {
    const QString file = askToOpen(this, tr("Open a right-hand side"), QStringLiteral("right_side_folder"),
                                   tr("Vectors (*.mtx *.mtx.gz *.npy *.npz *.mat *.txt);;All files (*)"));
    if (!file.isEmpty()) useRightSideFile(file);
}

void SolvePage::useRightSideFile(const QString& file) {
    session().setChoice(solveKey("rhs"), file, tr("right-hand side %1").arg(QFileInfo(file).fileName()));
}

void SolvePage::takeWanted() {
    fillRightSides();
    // A comparison changes the precision, so apply the fields again when the comparison ends.
    solver_->setWanted(setup());
    refresh();
}

QString SolvePage::whyNot() const {
    const MatrixHandle& matrix = session().matrix();
    if (matrix == nullptr) return tr("Open a matrix first.");
    const QString refusal = toQString(matrix->matrix.why_not_runnable());
    if (!refusal.isEmpty()) return refusal;
    if (matrix->matrix.rows() != matrix->matrix.cols())
        return tr("The conjugate gradient method requires a square matrix. This matrix has %1 rows and %2 columns.")
            .arg(matrix->matrix.rows())
            .arg(matrix->matrix.cols());
    if (session().worker().handshake().machines.empty()) return tr("Waiting for the worker to list its devices.");
    if (setup().kernel.isEmpty()) return tr("This device cannot run conjugate gradients.");
    if (!tolerance_->text().isEmpty() && !setup().tolerance)
        return tr("The tolerance must be greater than 0 (for example, 1e-8).");
    return {};
}

QString SolvePage::stateSentence() const {
    if (comparing_) return comparison_->sentence();
    const QString refusal = whyNot();
    if (!refusal.isEmpty() && solver_->stretches().empty()) return refusal;
    QString text = solver_->sentence();
    if (text.isEmpty()) {
        const MatrixHandle& matrix = session().matrix();
        const bool is_definite_needed = !setup().kernel.startsWith(QLatin1String("bicgstab"));
        const QString warning =
            matrix == nullptr || !is_definite_needed ? QString() : cgWarning(matrix->statistics.definiteness);
        if (!warning.isEmpty()) return tr("%1 Press Start to see what happens.").arg(warning);
        if (setup().rhs != QLatin1String("drawn"))
            return tr("Press Start to solve A x = b for this b. The curve is updated after each iteration.");
        return tr("Press Start to solve A x = b for a random x. The curve is updated after each iteration.");
    }
    if (solver_->wouldSwitch() && !solver_->isBusy())
        text = paragraph({text, tr("The solver will continue with %1 in %2 precision, using the same x, r and p.")
                                    .arg(solver_->wanted().kernel, solver_->wanted().precision)});
    return text;
}

SolveFacts SolvePage::factsOf(const CgSetup& setup) const {
    const protocol::MachineEntry* machine = session().worker().handshake().machine(setup.machine.toStdString());
    SolveFacts facts{{"operation", "CG"},
                     {"machine", machine != nullptr ? machine->title : setup.machine.toStdString()},
                     {"matrix", shortName(setup.matrix).toStdString()}};
    if (setup.rhs == QLatin1String("given")) facts.emplace_back("right-hand side", "included with the matrix");
    else if (setup.rhs != QLatin1String("drawn")) facts.emplace_back("right-hand side", setup.rhs.toStdString());
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
                    : solver_->wouldSwitch() ? tr("Switch and continue")
                    : begun && can_follow    ? tr("Continue")
                    : begun                  ? tr("Restart")
                                             : tr("Start"));
    start_->setIcon(theme().icon(busy ? QStringLiteral("pause") : QStringLiteral("play")));
    start_->setEnabled(busy ? state != CgSolver::State::pausing : refusal.isEmpty() && !comparing);
    start_->setToolTip(refusal.isEmpty() ? tr("Iterate until the residual reaches the tolerance") : refusal);
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
    adviseRoom();
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
    residual_->setReading(stretches.empty() ? QString()
                                            : tr("System matrix: %1").arg(matrixTitle(stretches.back().setup.matrix)));
    cost_->setTable(costTable(stretches, facts));
    cost_->setReading(costReading(stretches));
    if (!comparison_->isEmpty()) comparison_view_->show(*comparison_, factsOf(comparison_->setup()));
    emit inspectorChanged();
}

QAbstractButton* SolvePage::runButton() const { return start_; }

bool SolvePage::isRunning() const { return solver_->isBusy(); }

QList<Chart*> SolvePage::charts() const {
    QList<Chart*> all{residual_, cost_};
    if (!comparison_->isEmpty()) all += comparison_view_->charts();
    return all;
}

QString SolvePage::inspectorText() const {
    QString html = tr(
        "<h3>Conjugate gradients</h3><p>Each iteration consists of a product q = A p, two dot products that determine "
        "the step length and the new direction, and three vector updates. The line shows the recurrence residual; "
        "hollow markers show the true residual ‖b - A x‖ / ‖b‖, recomputed from x. The two diverge because of rounding "
        "errors. If only the recurrence residual reaches the tolerance, the method restarts from x: the line jumps, "
        "and a mark is shown there.</p><p>You can change the product, the machine or the precision while the solver is "
        "paused or running. The solver keeps x, r and p, and the next iterations are drawn in a different color.</p>");
    html += tr("<h3>Preconditioners</h3><p><b>Jacobi</b> divides by the diagonal. It is cheap, and sufficient if the "
               "rows differ only in scale. <b>IC(0)</b> solves with an incomplete Cholesky factor that has the "
               "sparsity pattern of A. It needs far fewer iterations, but each iteration includes two triangular "
               "solves, in which rows depend on each other.</p>");
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
