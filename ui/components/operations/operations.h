#pragma once

#include "engine/protocol/messages/handshake.h"

#include <QString>
#include <QStringList>

namespace warploom::ui {

class Session;

inline QString runKey(const char* name) { return QStringLiteral("run/") + QLatin1String(name); }
/// Returns the session key that stores the selected kernels. For CG, it stores the selected CG methods, and
/// productsKey() returns the key for the selected SpMV kernels.
QString kernelsKey(const QString& operation);
/// Returns whether the operation is SpMV. Session keys for SpMV have no operation suffix, because SpMV was the first
/// operation.
bool isFirstOperation(const QString& operation);
QString productsKey();
QStringList usualProducts();

/// Selects a single kernel and a machine as one undo step. For CG, the kernel name includes the SpMV kernel, as in
/// `cg:ell`.
void tickKernel(Session& session, const QString& operation, const QString& machine, const QString& kernel);

/// Returns all combinations of CG methods and SpMV kernels, named as in `cg:ell`. A CG method with a built-in product
/// appears on its own.
QStringList cgKernels(const protocol::Handshake& handshake, const QStringList& methods, const QStringList& products);

/// Returns the names of the optimizations that can be turned on or off in the AᵀA kernel `tiled`, in the recommended
/// order for teaching.
QStringList ataSwitches();
QString ataSwitchText(const QString& name);
/// Returns the name of a kernel with the given optimizations turned on, such as `tiled`, `tiled@none` or
/// `tiled@registers+padding`.
QString ataKernel(const QString& kernel, const QStringList& on);
/// Returns the kernel names of the optimization ladder. The first kernel has all optimizations off, and each of the
/// next kernels turns on one more.
QStringList ataLadder(const QString& kernel);
/// Returns the number of optimizations that are turned on in a kernel name, such as 0 for `tiled@none`. Returns -1 if
/// the kernel has no optional optimizations.
int ataRung(const QString& name, const QString& kernel = QStringLiteral("tiled"));

} // namespace warploom::ui
