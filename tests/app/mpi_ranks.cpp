// The program that mpi_test starts with mpirun: the host part of `cuda:mpi`, with ranks that compute on the simulated
// GPU and exchange x via MPI. Rank 0 prints one line per row.
// Usage: mpirun -n 2 mpi_ranks spmv | cg | no-room | no-input | lost
#include "app/operations/operation.h"
#include "app/run/runner.h"
#include "engine/error.h"
#include "kernels/multi_gpu/leading_rank.h"
#include "kernels/multi_gpu/split_matrix.h"

#include <algorithm>
#include <cstdio>
#include <functional>
#include <limits>
#include <string>

using namespace warploom;
using namespace warploom::app;
using kernels::RankWorld;

namespace {

/// Computes y = A x: the rows of this rank, after all ranks have exchanged their elements of x.
class RankSpmv final : public kernels::BoundSpmv {
public:
    RankSpmv(RankWorld& world, kernels::Machine& inner, const kernels::BindRequest& request, bool is_lost)
        : world_(world), split_(request.as<kernels::SpmvInput>().split), is_lost_(is_lost) {
        for (const auto& segment : split_->segments[static_cast<std::size_t>(world.rank())])
            bound_.push_back(inner.bind(request.kernel, segment.format, request.block_size));
    }
    void set_x(const std::vector<double>& x) override {
        own_.assign(x.begin() + rank().first_col, x.begin() + rank().last_col);
    }
    void poison() override {
        y_.assign(static_cast<std::size_t>(rank().rows()), std::numeric_limits<double>::quiet_NaN());
    }
    std::vector<double> y() const override { return world_.join(y_); }
    kernels::VectorPlaces places() override { return {}; }
    void enqueue() override {
        if (is_lost_ && world_.rank() == 1) throw Error("device.fault", "The GPU of this rank is gone.", "Look at it.");
        const std::vector<double> x = world_.join(own_);
        std::vector<double> local(static_cast<std::size_t>(rank().local_cols()));
        for (std::int64_t c = rank().first_col; c < rank().last_col; ++c) local[rank().local_col(c)] = x[c];
        for (const std::int32_t c : rank().halo) local[rank().local_col(c)] = x[c];
        const auto& segments = split_->segments[static_cast<std::size_t>(world_.rank())];
        for (std::size_t s = 0; s < bound_.size(); ++s) {
            bound_[s]->set_x(local);
            bound_[s]->enqueue();
            bound_[s]->finish();
            const auto part = bound_[s]->y();
            const auto to = y_.begin() + segments[s].first_row;
            if (segments[s].is_added) std::transform(part.begin(), part.end(), to, to, std::plus<>());
            else std::copy(part.begin(), part.end(), to);
        }
    }
    void finish() override {}

private:
    const kernels::RankRows& rank() const { return split_->split.ranks[static_cast<std::size_t>(world_.rank())]; }

    RankWorld& world_;
    std::shared_ptr<const kernels::SplitMatrix> split_;
    bool is_lost_;
    std::vector<std::unique_ptr<kernels::BoundSpmv>> bound_;
    std::vector<double> own_, y_;
};

/// Every rank solves the whole system, and checks after each batch of iterations whether all ranks have the same
/// residual.
class RankCg final : public kernels::BoundCg {
public:
    RankCg(RankWorld& world, kernels::Machine& inner, const kernels::BindRequest& request) : world_(world) {
        kernels::CgInput input = request.as<kernels::CgInput>();
        input.format = kernels::make_format(input.split->format, *input.matrix, input.precision);
        input.split.reset();
        bound_ = inner.bind(request.kernel, input, request.block_size);
        iterations_per_launch = bound_->iterations_per_launch;
    }
    void set_right_side(const std::vector<double>& b) override { bound_->set_right_side(b); }
    void set_state(const kernels::CgState& state) override { bound_->set_state(state); }
    kernels::CgState state() const override { return bound_->state(); }
    std::vector<double> x() const override {
        const std::vector<double> x = bound_->x();
        agree(x.empty() ? 0 : x.front());
        return x;
    }
    kernels::IterationBatch iterate(std::int64_t count, double tolerance) override {
        const kernels::IterationBatch stretch = bound_->iterate(count, tolerance);
        agree(stretch.residuals.empty() ? -1 : stretch.residuals.back());
        return stretch;
    }
    void restart() override { bound_->restart(); }
    double true_residual() override {
        const double residual = bound_->true_residual();
        agree(residual);
        return residual;
    }
    kernels::CgParts parts(int count) override { return bound_->parts(count); }
    void enqueue() override { bound_->enqueue(); }
    void finish() override { bound_->finish(); }

private:
    void agree(double own) const {
        for (const double other : world_.gather(own))
            if (other != own) throw Error("device.fault", "The ranks have come to different numbers.");
    }
    RankWorld& world_;
    std::unique_ptr<kernels::BoundCg> bound_;
};

class RankMachine final : public kernels::Machine {
public:
    RankMachine(RankWorld& world, std::string what)
        : world_(world), what_(std::move(what)), inner_(kernels::open_machine("simulated:h200")) {
        info_.id = "cuda:mpi";
        info_.title = "pretended";
        info_.kind = MachineKind::cuda;
        info_.ranks = world.size();
    }
    const kernels::MachineInfo& info() const override { return info_; }
    bool runs(RunsOn where) const override { return where != RunsOn::host; }
    std::unique_ptr<kernels::Bound> bind(const kernels::BindRequest& request) override {
        world_.all_or_none([&] {
            if (what_ == "no-room" && world_.rank() == 1 && request.kernel == "csr-scalar")
                throw Error("memory.limit", "There is no room for this here.", "Take more ranks.");
        });
        if (request.operation() == Operation::cg) return std::make_unique<RankCg>(world_, *inner_, request);
        return std::make_unique<RankSpmv>(world_, *inner_, request, what_ == "lost");
    }
    measure::Sample sample(kernels::Bound& work, CacheState, int batch) override {
        work.enqueue();
        work.finish();
        measure::Sample sample;
        sample.time_ns = world_.greatest(1e6 * (world_.rank() + 1)); // time of the slowest rank
        sample.batch = batch;
        return sample;
    }
    double launch_to_finish_ns(kernels::Bound& work) override {
        work.enqueue();
        return world_.greatest(2e6);
    }
    double copy_bandwidth() override { return 1e9 * static_cast<double>(world_.gather(1.0).size()); }

private:
    RankWorld& world_;
    std::string what_;
    std::unique_ptr<kernels::Machine> inner_;
    kernels::MachineInfo info_;
};

int do_all(const std::string& what) {
    RankWorld& world = kernels::open_world();
    RunSettings settings;
    settings.quick = true;
    const bool is_cg = what == "cg";
    settings.kernels = is_cg ? std::vector<std::string>{"cg:csr-vector"}
                             : std::vector<std::string>{"csr-scalar", "csr-vector", "cusparse-csr"};
    settings.precisions = {Precision::float64, Precision::float32};
    Inputs inputs;
    const auto problem = spec_of(is_cg ? Operation::cg : Operation::spmv).open(inputs, "laplace2d:n=24", settings, {});
    auto shared = std::make_unique<RankMachine>(world, what);
    if (world.rank() != 0) {
        kernels::follow(
            world, std::move(shared),
            [&](kernels::Machine& machine, const kernels::LedBinding& binding) {
                if (what == "no-input" && binding.kernel == "csr-vector")
                    throw Error("matrix.index", "This rank cannot convert it.", "Choose another format.");
                Row row;
                row.kernel = binding.kernel;
                row.precision = binding.precision;
                row.block = binding.block_size;
                const RunContext context{machine, settings, {}, [](const char*, const std::string&) {}};
                problem->bind(row, context);
            },
            [](const Error& error) { std::fprintf(stderr, "rank 1: %s\n", error.what()); });
        kernels::close_world();
        return 0;
    }
    {
        const auto machine = kernels::leading_machine(world, std::move(shared));
        const Run run = run_problem(*machine, *problem, settings);
        std::printf("ranks %d, copy %.0f GB/s\n", world.size(), run.copy_gbytes_per_s);
        for (const Row& row : run.results)
            std::printf("%s %s %s %.0f %s\n", row.kernel.c_str(), kernels::to_string(row.precision),
                        to_string(row.status), row.has_time() ? row.time.median : 0.0, row.reason.c_str());
    }
    kernels::close_world();
    return 0;
}

} // namespace

int main(int argc, char** argv) {
    try {
        return do_all(argc > 1 ? argv[1] : "spmv");
    } catch (const Error& error) {
        std::fprintf(stderr, "%s\n", error.what());
        return 1;
    }
}
