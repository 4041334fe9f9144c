#include "ui/run_page/operation_form.h"

#include "engine/matrix/tridiagonal_system.h"
#include "ui/matrix_page/flow_layout.h"
#include "ui/page_parts.h"
#include "ui/run_page/operations.h"
#include "ui/session.h"
#include "ui/theme.h"

#include <QCheckBox>
#include <QComboBox>
#include <QFormLayout>
#include <QLabel>
#include <QLineEdit>
#include <QPushButton>
#include <QRegularExpression>
#include <QRegularExpressionValidator>
#include <QVBoxLayout>

#include <cmath>

namespace warploom::ui {
namespace {

QLineEdit* line(const char* object, const QString& accessible, const QString& tip, const char* allowed) {
    auto* made = explained(new QLineEdit, object, accessible, tip);
    made->setValidator(new QRegularExpressionValidator(QRegularExpression(QLatin1String(allowed)), made));
    return made;
}

bool has_three_diagonals(const LoadedMatrix& loaded) {
    if (names_tridiagonal_system(loaded.matrix.name))
        return true; // the worker makes the system without a matrix around it
    const MatrixStatistics& s = loaded.statistics;
    return !loaded.matrix.is_oversize() && s.rows == s.cols && s.bandwidth_lower <= 1 && s.bandwidth_upper <= 1;
}

} // namespace

QVector<int> numbersIn(const QString& text, int least) {
    QVector<int> all;
    for (const QString& part : text.split(QRegularExpression(QStringLiteral("[,\\s]+")), Qt::SkipEmptyParts)) {
        bool ok = false;
        const int number = part.toInt(&ok);
        if (ok && number >= least && !all.contains(number)) all.append(number);
    }
    return all;
}

OperationForm::OperationForm(Session& session, QWidget* parent) : QWidget(parent), session_(session) {
    form_ = new QFormLayout(this);
    form_->setContentsMargins(0, 0, 0, 0);
    form_->setVerticalSpacing(4);
    form_->setFieldGrowthPolicy(QFormLayout::AllNonFixedFieldsGrow);
    form_->setRowWrapPolicy(QFormLayout::WrapLongRows);
    buildCg(*form_);
    buildTridiagonal(*form_);
    buildAta(*form_);
    threads_ = line("runThreads", tr("Threads"), tr("Threads of the host kernels, several with commas; 0: all cores"),
                    "[0-9, ]*");
    form_->addRow(tr("&Threads"), threads_);
    connect(threads_, &QLineEdit::textEdited, this, [this](const QString& text) {
        session_.setChoice(runKey("threads"), text, tr("threads %1").arg(text), true);
    });
    connect(&session_, &Session::choiceChanged, this, &OperationForm::readChoices);
    connect(&session_, &Session::matrixChanged, this, &OperationForm::describeSystem);
    readChoices();
    describeSystem();
}

void OperationForm::buildCg(QFormLayout& form) {
    preconditioner_ = explained(new QComboBox, "runPreconditioner", tr("Preconditioner"),
                                tr("None; Jacobi: the diagonal; IC(0): an incomplete Cholesky factor without fill"));
    preconditioner_->addItem(tr("none"), QStringLiteral("none"));
    preconditioner_->addItem(tr("Jacobi"), QStringLiteral("jacobi"));
    preconditioner_->addItem(tr("IC(0)"), QStringLiteral("ic0"));
    preconditioner_->setMinimumContentsLength(6);
    tolerance_ =
        line("runTolerance", tr("Tolerance"),
             tr("Stop when ‖b - A x‖ / ‖b‖ is no larger; empty: 1e-10 in double, 1e-6 in float"), "[0-9.eE+-]*");
    tolerance_->setPlaceholderText(tr("1e-10, float 1e-6"));
    limit_ = line("runLimit", tr("Iterations"), tr("Iterations at most; empty: 100 n, from 1000 to 100,000"), "[0-9]*");
    limit_->setPlaceholderText(tr("100 n"));
    form.addRow(tr("P&recond."), preconditioner_);
    form.addRow(tr("T&olerance"), tolerance_);
    form.addRow(tr("At &most"), limit_);
    connect(preconditioner_, &QComboBox::activated, this, [this] {
        session_.setChoice(runKey("preconditioner"), preconditioner_->currentData(),
                           tr("preconditioner %1").arg(preconditioner_->currentText()));
    });
    connect(tolerance_, &QLineEdit::textEdited, this, [this](const QString& text) {
        session_.setChoice(runKey("tolerance"), text, tr("tolerance %1").arg(text), true);
    });
    connect(limit_, &QLineEdit::textEdited, this, [this](const QString& text) {
        session_.setChoice(runKey("limit"), text, tr("%1 iterations").arg(text), true);
    });
}

void OperationForm::buildTridiagonal(QFormLayout& form) {
    system_ = new QLabel;
    system_->setObjectName(QStringLiteral("runSystem"));
    system_->setWordWrap(true);
    unknowns_ = line("runUnknowns", tr("Unknowns"), tr("Number of unknowns n of the system to open"), "[0-9]*");
    kind_ =
        explained(new QComboBox, "runKind", tr("Kind of matrix"),
                  tr("0: the second difference; 1 to 20: the matrices on which methods without pivoting are tried"));
    for (const TridiagonalKind& kind : tridiagonal_kinds()) {
        kind_->addItem(QStringLiteral("%1  %2").arg(kind.number).arg(QString::fromUtf8(kind.name)), kind.number);
        kind_->setItemData(kind_->count() - 1, QString::fromUtf8(kind.meaning), Qt::ToolTipRole);
    }
    kind_->setSizeAdjustPolicy(QComboBox::AdjustToMinimumContentsLengthWithIcon);
    kind_->setMinimumContentsLength(8);
    open_ = explained(new QPushButton(tr("Open this system")), "runOpenSystem", tr("Open this system"),
                      tr("Makes tridiagonal:n=...,kind=... the matrix of all pages"));
    form.addRow(system_);
    form.addRow(tr("&n"), unknowns_);
    form.addRow(tr("&Kind"), kind_);
    form.addRow(open_);
    connect(unknowns_, &QLineEdit::textEdited, this, [this](const QString& text) {
        session_.setChoice(runKey("tridiagonal/n"), text, tr("%1 unknowns").arg(text), true);
    });
    connect(kind_, &QComboBox::activated, this, [this] {
        session_.setChoice(runKey("tridiagonal/kind"), kind_->currentData(), tr("kind %1").arg(kind_->currentText()));
    });
    connect(open_, &QPushButton::clicked, this, [this] {
        session_.openMatrix(
            QStringLiteral("tridiagonal:n=%1,kind=%2").arg(unknowns_->text()).arg(kind_->currentData().toInt()));
    });
}

void OperationForm::buildAta(QFormLayout& form) {
    switches_box_ = new QWidget;
    auto* column = new QVBoxLayout(switches_box_);
    column->setContentsMargins(0, 0, 0, 0);
    column->setSpacing(2);
    auto* heading = new QLabel(tr("Switches of \"tiled\""));
    column->addWidget(heading);
    auto* boxes = new QWidget;
    auto* flow = new FlowLayout;
    boxes->setLayout(flow);
    flow->setContentsMargins(0, 0, 0, 0);
    for (const QString& name : ataSwitches()) {
        auto* box = explained(new QCheckBox(name), "", name, ataSwitchText(name));
        box->setObjectName(QStringLiteral("switch-") + name);
        flow->addWidget(box);
        switches_.append(box);
        connect(box, &QCheckBox::clicked, this, [this, name](bool on) {
            QStringList ticked = session_.choice(runKey("ata/switches"), ataSwitches()).toStringList();
            ticked.removeAll(name);
            if (on) ticked.append(name);
            session_.setChoice(runKey("ata/switches"), ticked,
                               on ? tr("switch %1 on").arg(name) : tr("switch %1 off").arg(name));
        });
    }
    column->addWidget(boxes);
    ladder_ = explained(new QPushButton(tr("Add them one by one")), "runLadder", tr("Add the switches one by one"),
                        tr("Runs \"tiled\" with none, then with one switch more each time, up to all five"));
    ladder_->setCheckable(true);
    column->addWidget(ladder_);
    connect(ladder_, &QPushButton::clicked, this, [this](bool on) {
        session_.setChoice(runKey("ata/ladder"), on, on ? tr("all rungs of the ladder") : tr("one set of switches"));
    });
    form.addRow(switches_box_);
}

void OperationForm::showFor(const QString& operation, bool is_host) {
    const bool cg = operation == QLatin1String("cg"), tridiagonal = operation == QLatin1String("tridiagonal");
    const bool ata = operation == QLatin1String("ata");
    for (QWidget* field : std::initializer_list<QWidget*>{preconditioner_, tolerance_, limit_})
        form_->setRowVisible(field, cg);
    for (QWidget* field : std::initializer_list<QWidget*>{system_, unknowns_, kind_, open_})
        form_->setRowVisible(field, tridiagonal);
    form_->setRowVisible(switches_box_, ata && !is_host);
    form_->setRowVisible(threads_, is_host && (ata || tridiagonal));
    setVisible(cg || tridiagonal || ata);
}

void OperationForm::readChoices() {
    const auto edit = [](QLineEdit* field, const QString& text) {
        if (field->text() != text) field->setText(text);
    };
    const auto show_data = [](QComboBox* box, const QVariant& value) {
        box->setCurrentIndex(std::max(0, box->findData(value)));
    };
    show_data(preconditioner_, session_.choice(runKey("preconditioner"), QStringLiteral("none")));
    edit(tolerance_, session_.choice(runKey("tolerance")).toString());
    edit(limit_, session_.choice(runKey("limit")).toString());
    edit(threads_, session_.choice(runKey("threads"), QStringLiteral("0")).toString());
    edit(unknowns_, session_.choice(runKey("tridiagonal/n"), QStringLiteral("100000")).toString());
    show_data(kind_, session_.choice(runKey("tridiagonal/kind"), 0));
    const QStringList on = session_.choice(runKey("ata/switches"), ataSwitches()).toStringList();
    const bool ladder = session_.choice(runKey("ata/ladder"), false).toBool();
    for (QCheckBox* box : switches_) {
        box->setChecked(ladder || on.contains(box->text()));
        box->setEnabled(!ladder);
    }
    ladder_->setChecked(ladder);
}

void OperationForm::describeSystem() {
    const MatrixHandle& matrix = session_.matrix();
    system_->setText(matrix != nullptr && has_three_diagonals(*matrix)
                         ? tr("The open matrix is tridiagonal. Another one:")
                         : tr("The open matrix has more than three diagonals. Open a system:"));
    if (matrix == nullptr) system_->setText(tr("No matrix is open. Open a system:"));
}

void OperationForm::apply(RunPlan& plan) const {
    if (plan.operation == QLatin1String("cg")) {
        plan.preconditioner = preconditioner_->currentData().toString();
        bool ok = false;
        const double tolerance = tolerance_->text().toDouble(&ok);
        if (ok && tolerance > 0) plan.tolerance = tolerance;
        const qlonglong limit = limit_->text().toLongLong(&ok);
        if (ok && limit > 0) plan.limit = limit;
        return;
    }
    if (plan.operation == QLatin1String("spmv")) return;
    if (!threads_->isHidden()) plan.threads = numbersIn(threads_->text(), 0);
    if (plan.operation != QLatin1String("ata") || !plan.kernels.contains(QStringLiteral("tiled"))) return;
    const bool ladder = session_.choice(runKey("ata/ladder"), false).toBool();
    const QStringList on = session_.choice(runKey("ata/switches"), ataSwitches()).toStringList();
    QStringList kernels;
    for (const QString& kernel : plan.kernels) {
        if (kernel != QLatin1String("tiled")) kernels.append(kernel);
        else kernels += ladder ? ataLadder(kernel) : QStringList{ataKernel(kernel, on)};
    }
    plan.kernels = kernels;
}

QString OperationForm::whyNot(const QString& operation) const {
    const MatrixHandle& matrix = session_.matrix();
    if (matrix == nullptr) return {};
    if (operation == QLatin1String("tridiagonal") && !has_three_diagonals(*matrix))
        return tr("The open matrix is not tridiagonal. Open a system with n and kind at the left, or a matrix with "
                  "three diagonals.");
    if (operation == QLatin1String("cg") && matrix->matrix.rows() != matrix->matrix.cols())
        return tr("The conjugate gradient method needs a square matrix; this one has %1 rows and %2 columns.")
            .arg(matrix->matrix.rows())
            .arg(matrix->matrix.cols());
    if (operation == QLatin1String("cg") && !tolerance_->text().isEmpty()) {
        bool ok = false;
        const double tolerance = tolerance_->text().toDouble(&ok);
        if (!ok || !(tolerance > 0)) return tr("The tolerance is a number above 0, such as 1e-8.");
    }
    return {};
}

} // namespace warploom::ui
