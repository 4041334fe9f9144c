#pragma once

#include "engine/protocol/messages/handshake.h"
#include "ui/pages/run/run_columns.h"
#include "ui/session/samples.h"
#include "ui/session/session.h"

#include <QList>
#include <QString>
#include <QStringList>

#include <memory>
#include <optional>

class QFormLayout;

namespace warploom::ui {

/// An operation that the Run page offers.
struct OperationInfo {
    QString id;    ///< of the wire: "spmv", "cg", ...
    QString title; ///< "SpMV"
    QString what;  ///< one sentence for the tip and the inspector
    QString unit;  ///< the unit of work of a time: "product", "iteration", "solution", "AᵀA"
};

struct OperationChart {
    RunChart chart;
    RunChartEntry entry;
};

/// The fields of the form that only one operation has, and that are no settings of a run. Each is a choice of the
/// session and can be undone. They live in the form, which is what their connections end with.
class OperationFields {
public:
    OperationFields(Session& its_session, QWidget& its_form) : session(its_session), form(its_form) {}
    virtual ~OperationFields() = default;
    OperationFields(const OperationFields&) = delete;
    OperationFields& operator=(const OperationFields&) = delete;

    virtual void build(QFormLayout& rows) = 0;
    virtual void showOn(bool /*is_host*/) {} ///< hides what makes no sense on the machine
    virtual void readChoices() {}
    virtual void describeMatrix() {}
    /// Puts what stands in the fields into a plan whose kernels are chosen.
    virtual void apply(protocol::RunPlan& /*plan*/) const {}

protected:
    Session& session;
    QWidget& form;
};

/// The user interface of an operation on the Run page: its texts, kernels, fields and charts. Each operation is a file
/// in this folder; viewOf() returns it. Stateless.
class OperationView {
public:
    virtual ~OperationView() = default;
    virtual OperationInfo info() const = 0;

    /// The default ticks: few kernels, whose differences are the lesson.
    virtual QStringList usualKernels(const protocol::Handshake& handshake, std::optional<MachineKind> machine) const;
    /// The default baselines of speed-ups: the last of these that is there.
    virtual QStringList plainKernels() const = 0;
    /// Whether speed-ups may refer to a kernel that is not ticked.
    virtual bool comparesWithAny() const { return false; }
    /// Whether its kernels are methods, each to be run over ticked products.
    virtual bool takesProduct() const { return false; }
    /// Whether several GPUs can share the work.
    virtual bool isShared() const { return false; }
    /// The kernels that the pages Warp and Model show, by the names that a request takes: those of the simulated GPU.
    virtual QStringList tracedKernels(const protocol::Handshake& handshake) const;
    /// The one that they show by default.
    virtual QString tracedFirst() const = 0;
    /// A title and a sentence of a kernel, for its tip.
    virtual QString kernelText(const protocol::Handshake& handshake, const QString& kernel) const;
    /// Inputs that are always there, small enough to be followed by eye; the first is what an empty page offers.
    virtual QList<ExampleMatrix> samples() const = 0;
    /// Whether the input is made where it runs, without a matrix around it.
    virtual bool isMadeThere(const LoadedMatrix&) const { return false; }
    /// Empty when the matrix can be run; otherwise the sentence.
    virtual QString whyNot(const LoadedMatrix&) const { return {}; }

    virtual QString rateTitle() const;  ///< of the chart of GFLOP/s
    virtual QString sweepTitle() const; ///< of the chart over orders
    virtual QList<OperationChart> charts() const { return {}; }
    virtual std::unique_ptr<OperationFields> fields(Session&, QWidget&) const { return nullptr; }
};

const QList<const OperationView*>& operationViews();
const OperationView& viewOf(const QString& operation); ///< SpMV for one that is not known

// One each, in its own file of this folder.
const OperationView& spmvView();
const OperationView& cgView();
const OperationView& tridiagonalView();
const OperationView& ataView();
const OperationView& trsvView();
const OperationView& iluView();

} // namespace warploom::ui
