#include "engine/elapsed.h"
#include "engine/error.h"
#include "engine/sentence.h"
#include "kernels/cg/launched_cg.h"
#include "kernels/cuda/cg/cuda_cg.h"
#include "kernels/cuda/cg/cuda_cg_graph.h"
#include "kernels/cuda/cg/cuda_kernels.h"

#include <algorithm>
#include <optional>

// Conjugate gradients on CUDA: individual kernel launches (`cg`), the same kernels in a CUDA graph (`cg-fused`), or
// another implementation with the same vectors (kernels/cuda/cg/cuda_cg.h).

namespace warploom::kernels {

namespace {

template <class T> class CudaCg final : public LaunchedCg<T> {
    using Base = LaunchedCg<T>;

public:
    CudaCg(const std::shared_ptr<cuda::Device>& device, const std::string& method, std::unique_ptr<BoundSpmv> product,
           const CgInput& input)
        : Base(std::move(product), input, std::make_unique<CudaKernels>(device, std::is_same_v<T, double>)),
          device_(device) {
        device_->use();
        this->iterations_per_launch = 64;
        const std::vector<double> inverse = this->scaling_numbers(input);
        // Create the triangular solves after the vectors, whose addresses they need, and before the start of CG, which
        // already uses the solves.
        this->preprocess_ns += elapsed_ns([&] {
            this->allocate_vectors(inverse);
            if (input.preconditioner == Preconditioner::ilu0) this->make_level_solves(*input.matrix, true);
            else if (this->is_solved() && this->n_ > 0)
                solves_.emplace(device_, *input.matrix, this->vectors_.r, this->vectors_.z, method == "cg-cusparse");
            this->start_with_ones();
            device_->finish();
        });
        if (solves_) append(solves_->detail());
        if (method == "cg-persistent" && this->n_ > 0) way_ = resident_way<T>(device_, input.format, this->vectors_);
        if (method == "cg-cusparse")
            way_ = library_way<T>(device_, *this->product_, this->vectors_, [this] { solve_preconditioner(); });
        if (method == "cg-fused" && input.product == "dia" && this->vectors_.scaling == cg_unscaled)
            way_ = diagonals_way<T>(device_, input.format, this->vectors_);
        if (method == "cg-fused" && !way_ && this->n_ > 0) {
            require_short_graph();
            this->launch_product(); // allocates scratch memory before the work is captured in a graph
            device_->finish();
            graphs_.emplace(device_, [this] { this->launch_iteration(); });
            append(graphs_->detail());
        }
        if (way_) append(way_->detail());
    }

    CgParts parts(int count) override {
        CgParts parts;
        device_->use();
        if (count <= 0 || this->n_ == 0) return parts;
        const CgState kept = this->state();
        const auto go = [&] { this->launch_ready(std::numeric_limits<int>::max(), T(-1)); };
        go();
        if (way_) parts = way_->parts(count);
        else {
            // CUDA graphs exclude launch latency from the measurement.
            const auto time = [&](const std::function<void()>& work) { return graphed_ns(*device_, work, count); };
            parts.spmv = time([&] { this->launch_product(); });
            parts.dots = time([&] { this->launch_dot(); });
            parts.updates = time([&] { this->launch_residual(); }) + time([&] { this->launch_direction(); });
            if (this->is_solved()) parts.preconditioner = time([&] { this->launch_preconditioner(); });
            this->set_state(kept);
            go();
            this->run_iterations(count);
            device_->finish();
            this->set_state(kept);
            go();
            const double whole = elapsed_ns([&] {
                this->run_iterations(count);
                device_->finish();
            });
            parts.gaps = std::max(0.0, whole / count - parts.spmv - parts.dots - parts.updates - parts.preconditioner);
        }
        this->set_state(kept);
        return parts;
    }

protected:
    void solve_preconditioner() override {
        if (solves_) solves_->enqueue();
        else Base::solve_preconditioner();
    }
    std::int64_t chunk() const override { return way_ ? way_->chunk() : graphs_ ? 64 : 32; }
    void run_iterations(std::int64_t count) override {
        if (this->n_ == 0) return;
        if (way_) way_->run(count);
        else if (graphs_) graphs_->run(count);
        else Base::run_iterations(count);
    }

private:
    /// Throws if the CUDA graph of an iteration would be too long. The graph contains every launch, and each level of
    /// ILU(0) requires two launches.
    void require_short_graph() const {
        constexpr int most_levels = 256;
        if (this->level_solves_ && this->level_solves_->levels() > most_levels)
            throw Error("kernel.refused",
                        sentence("The triangular solves of this matrix need {launches} launches, but a graph of "
                                 "cg-fused has at most "
                                 "{most} per iteration.",
                                 {{"launches", this->level_solves_->levels()}, {"most", most_levels}}),
                        sentence("Use cg with ilu0, or cg-fused with ic0."));
    }
    void append(const std::string& more) {
        if (!more.empty()) this->detail += (this->detail.empty() ? "" : "; ") + more;
    }

    std::shared_ptr<cuda::Device> device_;
    std::optional<CudaTriangularSolves<T>> solves_;
    std::optional<CgGraphs> graphs_;
    std::unique_ptr<CgWay> way_;
};

} // namespace

std::unique_ptr<BoundCg> bind_cuda_loop(std::shared_ptr<cuda::Device> device, const std::string& method,
                                        std::unique_ptr<BoundSpmv> product, const CgInput& input) {
    return made_in<BoundCg, CudaCg>(input.precision, device, method, std::move(product), input);
}

} // namespace warploom::kernels
