#include "ui/pages/solve/solve_page.h"

#include "ui/charts/chart_view.h"
#include "ui/pages/solve/preconditioner_view.h"
#include "ui/session/worker_client.h"
#include "ui/widgets/flow_layout.h"
#include "ui/widgets/page_parts.h"

#include <QComboBox>
#include <QLabel>
#include <QLineEdit>
#include <QPushButton>
#include <QRegularExpressionValidator>
#include <QSplitter>
#include <QStackedWidget>
#include <QTimer>
#include <QVBoxLayout>

namespace warploom::ui {
namespace {

constexpr int refresh_ms = 100;

} // namespace

SolvePage::SolvePage(Session& session, QWidget* parent)
    : Page(session, tr("Solve"), QStringLiteral("solve"), parent), solver_(new CgSolver(session, this)),
      timer_(new QTimer(this)), comparison_(new PreconditionerComparison(session, this)) {
    timer_->setSingleShot(true);
    timer_->setInterval(refresh_ms);
    connect(timer_, &QTimer::timeout, this, &SolvePage::drawCharts);
    auto* layout = new QVBoxLayout(this);
    layout->setContentsMargins(8, 8, 8, 8);
    layout->setSpacing(4);
    layout->addWidget(buildStrip());
    layout->addWidget(buildButtons());
    sentence_ = named(new QLabel, "solveSentence", tr("Where the solution stands"), {});
    sentence_->setWordWrap(true);
    sentence_->setTextFormat(Qt::PlainText);
    layout->addWidget(sentence_);
    residual_ = new ChartView(residualSpec());
    residual_->setObjectName(residual_->chartName());
    residual_->setInvitation(tr("Press Start: the residual is drawn while it falls."));
    cost_ = new ChartView(costSpec());
    cost_->setObjectName(cost_->chartName());
    cost_->setInvitation(tr("What one iteration is made of is seen after the first ones."));
    splitter_ = new QSplitter(Qt::Horizontal);
    splitter_->addWidget(residual_);
    splitter_->addWidget(cost_);
    splitter_->setStretchFactor(0, 3);
    splitter_->setStretchFactor(1, 2);
    splitter_->setChildrenCollapsible(false);
    stack_ = new QStackedWidget;
    stack_->addWidget(buildInvitation());
    stack_->addWidget(splitter_);
    comparison_view_ = new PreconditionerView;
    stack_->addWidget(comparison_view_);
    layout->addWidget(stack_, 1);
    // A stack is as high as its highest page; the comparison would push the live charts out of sight.
    const auto make_room_for_shown = [this] {
        for (int i = 0; i < stack_->count(); ++i) {
            const auto policy = i == stack_->currentIndex() ? QSizePolicy::Preferred : QSizePolicy::Ignored;
            stack_->widget(i)->setSizePolicy(policy, policy);
        }
    };
    connect(stack_, &QStackedWidget::currentChanged, this, make_room_for_shown);
    make_room_for_shown();

    connect(solver_, &CgSolver::changed, this, &SolvePage::refresh);
    connect(comparison_, &PreconditionerComparison::changed, this, &SolvePage::refresh);
    connect(&session, &Session::matrixChanged, this, [this] {
        comparing_ = false;
        comparison_->clear();
        takeWanted();
    });
    connect(&session.worker(), &WorkerClient::handshakeChanged, this, &SolvePage::fillMachines);
    connect(&session, &Session::choiceChanged, this, [this](const QString& changed) {
        if (changed == QLatin1String("machine")) fillKernels();
        else if (changed == QLatin1String("precision") || changed == QLatin1String("block") ||
                 changed.startsWith(QLatin1String("solve/")))
            readChoices();
    });
    const auto dress = [this] {
        sentence_->setFont(theme().font(1.1));
        tolerance_->setFixedWidth(theme().px(90));
        tolerance_->parentWidget()->updateGeometry();
        residual_->setMinimumHeight(theme().px(220));
        cost_->setMinimumHeight(theme().px(180));
        splitter_->setOrientation(width() < theme().px(720) ? Qt::Vertical : Qt::Horizontal);
        refresh();
    };
    connect(&theme(), &Theme::changed, this, dress);
    fillMachines();
    dress();
}

QWidget* SolvePage::buildStrip() {
    auto* strip = new QWidget;
    auto* flow = new FlowLayout;
    strip->setLayout(flow);
    flow->setContentsMargins(0, 0, 0, 0);
    machine_ = named(new QComboBox, "solveMachine", tr("Machine"), tr("What it runs on; may be changed in the middle"));
    method_ = named(new QComboBox, "solveMethod", tr("Method"), tr("How the parts of an iteration are launched"));
    product_ =
        named(new QComboBox, "solveProduct", tr("Product"), tr("The kernel of q = A p; may be changed in the middle"));
    precision_ =
        named(new QComboBox, "solvePrecision", tr("Precision"), tr("Of all numbers; may be changed in the middle"));
    precision_->addItem(tr("double"), QStringLiteral("double"));
    precision_->addItem(tr("float"), QStringLiteral("float"));
    preconditioner_ = named(new QComboBox, "solvePreconditioner", tr("Preconditioner"),
                            tr("None; Jacobi: the diagonal; IC(0): an incomplete Cholesky factor without fill"));
    preconditioner_->addItem(tr("none"), QStringLiteral("none"));
    preconditioner_->addItem(tr("Jacobi"), QStringLiteral("jacobi"));
    preconditioner_->addItem(tr("IC(0)"), QStringLiteral("ic0"));
    tolerance_ = named(new QLineEdit, "solveTolerance", tr("Tolerance"),
                       tr("Stop when ‖b - A x‖ / ‖b‖ is no larger; empty: 1e-10 in double, 1e-6 in float"));
    tolerance_->setPlaceholderText(tr("1e-10"));
    tolerance_->setValidator(
        new QRegularExpressionValidator(QRegularExpression(QStringLiteral("[0-9.eE+-]*")), tolerance_));
    for (QComboBox* box : {method_, product_}) box->setSizeAdjustPolicy(QComboBox::AdjustToContents);
    machine_->setSizeAdjustPolicy(QComboBox::AdjustToMinimumContentsLengthWithIcon);
    machine_->setMinimumContentsLength(14);
    flow->addWidget(labelled(tr("&Machine"), machine_));
    flow->addWidget(labelled(tr("Met&hod"), method_));
    flow->addWidget(labelled(tr("P&roduct"), product_));
    flow->addWidget(labelled(tr("&Precision"), precision_));
    flow->addWidget(labelled(tr("Precon&ditioner"), preconditioner_));
    flow->addWidget(labelled(tr("&Tolerance"), tolerance_));
    right_side_ =
        named(new QComboBox, "solveRightSide", tr("Right-hand side"),
              tr("A x for a random x, or the demands and given heads of the network; another one begins anew"));
    right_side_->addItem(tr("random"), QStringLiteral("drawn"));
    right_side_->addItem(tr("of the network"), QStringLiteral("given"));
    flow->addWidget(labelled(tr("&b"), right_side_));
    const auto chooses = [this](QComboBox* box, const QString& choice, const QString& words) {
        connect(box, &QComboBox::activated, this, [this, box, choice, words] {
            session().setChoice(choice, box->currentData(), words.arg(box->currentText()));
        });
    };
    chooses(machine_, QStringLiteral("machine"), tr("machine %1"));
    chooses(method_, solveKey("method"), tr("method %1"));
    chooses(product_, solveKey("product"), tr("product %1"));
    chooses(precision_, QStringLiteral("precision"), tr("precision %1"));
    chooses(preconditioner_, solveKey("preconditioner"), tr("preconditioner %1"));
    chooses(right_side_, solveKey("rhs"), tr("right-hand side %1"));
    connect(tolerance_, &QLineEdit::textEdited, this, [this](const QString& text) {
        session().setChoice(solveKey("tolerance"), text, tr("tolerance %1").arg(text), true);
    });
    return strip;
}

QWidget* SolvePage::buildButtons() {
    auto* row = new QWidget;
    auto* flow = new FlowLayout;
    row->setLayout(flow);
    flow->setContentsMargins(0, 0, 0, 0);
    const auto button = [&](const char* object, const QString& words, const QString& tip) {
        auto* made = named(new QPushButton(words), object, words, tip);
        flow->addWidget(made);
        return made;
    };
    start_ = button("solveStart", tr("Start"), {});
    step_ = button("solveStep", tr("Step one iteration"), tr("One iteration, and wait"));
    reset_ = button("solveReset", tr("Reset"), tr("Forget the curves and the solution"));
    compare_ = button("solveCompare", tr("Compare float and double"),
                      tr("Solves it from the beginning in float, then in double, to the same tolerance"));
    preconditioners_ = button("solvePreconditioners", tr("Compare preconditioners"),
                              tr("Solves it without one, with Jacobi and with IC(0), each from the beginning"));
    back_ = button("solveBack", tr("Comparison"), tr("The live solution, or the comparison of preconditioners"));
    connect(preconditioners_, &QPushButton::clicked, this, &SolvePage::comparePreconditioners);
    connect(back_, &QPushButton::clicked, this, [this] { showComparison(!comparing_); });
    connect(start_, &QPushButton::clicked, this, [this] {
        comparing_ = false;
        if (solver_->isBusy()) {
            solver_->pause();
            return;
        }
        const bool ended =
            !solver_->wouldSwitch() && (solver_->state() == CgSolver::State::ended || !solver_->isOpen());
        solver_->setWanted(setup());
        if (ended) solver_->startAnew();
        else solver_->goOn();
    });
    connect(step_, &QPushButton::clicked, this, [this] {
        comparing_ = false;
        solver_->setWanted(setup());
        solver_->stepOne();
    });
    connect(reset_, &QPushButton::clicked, solver_, &CgSolver::reset);
    connect(compare_, &QPushButton::clicked, this, [this] {
        comparing_ = false;
        solver_->setWanted(setup());
        solver_->compareFloatAndDouble();
    });
    return row;
}

QWidget* SolvePage::buildInvitation() {
    QPushButton* sample = nullptr;
    QWidget* page = sentencePage(invitation_text_, sample);
    invitation_text_->setText(
        tr("Here a system A x = b is solved by conjugate gradients while you watch.\n"
           "Open a symmetric positive definite matrix, or begin with the Laplace operator on a square."));
    sample->setText(tr("Open Laplace on a 64 x 64 grid"));
    named(sample, "solveSample", tr("Open the sample"), tr("laplace2d:n=64"));
    connect(sample, &QPushButton::clicked, this, [this] { session().openMatrix(QStringLiteral("laplace2d:n=64")); });
    return page;
}

void SolvePage::resizeEvent(QResizeEvent* event) {
    Page::resizeEvent(event);
    splitter_->setOrientation(width() < theme().px(720) ? Qt::Vertical : Qt::Horizontal);
}

} // namespace warploom::ui
