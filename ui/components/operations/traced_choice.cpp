#include "ui/components/operations/traced_choice.h"

#include "ui/session/matrix_names.h"
#include "ui/session/worker_client.h"
#include "ui/style/qt_text.h"
#include "ui/style/text.h"
#include "ui/widgets/change_action.h"
#include "ui/widgets/page_parts.h"

#include <QComboBox>

namespace warploom::ui {

namespace {

const QString operation_key = QStringLiteral("traced/operation"), kernel_prefix = QStringLiteral("traced/kernel/"),
              spmv = QStringLiteral("spmv"), kernel_of_all = QStringLiteral("kernel");

QString keyOf(const QString& operation) { return operation == spmv ? kernel_of_all : kernel_prefix + operation; }

/// Returns the operation that a kernel performs. Used if no operation is selected, because a user-written kernel can
/// perform any operation.
QString operationOf(const protocol::Handshake& hello, const QString& kernel) {
    for (const OperationView* const view : operationViews())
        if (view->tracedKernels(hello).contains(kernel)) return view->info().id;
    return spmv;
}

} // namespace

TracedChoice tracedChoice(Session& session) {
    const protocol::Handshake& hello = session.worker().handshake();
    QString operation = session.choice(operation_key).toString();
    if (operation.isEmpty()) operation = operationOf(hello, session.kernel());
    const OperationView& view = viewOf(operation);
    operation = view.info().id;
    const QStringList kernels = view.tracedKernels(hello);
    QString kernel = session.choice(keyOf(operation)).toString();
    if (kernel.isEmpty() && kernels.contains(session.kernel())) kernel = session.kernel();
    if (kernel.isEmpty()) kernel = view.tracedFirst();
    // Sessions that were saved by old versions do not store the operation, so the kernel for all pages may not be an
    // SpMV kernel.
    const bool is_elsewhere = operation == spmv && !kernels.contains(kernel) && operationOf(hello, kernel) != spmv;
    return {&view, operation, is_elsewhere ? view.tracedFirst() : kernel};
}

void chooseTraced(Session& session, const QString& operation, const QString& kernel) {
    const QString title = viewOf(operation).info().title;
    session.setChoice(operation_key, operation, Text::tr("operation %1").arg(title));
    if (!kernel.isEmpty()) session.setChoice(keyOf(operation), kernel, Text::tr("kernel %1").arg(kernel));
}

bool isTracedKey(const QString& key) {
    return key == kernel_of_all || key == operation_key || key.startsWith(kernel_prefix);
}

QString whyNotTraced(Session& session) {
    const MatrixHandle& matrix = session.matrix();
    if (!matrix) return {};
    const OperationView& view = *tracedChoice(session).view;
    const QString refusal = toQString(matrix->matrix.why_not_runnable());
    if (!refusal.isEmpty() && !view.isMadeThere(*matrix)) return refusal;
    return view.whyNot(*matrix);
}

ExampleMatrix tracedSample(Session& session) { return tracedChoice(session).view->samples().first(); }

TracedBoxes::TracedBoxes(Session& session, const QString& prefix, QObject* parent)
    : QObject(parent), session_(session) {
    const auto box = [&](const char* name, const QString& accessible, const QString& tip, int letters) {
        QComboBox* const made = comboBox(qPrintable(prefix + QLatin1String(name)), accessible, tip);
        // Limit the width, so that the combo boxes of a page fit on two lines at a large font scale.
        holdWidth(made, letters, letters * 3 / 4);
        return made;
    };
    operation = box("Operation", Text::tr("Operation"), Text::tr("Operation to run"), 9);
    kernel = box("Kernel", Text::tr("Kernel"), Text::tr("Kernel to trace"), 13);
    input = box("Input", Text::tr("Input"), Text::tr("Use the open matrix, or open a sample matrix for all pages"), 11);
    change_ = new ChangeAction(session, this);
    change_->addTo(kernel);
    change = change_->button(prefix + QStringLiteral("Change"));
    for (const OperationView* const view : operationViews()) {
        addEntry(operation, view->info().title, view->info().id, view->info().what);
    }
    connect(operation, &QComboBox::activated, this,
            [this](int index) { chooseTraced(session_, operation->itemData(index).toString()); });
    connect(kernel, &QComboBox::activated, this, [this](int index) {
        chooseTraced(session_, tracedChoice(session_).operation, kernel->itemData(index).toString());
    });
    connect(input, &QComboBox::activated, this, [this](int index) {
        const QString name = input->itemData(index).toString();
        if (!name.isEmpty()) session_.openMatrix(name);
    });
    connect(&session, &Session::choiceChanged, this, [this](const QString& key) {
        if (isTracedKey(key)) fillKernels();
    });
    connect(&session, &Session::matrixChanged, this, &TracedBoxes::fillInputs);
    connect(&session.worker(), &WorkerClient::handshakeChanged, this, &TracedBoxes::fillKernels);
    fillKernels();
}

void TracedBoxes::fillKernels() {
    const protocol::Handshake& hello = session_.worker().handshake();
    const TracedChoice now = tracedChoice(session_);
    const QSignalBlocker quiet_operation(operation), quiet_kernel(kernel);
    operation->setCurrentIndex(operation->findData(now.operation));
    kernel->clear();
    for (const QString& id : now.view->tracedKernels(hello)) {
        addEntry(kernel, id, id, now.view->kernelText(hello, id));
    }
    if (kernel->findData(now.kernel) < 0) kernel->addItem(now.kernel, now.kernel);
    kernel->setCurrentIndex(kernel->findData(now.kernel));
    change_->setKernel(now.operation, now.kernel);
    fillInputs();
}

void TracedBoxes::fillInputs() {
    const MatrixHandle& matrix = session_.matrix();
    const QString open = matrix ? matrix->name() : QString();
    const QSignalBlocker quiet(input);
    input->clear();
    input->addItem(matrix ? matrix->title() : Text::tr("no matrix open"), open);
    input->setItemData(0, open, Qt::ToolTipRole);
    for (const ExampleMatrix& sample : tracedChoice(session_).view->samples()) {
        if (sample.name == open) continue;
        addEntry(input, sample.title, sample.name, sample.name);
    }
    input->setCurrentIndex(0);
}

} // namespace warploom::ui
