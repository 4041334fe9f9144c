#pragma once

#include "engine/wire/handshake.h"

#include <QList>
#include <QString>
#include <QStringList>

#include <optional>

namespace warploom::ui {

/// What the Run page can have computed.
struct OperationInfo {
    QString id;    ///< of the wire: "spmv", "cg", "tridiagonal", "ata"
    QString title; ///< "SpMV"
    QString what;  ///< one sentence for the tip and the inspector
    QString unit;  ///< what one time is the time of: "product", "iteration", "solution", "AᵀA"
};
const QList<OperationInfo>& operations();
const OperationInfo& operationInfo(const QString& id); ///< SpMV for one that is not known

/// Where the session keeps a choice of the Run page.
inline QString runKey(const char* name) { return QStringLiteral("run/") + QLatin1String(name); }
/// The choices that hold what is ticked: the kernels, and for CG its methods and products.
QString kernelsKey(const QString& operation);
QString productsKey();
/// What is ticked as long as nobody chose.
QStringList usualKernels(const QString& operation, const wire::Handshake& handshake,
                         std::optional<wire::MachineKind> machine);
QStringList usualProducts();

/// Methods over products: `cg:ell`; methods with a product of their own stand alone.
QStringList cgKernels(const wire::Handshake& handshake, const QStringList& methods, const QStringList& products);

/// The switches of the kernel `tiled`, in the order in which a class adds them.
QStringList ataSwitches();
QString ataSwitchText(const QString& name); ///< one sentence for the tip
/// `tiled`, `tiled@none` or `tiled@registers+padding`.
QString ataKernel(const QString& kernel, const QStringList& on);
/// One name for each rung from none to all.
QStringList ataLadder(const QString& kernel);
/// 0 for `tiled@none` up to the number of switches for `tiled`; -1 for a kernel without switches.
int ataRung(const QString& name, const QString& kernel = QStringLiteral("tiled"));

} // namespace warploom::ui
