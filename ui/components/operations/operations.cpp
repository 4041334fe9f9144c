#include "ui/components/operations/operations.h"

#include "ui/components/operations/operation_view.h"

#include "ui/session/session.h"
#include "ui/session/worker_client.h"
#include "ui/style/qt_text.h"
#include "ui/style/text.h"

namespace warploom::ui {
bool isFirstOperation(const QString& operation) { return operation == spmvView().info().id; }

QString kernelsKey(const QString& operation) {
    return isFirstOperation(operation) ? QStringLiteral("run/kernels") : QStringLiteral("run/kernels/") + operation;
}

QString productsKey() { return QStringLiteral("run/products/cg"); }

QStringList usualProducts() {
    return {QStringLiteral("csr-scalar"), QStringLiteral("csr-vector"), QStringLiteral("ell"),
            QStringLiteral("sell"),       QStringLiteral("cpu-csr"),    QStringLiteral("cpu-csr-parallel")};
}

void tickKernel(Session& session, const QString& operation, const QString& machine, const QString& kernel) {
    const QString step = Text::tr("select only %1").arg(kernel);
    session.undoStack().beginMacro(step);
    session.setMachine(machine, step);
    session.setChoice(runKey("operation"), operation, step);
    const bool has_product = kernel.startsWith(QLatin1String("cg:"));
    session.setChoice(kernelsKey(operation), QStringList{has_product ? QStringLiteral("cg") : kernel}, step);
    if (has_product) session.setChoice(productsKey(), QStringList{kernel.mid(3)}, step);
    session.undoStack().endMacro();
}

QStringList cgKernels(const protocol::Handshake& handshake, const QStringList& methods, const QStringList& products) {
    QStringList names;
    for (const QString& id : methods) {
        for (const protocol::KernelEntry& method : handshake.kernels_of("cg")) {
            if (toQString(method.id) != id) continue;
            if (!method.takes_product) names.append(id);
            else
                for (const QString& product : products) names.append(id + QLatin1Char(':') + product);
        }
    }
    return names;
}

QStringList ataSwitches() {
    return {QStringLiteral("registers"), QStringLiteral("prefetch"), QStringLiteral("padding"),
            QStringLiteral("unroll"), QStringLiteral("symmetric")};
}

QString ataSwitchText(const QString& name) {
    if (name == QLatin1String("registers"))
        return Text::tr("Use a 48 x 48 tile and compute 3 x 3 results per thread in registers. When off, the tile is "
                        "16 x 16 and each thread computes one result.");
    if (name == QLatin1String("prefetch"))
        return Text::tr("Prefetch the next tile into registers while multiplying the current one");
    if (name == QLatin1String("padding"))
        return Text::tr("Pad the rows of the tile in shared memory so that they start in different banks");
    if (name == QLatin1String("unroll")) return Text::tr("Unroll the loop over the tile");
    return Text::tr("Compute only half of the blocks of C and write their transposes to the other half");
}

QString ataKernel(const QString& kernel, const QStringList& on) {
    QStringList ordered;
    for (const QString& name : ataSwitches())
        if (on.contains(name)) ordered.append(name);
    if (ordered.size() == ataSwitches().size()) return kernel;
    return kernel + QLatin1Char('@') + (ordered.isEmpty() ? QStringLiteral("none") : ordered.join(QLatin1Char('+')));
}

QStringList ataLadder(const QString& kernel) {
    QStringList names, on;
    names.append(ataKernel(kernel, on));
    for (const QString& name : ataSwitches()) {
        on.append(name);
        names.append(ataKernel(kernel, on));
    }
    return names;
}

int ataRung(const QString& name, const QString& kernel) {
    if (name == kernel) return static_cast<int>(ataSwitches().size());
    if (!name.startsWith(kernel + QLatin1Char('@'))) return -1;
    const QString on = name.section(QLatin1Char('@'), 1);
    return on == QLatin1String("none") ? 0 : static_cast<int>(on.split(QLatin1Char('+')).size());
}

} // namespace warploom::ui
