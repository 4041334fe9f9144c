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

struct TraceInput {
    std::function<InputInfo()> info; ///< computes properties of the input on demand, because hashing is slow
    /// Returns a kernel and its input, ready for tracing. Converts the input if the kernel requires a specific format.
    /// Errors: any error from check_trace_settings or make_format; "kernel.refused".
    std::function<TraceSubject(const Progress&)> subject;
    std::shared_ptr<const Matrix> matrix; ///< input matrix; null if the input is not sparse
};

/// Functions that convert a matrix to a format. Experiments provide functions that cache the converted matrices.
struct TraceWays {
    std::function<std::shared_ptr<const kernels::HostFormat>(const std::string& format, const Matrix&,
                                                             const TraceSettings&, const Progress&)>
        format;
    /// Returns conversion functions without a cache.
    static TraceWays plain();
};

/// Descriptions of an operation in the help text of the command line.
struct OperationWords {
    const char* summary; ///< short description, such as "y = A x"
    const char* formula; ///< formula for titles, such as "tridiagonal A x = d"
    const char* input;
    const char* kernels;
    /// Operation-specific columns in the result table of a run: the heading, and the name of the field in JSON
    /// documents.
    std::vector<std::pair<const char*, const char*>> columns;
};

/// Interface of an operation. Its functions parse and select kernels, and load, run (app/problem/problem.h) and trace
/// inputs. Settings are defined in engine/protocol/messages/settings.h. Operations are implemented in separate files in
/// app/operations and returned by spec_of(). Objects are stateless.
class OperationSpec {
public:
    virtual ~OperationSpec() = default;
    virtual Operation operation() const = 0;
    virtual OperationWords words() const = 0;

    /// Parses the name of a kernel. Errors: "kernel.unknown", with a list of the valid names; "kernel.switch".
    virtual PlannedKernel plan(const std::string& kernel) const;
    /// Returns the kernels of a default run. The default implementation returns all kernels that the machine supports.
    virtual std::vector<std::string> usual_kernels(const kernels::Machine& machine) const;
    /// Returns candidates for the baseline of speedups, in order of preference. If none of them runs, the first kernel
    /// of the run is the baseline.
    virtual std::vector<std::string> plain_kernels(bool is_host) const = 0;
    /// Returns a list of the kernels that support tracing, for use within a sentence.
    virtual std::string traceable_kernels() const;
    /// Returns whether host kernels have a thread count setting.
    virtual bool takes_threads() const { return false; }
    /// Returns whether the input is a sparse matrix, such as the matrix of a water network.
    virtual bool takes_matrix() const { return false; }
    /// Returns whether the operation's work can be divided among several GPUs.
    virtual bool is_shared_among_gpus() const { return false; }

    /// Throws an error if the settings are invalid for the operation.
    virtual void require_sense(const RunSettings&) const {}

    /// Loads the input in advance, so that open() is fast. Errors: any error from Inputs.
    virtual void load(Inputs&, const std::string& name, const Progress&) const = 0;
    /// Opens the named input as a problem. Errors: any error from Inputs or from the constructor of the problem.
    virtual std::unique_ptr<Problem> open(Inputs&, const std::string& name, const RunSettings&,
                                          const Progress&) const = 0;
    /// Loads an input for tracing. Errors: any error from Inputs; "matrix.unsupported", "matrix.square".
    virtual TraceInput trace_input(Inputs&, const std::string& name, const TraceSettings&, const Progress&,
                                   const TraceWays& = TraceWays::plain()) const = 0;
    /// Prepares a loaded matrix for tracing. Requires takes_matrix(). Errors: "matrix.unsupported", "matrix.square".
    virtual TraceInput trace_matrix(const std::shared_ptr<const Matrix>&, const TraceSettings&,
                                    const TraceWays& = TraceWays::plain()) const {
        return {};
    }
    /// Returns the number of useful floating-point operations in one launch, which determines GFLOP/s.
    virtual double useful_operations(const std::string& kernel, const InputInfo& input, Precision) const = 0;
    /// Returns the title of a run, such as "y = A x, A = NAME (3 x 3, 9 nonzeros)".
    virtual std::string title(const Run& run) const;
};

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

// Each of these functions returns an operation, which is implemented in a separate file in this folder.
const OperationSpec& spmv_spec();
const OperationSpec& cg_spec();
const OperationSpec& tridiagonal_spec();
const OperationSpec& ata_spec();
const OperationSpec& trsv_spec();
const OperationSpec& ilu_spec();
const OperationSpec& free_spec();

/// Returns the size of an input as text, such as "3 x 3, 9 nonzeros".
std::string size_text(const InputInfo& input, bool with_nonzeros);

} // namespace warploom::app
