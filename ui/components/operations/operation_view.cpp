#include "ui/components/operations/operation_view.h"

#include "ui/style/qt_text.h"
#include "ui/style/text.h"

namespace warploom::ui {

const QList<const OperationView*>& operationViews() {
    static const QList<const OperationView*> all{&spmvView(), &cgView(),   &tridiagonalView(),
                                                 &ataView(),  &trsvView(), &iluView()};
    return all;
}

const OperationView& viewOf(const QString& operation) {
    for (const OperationView* const view : operationViews())
        if (view->info().id == operation) return *view;
    return spmvView();
}

QStringList OperationView::tracedKernels(const protocol::Handshake& handshake) const {
    QStringList all;
    for (const protocol::KernelEntry& kernel : handshake.kernels_of(info().id.toStdString()))
        if (kernel.runs_on == RunsOn::gpu) all.append(toQString(kernel.id));
    return all;
}

QString OperationView::kernelText(const protocol::Handshake& handshake, const QString& kernel) const {
    const protocol::KernelEntry* const found = handshake.kernel(kernel.toStdString());
    return found == nullptr ? QString() : toQString(found->title + ". " + found->summary);
}

QStringList OperationView::usualKernels(const protocol::Handshake& handshake,
                                        std::optional<MachineKind> machine) const {
    QStringList all;
    for (const protocol::KernelEntry& kernel : handshake.kernels_of(info().id.toStdString()))
        if (machine && kernel.runs_there(*machine)) all.append(toQString(kernel.id));
    return all;
}

QString OperationView::rateTitle() const { return Text::tr("Arithmetic rate (useful operations only)"); }
QString OperationView::sweepTitle() const { return Text::tr("Median time by matrix size"); }

} // namespace warploom::ui
