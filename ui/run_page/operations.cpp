#include "ui/run_page/operations.h"

#include "ui/qt_text.h"
#include "ui/words.h"
#include "ui/worker_client.h"

namespace warploom::ui {
const QList<OperationInfo>& operations() {
    static const QList<OperationInfo> all{
        {QStringLiteral("spmv"), words("SpMV"), words("One product y = A x of a sparse matrix."), words("product")},
        {QStringLiteral("cg"), words("CG"),
         words("The conjugate gradient method for A x = b over any product; A symmetric and positive definite."),
         words("iteration")},
        {QStringLiteral("tridiagonal"), words("Tridiagonal"), words("One system with three diagonals."),
         words("solution")},
        {QStringLiteral("ata"), words("AᵀA"), words("C = AᵀA of a dense matrix; a sparse one is filled up with zeros."),
         words("AᵀA")},
    };
    return all;
}

const OperationInfo& operationInfo(const QString& id) {
    for (const OperationInfo& info : operations())
        if (info.id == id) return info;
    return operations().first();
}

QString kernelsKey(const QString& operation) {
    // SpMV was there first, and its choice keeps its name.
    return operation == QLatin1String("spmv") ? QStringLiteral("run/kernels")
                                              : QStringLiteral("run/kernels/") + operation;
}

QString productsKey() { return QStringLiteral("run/products/cg"); }

QStringList usualProducts() {
    return {QStringLiteral("csr-scalar"), QStringLiteral("csr-vector"), QStringLiteral("ell"),
            QStringLiteral("sell"),       QStringLiteral("cpu-csr"),    QStringLiteral("cpu-csr-parallel")};
}

QStringList usualKernels(const QString& operation, const wire::Handshake& handshake,
                         std::optional<wire::MachineKind> machine) {
    if (operation == QLatin1String("spmv"))
        return {QStringLiteral("cpu-csr"),    QStringLiteral("cpu-csr-parallel"), QStringLiteral("cpu-ell"),
                QStringLiteral("cpu-coo"),    QStringLiteral("eigen-csr"),        QStringLiteral("csr-scalar"),
                QStringLiteral("csr-vector"), QStringLiteral("csr-merge"),        QStringLiteral("ell"),
                QStringLiteral("sell"),       QStringLiteral("coo-segmented"),    QStringLiteral("cusparse-csr")};
    QStringList all; // the other operations have few kernels, and their differences are the lesson
    for (const wire::Kernel& kernel : handshake.kernels_of(operation.toStdString()))
        if (machine && kernel.runs_there(*machine)) all.append(qt(kernel.id));
    return all;
}

QStringList cgKernels(const wire::Handshake& handshake, const QStringList& methods, const QStringList& products) {
    QStringList names;
    for (const QString& id : methods) {
        for (const wire::Kernel& method : handshake.kernels_of("cg")) {
            if (qt(method.id) != id) continue;
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
        return words("A 48 x 48 tile with 3 x 3 results in the registers of a thread; without it 16 x 16 and one");
    if (name == QLatin1String("prefetch"))
        return words("The next tile is on its way to registers while this one is multiplied");
    if (name == QLatin1String("padding")) return words("Rows of the tile in shared memory begin in other banks");
    if (name == QLatin1String("unroll")) return words("The loop over the tile is laid out flat");
    return words("Half of the blocks; the other half is written as their mirror");
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
