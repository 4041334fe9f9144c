#pragma once

#include "app/cli/commands.h"
#include "app/cli/network_options.h"
#include "app/run/scaling.h"

#include <CLI/CLI.hpp>

#include <string>
#include <utility>
#include <vector>

namespace warploom::app {

/// `scaling spmv` and `scaling cg`: one kernel on 1, 2, 4 ... GPUs.
class ScalingOptions {
public:
    /// Adds the command to `app`.
    ScalingOptions(CLI::App& app, bool& json);

    bool is_asked() const { return static_cast<bool>(*scaling_); }
    /// Throws CLI::RequiredError where no operation was named.
    void require_all() const;
    /// `cancelled` may be set at any time.
    ExitStatus run(const MachineList& machines, const Answer& answer, const std::atomic<bool>& cancelled);

private:
    void add_options(CLI::App& app, bool& json);

    CLI::App* scaling_ = nullptr;
    std::vector<std::pair<kernels::Operation, CLI::App*>> operations_;
    ScalingCommand command_;
    NetworkOptions network_;
    std::vector<std::string> precisions_{"double"};
    std::string cache_, csv_;
};

} // namespace warploom::app
