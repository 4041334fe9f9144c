#include "engine/sentence.h"
#include "kernels/cuda/multi_gpu/traffic_kernels.h"

#include "engine/elapsed.h"
#include "kernels/cg/device_loop.h"
#include "kernels/cuda/cg/cuda_cg.h"
#include "kernels/cuda/cg/cuda_kernels.h"
#include "kernels/cuda/multi_gpu/exchange_choice.h"
#include "kernels/cuda/multi_gpu/multi_gpu_cg.h"
#include "kernels/cuda/multi_gpu/rank_diagonals.h"
#include "kernels/cuda/multi_gpu/rank_vectors.h"
#include "kernels/headers/cg_start.cuh"
#include "kernels/headers/cg_step.cuh"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdio>
#include <functional>
#include <limits>
#include <map>
#include <utility>

// The conjugate gradient method over ranks. Every rank holds its rows of all vectors and executes the same launches
// as a single GPU (kernels/headers/cg_step.cuh). In each iteration, the ranks exchange sums twice: for p·Ap, and for
// r·r and r·z together. Every rank adds them in the same order, so all ranks make the same decisions without further
// communication. As on one GPU, there is a separate implementation for matrices with few diagonals
// (rank_diagonals.h).
//
// Each rank computes IC(0) or ILU(0) of the block with its own rows and columns, so triangular solves need no
// communication. This is a block Jacobi preconditioner (Saad 2003, 14.3.1), so more ranks require more iterations.

namespace warploom::kernels {

namespace {

template <class T> class MultiGpuCg final : public DeviceLoop<T> {
    using Base = DeviceLoop<T>;
    using Vector = typename Base::Vector;
    using Base::n_, Base::scaling_;

public:
    using Base::detail, Base::preprocess_ns;

    MultiGpuCg(std::shared_ptr<RankGroupState> crew, const std::string& method, const CgInput& input,
               const CudaEntry& product, int block_size)
        : Base(input), crew_(crew), product_(std::move(crew), input.split, product, block_size) {
        this->iterations_per_launch = 64;
        this->tell_of(product_);
        const std::vector<double> inverse = this->scaling_numbers(input);
        const bool is_diagonal =
            method == "cg-fused" && scaling_ == cg_unscaled && has_rank_diagonals(*crew_, *input.split);
        preprocess_ns += elapsed_ns([&] {
            vectors_.resize(static_cast<std::size_t>(ranks()));
            crew_->group.all_or_none([&] {
                for (const int r : here()) allocate(r, is_diagonal);
            });
            make_gathers(input.precision);
            if (scaling_ == cg_diagonal) send(&CgVectors<T>::inverse_diagonal, inverse);
            if (scaling_ == cg_solved) crew_->group.all_or_none([&] { make_solves(input); });
            this->start_with_ones();
            finish();
            if (is_diagonal) make_way(input.split);
            if (method == "cg-fused" && n_ > 0 && !(way_ && way_->waits_in_launches()) && !has_long_solves()) record();
        });
    }

    void finish() override { crew_->group.finish(); }

    /// Restarts CG, and returns the time of one iteration in ns, including launches.
    double time_once() {
        if (n_ == 0) return 0;
        constexpr int count = 32;
        start_from_zero();
        // Ignore the residual, so that every iteration does its full work.
        launch_ready(std::numeric_limits<int>::max(), T(-1));
        const double ns = paced_ns(
            crew_->group, [this] { run_iterations(count); }, 1);
        start_from_zero();
        finish();
        return ns / count;
    }

    CgParts parts(int count) override {
        CgParts parts;
        if (count <= 0 || n_ == 0) return parts;
        const CgState kept = this->state();
        const auto go = [&] { launch_ready(std::numeric_limits<int>::max(), T(-1)); };
        go();
        // Measures each part and its exchange with the host clock, because an event covers only one rank.
        const auto time = [&](const std::function<void()>& work) {
            paced_ns(crew_->group, work, 1);
            return paced_ns(crew_->group, work, count);
        };
        if (way_) {
            way_->begin();
            way_->launch_iteration(); // after this launch, product launches also compute p, as in most iterations
            parts.spmv = time([&] { way_->launch_products(); });
        } else {
            parts.spmv = time([&] { product_.enqueue_launches(); });
            parts.dots = time([&] { launch_dot(); });
            parts.updates = time([&] { launch_residual(); }) + time([&] { launch_direction(); });
            if (scaling_ == cg_solved) parts.preconditioner = time([&] { launch_solves(); });
        }
        const auto run_ns = [&](int iterations) {
            this->set_state(kept);
            go();
            return paced_ns(
                crew_->group, [&] { run_iterations(iterations); }, 1);
        };
        run_ns(2 * count);
        // The residual kernel cannot run without the product before it, so the rest of the iteration time is attributed
        // to the residual and its exchange.
        if (way_) {
            const double begun = run_ns(count); // `begun` includes the work before and after the iterations of a batch
            parts.updates = std::max(0.0, (run_ns(2 * count) - begun) / count - parts.spmv);
        } else
            parts.gaps =
                std::max(0.0, run_ns(count) / count - parts.spmv - parts.dots - parts.updates - parts.preconditioner);
        this->set_state(kept);
        return parts;
    }

private:
    int ranks() const { return crew_->group.size(); }
    const std::vector<int>& here() const { return crew_->group.here(); }
    int first() const { return crew_->group.first(); }
    void use(int rank) const { crew_->group[rank].use(); }

    void allocate(int r, bool has_halo_of_r) {
        use(r);
        RankVectors<T>& v = vectors_[r];
        const std::int64_t n = product_.rows(r).rows();
        v.x = cuda::Buffer<T>(n, "solution");
        v.r_memory = cuda::Buffer<T>(has_halo_of_r ? product_.local_entries(r) : n, "r");
        v.r = v.r_memory.data() + (has_halo_of_r && v.r_memory.size() > 0 ? product_.own_place(r) : 0);
        v.kept = cuda::Buffer<T>(n, "kept p");
        v.b = cuda::Buffer<T>(n, "b");
        if (scaling_ == cg_diagonal) v.inverse_diagonal = cuda::Buffer<T>(n, "inverse diagonal");
        v.sums = cuda::Buffer<T>(3 * cg_most_blocks, "sums of blocks");
        v.gathered = cuda::Buffer<T>(4 * cg_most_blocks, "sums of ranks");
        v.scalar = cuda::Buffer<CgScalars<T>>(1, "scalars");
        v.history = cuda::Buffer<T>(cg_history_size, "history");
        v.flag = cuda::Buffer<CgFlags>(1, "flags");
        // The vector kernels read one sum per block. `gathered` holds one sum per rank; its other elements stay 0.
        zero(v.gathered, r);
        zero(v.scalar, r);
        zero(v.flag, r);

        CgVectors<T> views{};
        views.n = n;
        views.scaling = scaling_;
        // Give each thread two elements, until the number of blocks reaches its limit.
        constexpr std::int64_t per_block = 2 * cg_block_size;
        views.blocks = static_cast<int>(
            std::clamp<std::int64_t>((n + per_block - 1) / per_block, std::max(ranks(), 1), cg_most_blocks));
        views.x = v.x.data();
        views.r = v.r;
        views.p = product_.own_x(r);
        views.q = product_.own_y(r);
        views.kept = v.kept.data();
        views.b = v.b.data();
        views.inverse_diagonal = v.inverse_diagonal.data();
        views.scalar = v.scalar.data();
        views.flag = v.flag.data();
        views.history = v.history.data();
        views.sums_pq = v.sums.data();
        views.sums_rr = v.sums.data() + cg_most_blocks;
        views.sums_rz = v.sums.data() + 2 * cg_most_blocks;
        v.of_blocks = v.residual = v.of_ranks = views;
        v.residual.sums_pq = v.gathered.data();
        v.of_ranks.sums_rr = v.gathered.data() + cg_most_blocks;
        v.of_ranks.sums_rz = v.gathered.data() + 2 * cg_most_blocks;
    }

    /// Creates the reductions. The reductions of the start and of the true residual share memory with the reductions of
    /// the iterations, because the host waits for completion in between.
    void make_gathers(Precision precision) {
        std::vector<RankSums> pq, rr, rz;
        for (const RankVectors<T>& v : vectors_) {
            pq.push_back({v.of_blocks.sums_pq, v.of_blocks.blocks, v.residual.sums_pq});
            rr.push_back({v.of_blocks.sums_rr, v.of_blocks.blocks, v.of_ranks.sums_rr});
            rz.push_back({v.of_blocks.sums_rz, v.of_blocks.blocks, v.of_ranks.sums_rz});
        }
        gather_pq_ = crew_->traffic->gather({pq}, precision);
        gather_rr_ = crew_->traffic->gather({rr}, precision);
        gather_both_ = crew_->traffic->gather({rr, rz}, precision);
    }

    void make_solves(const CgInput& input) {
        std::string detail_of_first;
        for (const int r : here()) {
            use(r);
            const auto& rows = product_.rows(r);
            solves_.emplace(r, RankSolves<T>(crew_->group[r].device(),
                                             diagonal_block(*input.matrix, rows.first_row, rows.last_row),
                                             input.preconditioner, vectors_[r].r));
            const RankSolves<T>& solves = solves_.at(r);
            for (auto* const view : {&vectors_[r].of_blocks, &vectors_[r].residual, &vectors_[r].of_ranks})
                view->z = solves.z();
            if (detail_of_first.empty()) detail_of_first = solves.detail();
        }
        detail += "; a preconditioner of each rank's own block, " + detail_of_first;
    }
    /// Returns whether a CUDA graph would be too long. A graph contains every launch of its iterations.
    bool has_long_solves() const {
        constexpr int most_levels = 256;
        int most = 0;
        for (const auto& [rank, solves] : solves_) most = std::max(most, solves.levels());
        return !crew_->group.all(most <= most_levels);
    }
    void launch_solves() {
        for (const int r : here())
            if (const auto found = solves_.find(r); found != solves_.end()) {
                use(r);
                found->second.enqueue();
            }
    }

    void make_way(const std::shared_ptr<const SplitMatrix>& matrix) {
        std::vector<CgVectors<T>> places;
        for (const RankVectors<T>& v : vectors_) places.push_back(v.of_blocks);
        way_ = rank_diagonals<T>(crew_, matrix, product_, places);
        detail += "; " + way_->detail();
        start_from_zero();
        finish();
    }

    void launch(void (*kernel)(CgVectors<T>), CgVectors<T> RankVectors<T>::*view) {
        for (const int r : here()) {
            use(r);
            const CgVectors<T>& v = vectors_[r].*view;
            if (v.blocks > 0) kernel<<<v.blocks, cg_block_size, 0, crew_->group[r].stream()>>>(v);
            check_launch();
        }
    }
    void launch_dot() {
        launch(cg_dot<T>, &RankVectors<T>::of_blocks);
        gather_pq_->enqueue();
    }
    void launch_residual() {
        launch(scaling_ == cg_diagonal ? cg_residual_scaled<T> : cg_residual<T>, &RankVectors<T>::residual);
        if (scaling_ == cg_solved) {
            launch_solves();
            launch(cg_dot_solved<T>, &RankVectors<T>::of_blocks);
        }
        if (scaling_ == cg_unscaled) gather_rr_->enqueue();
        else gather_both_->enqueue();
    }
    void launch_direction() {
        launch(scaling_ == cg_unscaled   ? cg_direction<T>
               : scaling_ == cg_diagonal ? cg_direction_scaled<T>
                                         : cg_direction_solved<T>,
               &RankVectors<T>::of_ranks);
    }
    void launch_iteration() {
        if (way_) {
            way_->launch_iteration();
            return;
        }
        product_.enqueue_launches();
        launch_dot();
        launch_residual();
        launch_direction();
    }
    void launch_ready(int limit, T threshold) override {
        for (const int r : here()) {
            use(r);
            cg_ready<<<1, 32, 0, crew_->group[r].stream()>>>(vectors_[r].of_ranks, limit, threshold);
            check_launch();
        }
    }
    void start_from_zero() override {
        launch(cg_zero<T>, &RankVectors<T>::of_blocks);
        begin_from_residual();
    }
    void begin_from_residual() override {
        // All ranks must have read the sums that are overwritten here (SumGather::enqueue).
        crew_->group.first_follows_others();
        crew_->group.others_follow_first();
        launch_solves();
        launch(cg_begin<T>, &RankVectors<T>::of_blocks);
        gather_both_->enqueue();
        for (const int r : here()) {
            use(r);
            cg_totals<<<1, cg_block_size, 0, crew_->group[r].stream()>>>(vectors_[r].of_ranks);
            check_launch();
        }
    }
    double residual_norm(bool sets_residual) override {
        launch(cg_lend_product<T>, &RankVectors<T>::of_blocks);
        product_.enqueue_launches();
        for (const int r : here()) {
            use(r);
            const CgVectors<T>& v = vectors_[r].of_blocks;
            if (v.blocks > 0)
                cg_take_back<<<v.blocks, cg_block_size, 0, crew_->group[r].stream()>>>(v, sets_residual ? 1 : 0);
            check_launch();
        }
        finish();
        std::vector<double> of_ranks;
        for (const int r : here()) {
            use(r);
            const CgVectors<T>& v = vectors_[r].of_blocks;
            std::vector<T> sums(static_cast<std::size_t>(v.blocks));
            copy(sums.data(), v.sums_rr, sums.size(), cudaMemcpyDeviceToHost, r);
            double own = 0;
            for (const T part : sums) own += static_cast<double>(part);
            of_ranks.push_back(own);
        }
        double sum = 0;
        for (const double part : crew_->group.join(of_ranks)) sum += part; // add in the same order on all ranks
        return std::sqrt(sum);
    }

    std::int64_t chunk() const override { return 64; }
    void run_iterations(std::int64_t count) override {
        if (n_ == 0) return;
        if (way_) way_->begin();
        for (std::size_t i = 0; i < graphs_.size(); ++i)
            for (; count >= portions[i]; count -= portions[i]) graphs_[i].launch();
        if (way_) way_->run(count);
        else
            for (; count > 0; --count) launch_iteration();
        if (way_) way_->end();
    }
    /// Captures graphs of several iterations, and keeps them if they are faster than individual launches.
    void record() {
        launch_iteration(); // allocate memory and open connections now, because capture does not allow it
        finish();
        for (const int portion : portions) {
            RankGraph graph(
                crew_->group, [this] { launch_iteration(); }, portion);
            if (!crew_->group.all(graph.is_recorded())) {
                graphs_.clear();
                detail += "; " + sentence("launched individually, because graph capture failed");
                start_from_zero();
                return;
            }
            graphs_.push_back(std::move(graph));
        }
        const auto pace = [&] {
            // Disable the tolerance and the iteration limit, because iterations after the end of a solve do no work.
            start_from_zero();
            launch_ready(std::numeric_limits<int>::max(), T(-1));
            paced_ns(
                crew_->group, [&] { run_iterations(portions.front()); }, 1); // uploads a graph to all devices
            return paced_ns(
                       crew_->group, [&] { run_iterations(portions.front()); }, 2) /
                   portions.front();
        };
        const double graphed = pace();
        std::vector<RankGraph> graphs = std::exchange(graphs_, {});
        const double launched = pace();
        char text[112];
        std::snprintf(text, sizeof text, "; %s (%.0f us an iteration against %.0f us)",
                      graphed < launched ? "up to 16 iterations a graph" : "launched one by one, not from a graph",
                      std::min(graphed, launched) * 1e-3, std::max(graphed, launched) * 1e-3);
        detail += text;
        if (graphed < launched) graphs_ = std::move(graphs);
        start_from_zero();
        finish();
    }

    template <class E> void zero(const cuda::Buffer<E>& buffer, int rank) {
        buffer.fill(0, crew_->group[rank].stream());
    }
    /// Copies data and waits for completion. The device of the rank must be current.
    template <class E> void copy(E* to, const E* from, std::size_t count, cudaMemcpyKind kind, int rank) const {
        if (count > 0)
            WARPLOOM_CUDA_CHECK(cudaMemcpyAsync(to, from, count * sizeof(E), kind, crew_->group[rank].stream()));
        crew_->group[rank].device()->finish();
    }
    void send(Vector to, const std::vector<double>& from) override {
        for (const int r : here()) {
            const std::vector<T> own(from.begin() + product_.rows(r).first_row,
                                     from.begin() + product_.rows(r).last_row);
            use(r);
            copy(const_cast<T*>(vectors_[r].of_blocks.*to), own.data(), own.size(), cudaMemcpyHostToDevice, r);
        }
    }
    std::vector<double> fetch(Vector from) const override {
        std::vector<double> all;
        all.reserve(static_cast<std::size_t>(n_));
        for (const int r : here()) {
            std::vector<T> own(static_cast<std::size_t>(product_.rows(r).rows()));
            use(r);
            copy(own.data(), vectors_[r].of_blocks.*from, own.size(), cudaMemcpyDeviceToHost, r);
            all.insert(all.end(), own.begin(), own.end());
        }
        return crew_->group.join(std::move(all));
    }
    /// Returns the values of the first local rank, which are the same on all ranks.
    template <class E> std::vector<E> figures(const cuda::Buffer<E>& from, int count) const {
        std::vector<E> figures(static_cast<std::size_t>(count));
        use(first());
        copy(figures.data(), static_cast<const E*>(from.data()), figures.size(), cudaMemcpyDeviceToHost, first());
        return figures;
    }
    void set_scalars(const CgScalars<T>& scalar) override {
        for (const int r : here()) {
            use(r);
            copy(vectors_[r].scalar.data(), &scalar, 1, cudaMemcpyHostToDevice, r);
        }
    }
    CgScalars<T> scalars() const override { return figures(vectors_[first()].scalar, 1).front(); }
    CgFlags flags() override {
        finish(); // finish() also waits for other ranks, to report their faults
        return figures(vectors_[first()].flag, 1).front();
    }
    std::vector<double> history(int count) const override {
        const std::vector<T> rr = figures(vectors_[first()].history, count);
        return {rr.begin(), rr.end()};
    }

    static constexpr std::array<int, 2> portions{16, 1};

    std::shared_ptr<RankGroupState> crew_;
    MultiGpuSpmv<T> product_;
    std::vector<RankVectors<T>> vectors_;
    std::map<int, RankSolves<T>> solves_; ///< triangular solves of IC(0) or ILU(0), by rank
    std::unique_ptr<SumGather> gather_pq_, gather_rr_, gather_both_;
    std::unique_ptr<RankDiagonals> way_; ///< CG for few diagonals; null if the general method is used
    std::vector<RankGraph> graphs_;      ///< CUDA graph of each batch of iterations; empty without graphs
};

template <class T>
std::unique_ptr<BoundCg> bind_fastest_cg(const RankCrews& crews, const BindRequest& request, const CudaEntry& product) {
    return bind_fastest<MultiGpuCg<T>>(crews, [&](std::shared_ptr<RankGroupState> crew) {
        return std::make_unique<MultiGpuCg<T>>(std::move(crew), request.kernel, request.as<CgInput>(), product,
                                               request.block_size);
    });
}

} // namespace

void require_multi_gpu_cg(const std::string& method, const CgInput& input) {
    require_cg_input(input);
    if (method != "cg" && method != "cg-fused")
        throw Error(
            "kernel.refused", sentence("The method {method} does not support several GPUs.", {{"method", method}}),
            sentence("Use cg or cg-fused with a product, such as cg-fused:csr-vector, or choose a single GPU."));
}

std::unique_ptr<BoundCg> bind_multi_gpu_cg(const RankCrews& crews, const BindRequest& request,
                                           const CudaEntry& product) {
    const auto& input = request.as<CgInput>();
    require_multi_gpu_cg(request.kernel, input);
    if (input.precision == Precision::float32) return bind_fastest_cg<float>(crews, request, product);
    return bind_fastest_cg<double>(crews, request, product);
}

} // namespace warploom::kernels
