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

/// Static description of an operation that the Run page offers.
struct OperationInfo {
    QString id;          ///< the protocol identifier, such as "spmv" or "cg"
    QString title;       ///< "SpMV"
    QString what;        ///< one sentence for the tooltip and the inspector
    QString time_title;  ///< for example "Median time of one product"
    QString limit_title; ///< for example "Lower bound on the time of one product"
    QString timed;       ///< for example "Each time is for one product."
};

struct OperationChart {
    RunChart chart;
    RunChartEntry entry;
};

/// The fields for options of a single operation that are not run settings. Each value is stored in the session, and
/// changes can be undone. The widgets belong to the form, whose destruction also ends their connections.
class OperationFields {
public:
    OperationFields(Session& its_session, QWidget& its_form) : session(its_session), form(its_form) {}
    virtual ~OperationFields() = default;
    OperationFields(const OperationFields&) = delete;
    OperationFields& operator=(const OperationFields&) = delete;

    virtual void build(QFormLayout& rows) = 0;
    virtual void showOn(bool /*is_host*/) {} ///< hides fields that do not apply to the machine
    virtual void readChoices() {}
    virtual void describeMatrix() {}
    /// Copies the values of the fields to a plan, whose kernels must already be set.
    virtual void apply(protocol::RunPlan& /*plan*/) const {}

protected:
    Session& session;
    QWidget& form;
};

/// The user interface of an operation on the Run page: its texts, kernels, fields and charts. Each operation is
/// implemented in a separate file of this folder, and viewOf() returns its view. Objects have no state.
class OperationView {
public:
    virtual ~OperationView() = default;
    virtual OperationInfo info() const = 0;

    /// Returns the kernels that are selected by default: a few whose differences are instructive.
    virtual QStringList usualKernels(const protocol::Handshake& handshake, std::optional<MachineKind> machine) const;
    /// Returns the candidates for the default baseline of speedups. The last available one is used.
    virtual QStringList plainKernels() const = 0;
    /// Returns whether the baseline may be a kernel that is not selected.
    virtual bool comparesWithAny() const { return false; }
    /// Returns whether the kernels are methods that are combined with a selected product.
    virtual bool takesProduct() const { return false; }
    /// Returns whether several GPUs can share the work.
    virtual bool isShared() const { return false; }
    /// Returns the simulated kernels that the Warp and Model pages can show, as named in requests.
    virtual QStringList tracedKernels(const protocol::Handshake& handshake) const;
    /// Returns the kernel that the Warp and Model pages show by default.
    virtual QString tracedFirst() const = 0;
    /// Returns the title and a sentence about a kernel for its tooltip.
    virtual QString kernelText(const protocol::Handshake& handshake, const QString& kernel) const;
    /// Returns built-in inputs that are small enough to follow by eye. An empty page offers the first one.
    virtual QList<ExampleMatrix> samples() const = 0;
    /// Returns whether the worker generates the input itself, without loading a matrix.
    virtual bool isMadeThere(const LoadedMatrix&) const { return false; }
    /// Returns an empty string if the matrix can be run, otherwise a sentence with the reason.
    virtual QString whyNot(const LoadedMatrix&) const { return {}; }

    virtual QString rateTitle() const;  ///< title of the GFLOP/s chart
    virtual QString sweepTitle() const; ///< the title of the chart over the orders of matrices
    virtual QList<OperationChart> charts() const { return {}; }
    virtual std::unique_ptr<OperationFields> fields(Session&, QWidget&) const { return nullptr; }
};

const QList<const OperationView*>& operationViews();
const OperationView& viewOf(const QString& operation); ///< SpMV if the operation is unknown

// One function per operation. Each is defined in a separate file of this folder.
const OperationView& spmvView();
const OperationView& cgView();
const OperationView& tridiagonalView();
const OperationView& ataView();
const OperationView& trsvView();
const OperationView& iluView();

} // namespace warploom::ui
