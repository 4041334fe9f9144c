#include "app/cli/run_options.h"

#include "app/cli/setting_options.h"
#include "app/worker/request_call.h"

namespace warploom::app {

void RunOptions::add_to(CLI::App& run, bool& json) {
    for (const OperationSpec* const spec : operation_specs()) {
        const OperationWords words = spec->words();
        CLI::App* const app = run.add_subcommand(kernels::to_string(spec->operation()), words.summary);
        subcommands_.push_back({spec->operation(), app});
        app->add_option("matrix", command_.matrix, words.input)->required();
        app->add_option("--kernels", command_.settings.kernels, words.kernels)->delimiter(',');
        add_common(*app, json);
        CommandLineSettings options(*app);
        spec->visit_settings(command_.settings, options);
        if (spec->takes_matrix()) network_.add_to(*app);
    }
}

void RunOptions::add_common(CLI::App& app, bool& json) {
    auto& settings = command_.settings;
    app.add_flag("--json", json, "One JSON document on standard output, nothing else.");
    app.add_option("--machine", command_.machine,
                   "cpu, cuda:N, several GPUs as cuda:0,1 or cuda:all, or simulated:CARD.");
    app.add_option("--precision", precisions_, "float, double or both.")
        ->delimiter(',')
        ->check(CLI::IsMember({"float", "double"}));
    app.add_option("--block", settings.blocks, "Threads a block, separated by commas: multiples of 32 from 32 to 1024.")
        ->delimiter(',');
    app.add_option("--baseline", settings.baseline, "The kernel that speed-ups refer to.");
    app.add_option("--cache", cache_,
                   "cold: caches are flushed before each sample; warm: they are not. cg is warm unless told otherwise, "
                   "the others cold.")
        ->check(CLI::IsMember({"cold", "warm"}));
    app.add_flag("--quick", settings.quick, "At least 10 samples and 0.1 s, at most 2 s a kernel.");
    app.add_option("--csv", command_.csv, "Writes results, FILE-samples.csv and FILE-environment.csv.");
}

const RunOptions::Subcommand* RunOptions::asked() const {
    for (const auto& subcommand : subcommands_)
        if (*subcommand.app) return &subcommand;
    return nullptr;
}

RunCommand RunOptions::command() const {
    RunCommand command = command_;
    command.operation = asked()->operation;
    command.settings.precisions.clear(); // CLI11 has checked the names
    for (const auto& name : precisions_) command.settings.precisions.push_back(*kernels::precision_from(name));
    command.settings.cache = cache_of(cache_.empty() ? spec_of(command.operation).usual_cache() : cache_);
    command.matrix = network_.name_of(command_.matrix);
    return command;
}

} // namespace warploom::app
