#include "app/engine/run_options.h"

#include "app/request_call.h"

namespace warploom::app {

using kernels::Operation;

namespace {

struct Description {
    Operation operation;
    const char *summary, *input;
};
constexpr Description descriptions[] = {
    {Operation::spmv, "y = A x",
     "A .mtx or .mtx.gz file, a water network (.inp), or a generator such as random-rows:n=4096,fraction=0.2,seed=7."},
    {Operation::cg, "A x = b by the conjugate gradient method; times are per iteration",
     "A square matrix: a .mtx or .mtx.gz file, a water network (.inp), or a generator such as laplace2d:n=64."},
    {Operation::tridiagonal, "One tridiagonal system",
     "tridiagonal:n=1000000,kind=1,seed=1 (kinds 0 to 20), or a file or generator with three diagonals."},
    {Operation::ata, "C = AᵀA", "dense:rows=1000,cols=500,seed=1, or any matrix, whose gaps are filled up with zeros."},
};

const char* kernels_help(Operation operation) {
    switch (operation) {
    case Operation::spmv:
    case Operation::tridiagonal: break;
    case Operation::ata:
        return "Ids separated by commas, with switches: tiled@none, tiled@registers+padding; all that run on the "
               "machine "
               "unless given.";
    case Operation::cg:
        return "Methods with their products, separated by commas: cg:csr-vector, cg-fused:ell, cg-persistent; a "
               "handful "
               "unless given.";
    }
    return "Ids separated by commas; all that run on the machine unless given.";
}

} // namespace

void RunOptions::add_to(CLI::App& run, bool& json) {
    for (const auto& [operation, summary, input] : descriptions) {
        CLI::App* const app = run.add_subcommand(kernels::to_string(operation), summary);
        subcommands_.push_back({operation, app});
        app->add_option("matrix", command_.matrix, input)->required();
        app->add_option("--kernels", command_.settings.kernels, kernels_help(operation))->delimiter(',');
        add_common(*app, json);
        auto& settings = command_.settings;
        if (operation == Operation::spmv)
            app->add_option("--x", settings.x, "ones, reciprocal (x_j = 1/(1+j)) or random:SEED.");
        if (operation == Operation::tridiagonal || operation == Operation::ata)
            app->add_option("--threads", settings.threads,
                            "Threads of the host's kernels, separated by commas; 0: all cores.")
                ->delimiter(',');
        if (operation == Operation::spmv || operation == Operation::cg) network_.add_to(*app);
        if (operation != Operation::cg) continue;
        app->add_option("--tolerance", settings.cg.tolerance,
                        "Of the true residual over that of x = 0: 1e-10 in double, 1e-6 in float unless given.");
        app->add_option("--limit", settings.cg.limit, "Iterations at most: 100 n, from 1000 to 100,000, unless given.");
        app->add_option("--preconditioner", preconditioner_, "none, jacobi or ic0.")
            ->check(CLI::IsMember({"none", "jacobi", "ic0"}));
        app->add_option("--rhs", rhs_,
                        "drawn: b = A x for a drawn x; given: the b that a water network brings with it.")
            ->check(CLI::IsMember({"drawn", "given"}));
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
    command.settings.cache = cache_of(cache_.empty() ? usual_cache(command.operation) : cache_);
    command.matrix = network_.name_of(command_.matrix);
    command.settings.cg.rhs = *wire::named<RightSide>(rhs_);
    command.settings.cg.preconditioner = *kernels::preconditioner_from(preconditioner_);
    return command;
}

} // namespace warploom::app
