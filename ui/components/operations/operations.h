#pragma once

#include "engine/protocol/messages/handshake.h"

#include <QString>
#include <QStringList>

namespace warploom::ui {

class Session;

/// Returns the session key of a setting on the Run page.
inline QString runKey(const char* name) { return QStringLiteral("run/") + QLatin1String(name); }
/// Returns the session key of the selected kernels. For CG, this key stores the methods, and productsKey() stores the
/// products.
QString kernelsKey(const QString& operation);
/// Returns whether the operation is SpMV. Session keys for SpMV have no operation suffix, because SpMV was the first
/// operation.
bool isFirstOperation(const QString& operation);
QString productsKey();
QStringList usualProducts();

/// Selects a single kernel (for CG, including its product, as in `cg:ell`) and its machine as one undo step.
void tickKernel(Session& session, const QString& operation, const QString& machine, const QString& kernel);

/// Combines methods and products, as in `cg:ell`. Methods with a built-in product are not combined.
QStringList cgKernels(const protocol::Handshake& handshake, const QStringList& methods, const QStringList& products);

/// Returns the switches of the kernel `tiled` in the order in which they are best introduced to students.
QStringList ataSwitches();
QString ataSwitchText(const QString& name); ///< Returns the tooltip text of a switch.
/// Returns a name such as `tiled`, `tiled@none` or `tiled@registers+padding`.
QString ataKernel(const QString& kernel, const QStringList& on);
/// Returns the kernel names of the ladder, from all switches off to all switches on.
QStringList ataLadder(const QString& kernel);
/// Returns the number of switches that are on, such as 0 for `tiled@none`. Returns -1 for a kernel without switches.
int ataRung(const QString& name, const QString& kernel = QStringLiteral("tiled"));

} // namespace warploom::ui
