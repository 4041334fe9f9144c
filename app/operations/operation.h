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

/// An input loaded for tracing.
struct TraceInput {
    std::function<InputInfo()> info; ///< computed on demand, because hashing is slow
    /// Returns the subject to trace. Converts the input if the kernel reads a format. Errors: all errors of
    /// check_trace_settings and make_format; "kernel.refused".
    std::function<TraceSubject(const Progress&)> subject;
    std::shared_ptr<const Matrix> matrix; ///< input matrix; null if the input is not sparse
};

/// Functions that convert a matrix to a format. Experiments pass functions that cache formats.
struct TraceWays {
    std::function<std::shared_ptr<const kernels::HostFormat>(const std::string& format, const Matrix&,
                                                             const TraceSettings&, const Progress&)>
        format;
    /// Returns functions that do not cache.
    static TraceWays plain();
};

/// Descriptions of an operation for the command line.
struct OperationWords {
    const char* summary; ///< short description, such as "y = A x"
    const char* formula; ///< formula for titles, such as "tridiagonal A x = d"
    const char* input;   ///< description of the accepted inputs
    const char* kernels; ///< description of how kernels are named
    /// Columns of the run table that are specific to the operation: the heading, and the field name in documents.
    std::vector<std::pair<const char*, const char*>> columns;
};

/// Interface of an operation: how its kernels are named and selected, and how its input is loaded, run
/// (app/problem/problem.h) and traced. Settings are in engine/protocol/messages/settings.h. Each operation is
/// implemented in a separate file in app/operations and returned by spec_of(). Objects are stateless.
class OperationSpec {
public:
    virtual ~OperationSpec() = default;
    virtual Operation operation() const = 0;
    virtual OperationWords words() const = 0;

    /// Parses the name of a kernel. Errors: "kernel.unknown" with the list of kernels, "kernel.switch".
    virtual PlannedKernel plan(const std::string& kernel) const;
    /// Returns the kernels that run by default: all that the machine supports.
    virtual std::vector<std::string> usual_kernels(const kernels::Machine& machine) const;
    /// Returns the candidates for the baseline of speedups, in order of preference. If none of them runs, the first
    /// kernel is the baseline.
    virtual std::vector<std::string> plain_kernels(bool is_host) const = 0;
    /// Returns the kernels that can be traced, as a list for use in a sentence.
    virtual std::string traceable_kernels() const;
    /// Returns whether the number of threads of host kernels can be selected.
    virtual bool takes_threads() const { return false; }
    /// Returns whether the input is a sparse matrix, which may come from a water network.
    virtual bool takes_matrix() const { return false; }
    /// Returns whether the work can be divided among several GPUs.
    virtual bool is_shared_among_gpus() const { return false; }
    /// Returns the default cache state.
    virtual CacheState usual_cache() const { return CacheState::cold; }

    /// Throws for invalid settings.
    virtual void require_sense(const RunSettings&) const {}

    /// Loads the input in advance to make opening it fast. Errors: all errors of Inputs.
    virtual void load(Inputs&, const std::string& name, const Progress&) const = 0;
    /// Opens the named input as a problem. Errors: all errors of Inputs and of the problem.
    virtual std::unique_ptr<Problem> open(Inputs&, const std::string& name, const RunSettings&,
                                          const Progress&) const = 0;
    /// Loads an input for tracing. Errors: all errors of Inputs, "matrix.unsupported", "matrix.square".
    virtual TraceInput trace_input(Inputs&, const std::string& name, const TraceSettings&, const Progress&,
                                   const TraceWays& = TraceWays::plain()) const = 0;
    /// Overload for a matrix that is already loaded. Requires takes_matrix(). Errors: "matrix.unsupported",
    /// "matrix.square".
    virtual TraceInput trace_matrix(const std::shared_ptr<const Matrix>&, const TraceSettings&,
                                    const TraceWays& = TraceWays::plain()) const {
        return {};
    }
    /// Returns the number of useful operations of one launch, which determines the GFLOP/s.
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
/// Returns the operations that can be measured, in the same order as kernels::operations: all except `free`.
const std::vector<const OperationSpec*>& operation_specs();

// One function per operation, each implemented in a separate file in this folder.
const OperationSpec& spmv_spec();
const OperationSpec& cg_spec();
const OperationSpec& tridiagonal_spec();
const OperationSpec& ata_spec();
const OperationSpec& trsv_spec();
const OperationSpec& ilu_spec();
const OperationSpec& free_spec();

/// Returns a description such as "3 x 3, 9 nonzeros".
std::string size_text(const InputInfo& input, bool with_nonzeros);

} // namespace warploom::app
