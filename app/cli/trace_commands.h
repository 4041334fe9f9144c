#pragma once

#include "app/cli/commands.h"
#include "app/cli/setting_options.h"

#include <CLI/CLI.hpp>

#include <atomic>
#include <string>
#include <vector>

namespace warploom::app {

/// The subcommands that need no machine but the simulated one: `cards`, `trace OPERATION`, `trace open`.
class TraceCommands {
public:
    TraceCommands(CLI::App& app, bool& json);
    TraceCommands(const TraceCommands&) = delete;
    TraceCommands& operator=(const TraceCommands&) = delete;

    bool is_asked() const { return *cards_ || *trace_; }
    /// Throws CLI::RequiredError for a `trace` without what to do.
    void require_all() const;
    /// Errors are thrown.
    ExitStatus run(const Answer& answer, const std::atomic<bool>& cancelled) const;

private:
    struct Subcommand {
        kernels::Operation operation;
        CLI::App* app;
    };
    void add_trace_of(const OperationSpec& spec, bool& json);
    const Subcommand* asked() const; ///< null: no operation
    ExitStatus trace(kernels::Operation operation, const Answer& answer, const std::atomic<bool>& cancelled) const;
    ExitStatus open(const Answer& answer) const;

    CLI::App *cards_ = nullptr, *trace_ = nullptr, *open_ = nullptr;
    std::string matrix_, file_, kernel_, card_ = "h200", precision_ = "double", blocks_, cache_ = "cold", save_;
    std::vector<Subcommand> operations_;
    RunSettings own_; ///< what only one operation is asked
    int block_ = 128;
    bool transfers_ = false;
    std::uint64_t lane_order_ = 0;
};

} // namespace warploom::app
