#pragma once

#include "engine/protocol/messages/handshake.h"
#include "ui/components/operations/run_columns.h"
#include "ui/session/samples.h"
#include "ui/session/session.h"

#include <QList>
#include <QString>
#include <QStringList>

#include <memory>
#include <optional>

class QFormLayout;

namespace warploom::ui {

/// Static description of an operation on the Run page.
struct OperationInfo {
    QString id;          ///< the protocol identifier, such as "spmv" or "cg"
    QString title;       ///< display title, such as "SpMV"
    QString what;        ///< one-sentence description shown in tooltips and in the inspector
    QString time_title;  ///< title of the time chart, such as "Median time per product"
    QString limit_title; ///< title of the limit chart, such as "Lower bound on the time per product"
    QString timed;       ///< note about the times, such as "All times are per product."
};

struct OperationChart {
    RunChart chart;
    RunChartEntry entry;
};

/// Form fields for the options of a single operation, which complement the run settings. Values are stored in the
/// session, and changes can be undone. The form owns the widgets, so their connections end when the form is destroyed.
class OperationFields {
public:
    OperationFields(Session& its_session, QWidget& its_form) : session(its_session), form(its_form) {}
    virtual ~OperationFields() = default;
    OperationFields(const OperationFields&) = delete;
    OperationFields& operator=(const OperationFields&) = delete;

    virtual void build(QFormLayout& rows) = 0;
    virtual void showOn(bool /*is_host*/) {} ///< Hides the fields that do not apply to the selected machine.
    virtual void readChoices() {}
    virtual void describeMatrix() {}
    /// Copies the field values to a run plan, which already contains the kernels.
    virtual void apply(protocol::RunPlan& /*plan*/) const {}

protected:
    Session& session;
    QWidget& form;
};

/// User interface of an operation on the Run page: strings, kernels, fields and charts. Views are implemented in
/// separate files in this folder, and viewOf() returns the view of an operation. Views are stateless.
class OperationView {
public:
    virtual ~OperationView() = default;
    virtual OperationInfo info() const = 0;

    /// Returns the kernels selected by default, which are a few kernels that make an instructive comparison.
    virtual QStringList usualKernels(const protocol::Handshake& handshake, std::optional<MachineKind> machine) const;
    /// Returns candidates for the default baseline of speedups. The last available one is used.
    virtual QStringList plainKernels() const = 0;
    /// Returns whether a kernel that is not selected can be the baseline.
    virtual bool comparesWithAny() const { return false; }
    /// Returns whether the kernels of this operation are solver methods that must be combined with an SpMV kernel.
    virtual bool takesProduct() const { return false; }
    /// Returns whether the computation can be distributed across several GPUs.
    virtual bool isShared() const { return false; }
    /// Returns the kernels that the Warp and Model pages can show on the simulated GPU, named as in requests to the
    /// worker.
    virtual QStringList tracedKernels(const protocol::Handshake& handshake) const;
    /// Returns the kernel that the Warp and Model pages show by default.
    virtual QString tracedFirst() const = 0;
    /// Returns the title and a one-sentence description of a kernel for its tooltip.
    virtual QString kernelText(const protocol::Handshake& handshake, const QString& kernel) const;
    /// Returns built-in inputs that are small enough to follow by hand. If no matrix is open, pages offer to open the
    /// first of them.
    virtual QList<ExampleMatrix> samples() const = 0;
    /// Returns whether the worker generates the input itself, without loading a matrix.
    virtual bool isMadeThere(const LoadedMatrix&) const { return false; }
    /// Returns a sentence that explains why the operation cannot run on the matrix; empty if it can.
    virtual QString whyNot(const LoadedMatrix&) const { return {}; }

    virtual QString rateTitle() const;
    virtual QString sweepTitle() const; ///< Returns the title of the chart that plots times against the matrix size.
    virtual QList<OperationChart> charts() const { return {}; }
    virtual std::unique_ptr<OperationFields> fields(Session&, QWidget&) const { return nullptr; }
};

const QList<const OperationView*>& operationViews();
/// Returns the view of an operation, or the SpMV view if the operation is unknown.
const OperationView& viewOf(const QString& operation);

// Each of these functions returns the view of one operation and is defined in a separate file in this folder.
const OperationView& spmvView();
const OperationView& cgView();
const OperationView& tridiagonalView();
const OperationView& ataView();
const OperationView& trsvView();
const OperationView& iluView();

} // namespace warploom::ui
