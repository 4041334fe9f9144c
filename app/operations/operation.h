#pragma once

#include "app/inputs/inputs.h"
#include "app/problem/planned_kernel.h"
#include "app/problem/problem.h"
#include "app/trace/trace.h"

#include <functional>
#include <memory>
#include <string>
#include <vector>

namespace warploom::app {

/// An input that was loaded for tracing.
struct TraceInput {
    std::function<InputInfo()> info; ///< a function, because computing the hash is slow
    /// Returns the subject to trace, converting the input if the kernel reads a format. Errors: all errors of
    /// check_trace_settings, make_format, "kernel.refused".
    std::function<TraceSubject(const Progress&)> subject;
    std::shared_ptr<const Matrix> matrix; ///< null if the input is not a sparse matrix
};

/// How a matrix is converted to a format; experiments cache their formats.
struct TraceWays {
    std::function<std::shared_ptr<const kernels::HostFormat>(const std::string& format, const Matrix&,
                                                             const TraceSettings&, const Progress&)>
        format;
    /// Returns conversions without a cache.
    static TraceWays plain();
};

/// Descriptions of an operation for the command line.
struct OperationWords {
    const char* summary; ///< "y = A x"
    const char* formula; ///< for titles: "tridiagonal A x = d"
    const char* input;   ///< description of the accepted inputs
    const char* kernels; ///< naming of its kernels
    /// Operation-specific columns in the table of a run: heading, and name in the documents.
    std::vector<std::pair<const char*, const char*>> columns;
};

/// The interface of an operation: how its kernels are named and selected, and how its input is loaded, run
/// (app/problem/problem.h) and traced. Its settings are in engine/protocol/messages/settings.h. Each operation is a
/// file in app/operations; spec_of() returns it. Stateless.
class OperationSpec {
public:
    virtual ~OperationSpec() = default;
    virtual Operation operation() const = 0;
    virtual OperationWords words() const = 0;

    /// Parses the name of a kernel. Errors: "kernel.unknown" with the list of kernels, "kernel.switch".
    virtual PlannedKernel plan(const std::string& kernel) const;
    /// Returns the kernels that run by default: all that the machine supports.
    virtual std::vector<std::string> usual_kernels(const kernels::Machine& machine) const;
    /// Returns the candidates for the baseline of speedups, in order of preference; if none of them runs, the baseline
    /// is the first kernel.
    virtual std::vector<std::string> plain_kernels(bool is_host) const = 0;
    /// Returns the kernels that can be traced, for use in a sentence.
    virtual std::string traceable_kernels() const;
    /// Returns whether the number of threads of host kernels can be selected.
    virtual bool takes_threads() const { return false; }
    /// Returns whether its input is a sparse matrix, which may come from a water network.
    virtual bool takes_matrix() const { return false; }
    /// Returns whether several GPUs can share the work.
    virtual bool is_shared_among_gpus() const { return false; }
    /// Returns the default cache state.
    virtual CacheState usual_cache() const { return CacheState::cold; }

    /// Throws for invalid settings.
    virtual void require_sense(const RunSettings&) const {}

    /// Loads the input, so that opening it is fast. Errors: all errors of Inputs.
    virtual void load(Inputs&, const std::string& name, const Progress&) const = 0;
    /// Opens the input with this name as a problem. Errors: all errors of Inputs and of the problem.
    virtual std::unique_ptr<Problem> open(Inputs&, const std::string& name, const RunSettings&,
                                          const Progress&) const = 0;
    /// Loads an input for tracing. Errors: all errors of Inputs, "matrix.unsupported", "matrix.square".
    virtual TraceInput trace_input(Inputs&, const std::string& name, const TraceSettings&, const Progress&,
                                   const TraceWays& = TraceWays::plain()) const = 0;
    /// Does the same for a loaded matrix, if takes_matrix(). Errors: "matrix.unsupported", "matrix.square".
    virtual TraceInput trace_matrix(const std::shared_ptr<const Matrix>&, const TraceSettings&,
                                    const TraceWays& = TraceWays::plain()) const {
        return {};
    }
    /// Returns the useful operations of one launch, as counted for gflops.
    virtual double useful_operations(const std::string& kernel, const InputInfo& input, Precision) const = 0;
    /// Returns "y = A x, A = NAME (3 x 3, 9 nonzeros)", and further information.
    virtual std::string title(const Run& run) const;
};

/// Base class for operations with a sparse matrix as input.
class MatrixSpec : public OperationSpec {
public:
    bool takes_matrix() const final { return true; }
    void load(Inputs& inputs, const std::string& name, const Progress& progress) const final {
        inputs.matrix(name, progress);
    }
    TraceInput trace_input(Inputs& inputs, const std::string& name, const TraceSettings& settings,
                           const Progress& loading, const TraceWays& ways) const final {
        return trace_matrix(inputs.matrix(name, loading), settings, ways);
    }
};

const OperationSpec& spec_of(Operation);
/// Returns all operations, in the order of kernels::operations.
const std::vector<const OperationSpec*>& operation_specs();

// One function for each operation, each in its own file of this folder.
const OperationSpec& spmv_spec();
const OperationSpec& cg_spec();
const OperationSpec& tridiagonal_spec();
const OperationSpec& ata_spec();
const OperationSpec& trsv_spec();
const OperationSpec& ilu_spec();

/// Returns a description such as "3 x 3, 9 nonzeros".
std::string size_text(const InputInfo& input, bool with_nonzeros);

} // namespace warploom::app
