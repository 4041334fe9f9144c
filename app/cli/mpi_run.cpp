// Runs a benchmark over MPI. Every rank is a separate process (see kernels/multi_gpu/leading_rank.h).
#include "app/cli/commands.h"
#include "engine/error.h"
#include "engine/sentence.h"
#include "engine/terminal_text.h"
#include "kernels/multi_gpu/leading_rank.h"
#include "kernels/registry/cuda_plugin.h"

#include <memory>
#include <optional>
#include <string>

namespace warploom::app {

namespace {

/// Binds the kernels selected by rank 0 to the input of this process.
class OwnInput {
public:
    OwnInput(Problem& problem, const RunSettings& settings) : problem_(problem), settings_(settings) {}

    void bind(kernels::Machine& machine, const kernels::LedBinding& binding) {
        Row row;
        row.kernel = binding.kernel;
        row.precision = binding.precision;
        row.block = binding.block_size;
        const std::string shared = problem_.shared_by(row) + kernels::to_string(row.precision);
        // Result rows that share a converted matrix are consecutive, so the previous matrix can be freed when the key
        // changes.
        if (shared != shared_) problem_.release();
        shared_ = shared;
        const RunContext context{machine, settings_, {}, [](const char*, const std::string&) {}};
        problem_.bind(row, context);
    }

private:
    Problem& problem_;
    const RunSettings& settings_;
    std::string shared_; ///< identifies the converted matrix that is in memory
};

} // namespace

ExitStatus run_kernels_over_mpi(const RunCommand& command, const CommandCall& call) {
    kernels::RankWorld& world = kernels::open_world();
    if (world.size() < 2) {
        kernels::close_world();
        throw Error(
            "machine.unknown",
            sentence("The machine cuda:mpi requires at least two processes, but only one is "
                     "running."),
            sentence("Start several processes with `mpirun -n 2 warploom-engine run ...`. For one GPU, use cuda:0."));
    }
    const bool leads = world.rank() == 0;
    Inputs inputs;
    std::unique_ptr<Problem> problem;
    std::unique_ptr<kernels::Machine> shared;
    std::optional<Error> failure;
    try {
        // Each process loads the matrix itself, from a generator or a file that all processes can read.
        world.all_or_none(
            [&] { problem = spec_of(command.operation).open(inputs, command.matrix, command.settings, {}); });
        shared = kernels::world_devices(command.machine, world);
    } catch (const Error& error) { failure = error; }
    if (failure) { // all ranks have the same error, so only one of them reports it
        kernels::close_world();
        if (leads) throw *failure;
        return exit_failed;
    }
    if (!leads) {
        OwnInput own(*problem, command.settings);
        kernels::follow(
            world, std::move(shared),
            [&](kernels::Machine& machine, const kernels::LedBinding& binding) { own.bind(machine, binding); },
            [&](const Error& error) {
                tell("warploom-engine: " +
                     sentence("Rank {rank}: {error}", {{"rank", world.rank()}, {"error", error.what()}}) + "\n" +
                     error.hint());
            });
        problem.reset();
        kernels::close_world();
        return exit_fine;
    }
    ExitStatus status = exit_failed;
    {
        const auto machine = kernels::leading_machine(world, std::move(shared));
        try {
            status = answer_run(command, call.answer, [&] {
                return run_problem(*machine, *problem, command.settings, observer_on_terminal(call.cancelled));
            });
        } catch (const Error& error) { failure = error; }
    } // the destructor of `machine` ends the other ranks
    kernels::close_world();
    if (failure) throw *failure;
    return status;
}

} // namespace warploom::app
