#pragma once

#include "engine/protocol/messages/handshake.h"

#include <QString>
#include <QStringList>

namespace warploom::ui {

class Session;

/// Where the session keeps a choice of the Run page.
inline QString runKey(const char* name) { return QStringLiteral("run/") + QLatin1String(name); }
/// The choices that hold the ticks: the kernels, and for CG its methods and products.
QString kernelsKey(const QString& operation);
/// SpMV was there first, and its choices keep their names.
bool isFirstOperation(const QString& operation);
QString productsKey();
QStringList usualProducts();

/// Ticks one kernel (of cg with its product: `cg:ell`) of an operation and chooses the machine: one step that can be
/// undone.
void tickKernel(Session& session, const QString& operation, const QString& machine, const QString& kernel);

/// Methods over products: `cg:ell`; methods with a product of their own stand alone.
QStringList cgKernels(const protocol::Handshake& handshake, const QStringList& methods, const QStringList& products);

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
