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
    std::function<InputInfo()> info; ///< a function because computing the hash is slow
    /// Returns the subject to trace. Converts the input if the kernel reads a format. Errors: all errors of
    /// check_trace_settings, make_format, "kernel.refused".
    std::function<TraceSubject(const Progress&)> subject;
    std::shared_ptr<const Matrix> matrix; ///< null if the input is not a sparse matrix
};

/// Functions that convert a matrix to a format. Experiments pass functions that cache formats.
struct TraceWays {
    std::function<std::shared_ptr<const kernels::HostFormat>(const std::string& format, const Matrix&,
                                                             const TraceSettings&, const Progress&)>
        format;
    /// Returns functions that do not cache.
    static TraceWays plain();
};

/// Texts about an operation for the command line.
struct OperationWords {
    const char* summary; ///< for example "y = A x"
    const char* formula; ///< for titles, such as "tridiagonal A x = d"
    const char* input;   ///< description of the accepted inputs
    const char* kernels; ///< how its kernels are named
    /// The operation-specific columns in the table of a run: the heading, and the name in documents.
    std::vector<std::pair<const char*, const char*>> columns;
};

/// The interface of an operation: how its kernels are named and selected, and how its input is loaded, run
/// (app/problem/problem.h) and traced. Its settings are in engine/protocol/messages/settings.h. Each operation is
/// implemented in a file of app/operations and returned by spec_of(). Objects have no state.
class OperationSpec {
public:
    virtual ~OperationSpec() = default;
    virtual Operation operation() const = 0;
    virtual OperationWords words() const = 0;

    /// Parses the name of a kernel. Errors: "kernel.unknown" with the list of kernels, "kernel.switch".
    virtual PlannedKernel plan(const std::string& kernel) const;
    /// Returns the kernels that run by default, which are all that the machine supports.
    virtual std::vector<std::string> usual_kernels(const kernels::Machine& machine) const;
    /// Returns the candidates for the baseline of speedups, in order of preference. If none of them runs, the baseline
    /// is the first kernel.
    virtual std::vector<std::string> plain_kernels(bool is_host) const = 0;
    /// Returns a list of the kernels that can be traced, for use in a sentence.
    virtual std::string traceable_kernels() const;
    /// Returns whether the number of threads can be selected for host kernels.
    virtual bool takes_threads() const { return false; }
    /// Returns whether the input is a sparse matrix, which may come from a water network.
    virtual bool takes_matrix() const { return false; }
    /// Returns whether several GPUs can share the work.
    virtual bool is_shared_among_gpus() const { return false; }
    /// Returns the default cache state.
    virtual CacheState usual_cache() const { return CacheState::cold; }

    /// Throws for invalid settings.
    virtual void require_sense(const RunSettings&) const {}

    /// Loads the input in advance, so that opening it is fast. Errors: all errors of Inputs.
    virtual void load(Inputs&, const std::string& name, const Progress&) const = 0;
    /// Opens the input with this name as a problem. Errors: all errors of Inputs and of the problem.
    virtual std::unique_ptr<Problem> open(Inputs&, const std::string& name, const RunSettings&,
                                          const Progress&) const = 0;
    /// Loads an input for tracing. Errors: all errors of Inputs, "matrix.unsupported", "matrix.square".
    virtual TraceInput trace_input(Inputs&, const std::string& name, const TraceSettings&, const Progress&,
                                   const TraceWays& = TraceWays::plain()) const = 0;
    /// Same, for a loaded matrix. Requires takes_matrix(). Errors: "matrix.unsupported", "matrix.square".
    virtual TraceInput trace_matrix(const std::shared_ptr<const Matrix>&, const TraceSettings&,
                                    const TraceWays& = TraceWays::plain()) const {
        return {};
    }
    /// Returns the number of useful operations of one launch, from which gflops is computed.
    virtual double useful_operations(const std::string& kernel, const InputInfo& input, Precision) const = 0;
    /// Returns a title such as "y = A x, A = NAME (3 x 3, 9 nonzeros)".
    virtual std::string title(const Run& run) const;
};

/// Base class of operations whose input is a sparse matrix.
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
/// Returns all operations, in the same order as kernels::operations.
const std::vector<const OperationSpec*>& operation_specs();

// One function per operation. Each is implemented in a separate file of this folder.
const OperationSpec& spmv_spec();
const OperationSpec& cg_spec();
const OperationSpec& tridiagonal_spec();
const OperationSpec& ata_spec();
const OperationSpec& trsv_spec();
const OperationSpec& ilu_spec();

/// Returns a description such as "3 x 3, 9 nonzeros".
std::string size_text(const InputInfo& input, bool with_nonzeros);

} // namespace warploom::app
