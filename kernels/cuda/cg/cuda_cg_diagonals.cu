#include "engine/cuda/buffer.h"
#include "engine/cuda/cuda_errors.h"
#include "kernels/cuda/cg/cuda_cg.h"
#include "kernels/cuda/cg/cuda_cg_graph.h"
#include "kernels/cuda/spmv/uploaded_format.h"
#include "kernels/formats/dia.h"
#include "kernels/headers/cg_diagonals.cuh"

#include <algorithm>
#include <optional>

// Runs the kernels in kernels/headers/cg_diagonals.cuh on one GPU.

namespace warploom::kernels {

namespace {

template <class T> class DiagonalsWay final : public CgWay {
public:
    DiagonalsWay(std::shared_ptr<cuda::Device> device, const std::shared_ptr<const HostFormat>& format,
                 const Dia<T>& host, const CgVectors<T>& at)
        : device_(std::move(device)), arrays_(UploadedFormat::of(*device_, format)), odd_p_(at.n, "odd p"),
          own_(1, "own"), turn_(1, "turn") {
        DiagonalRows<T>& rows = all_.rows;
        rows.offset = static_cast<const int*>(arrays_->array(0));
        rows.value = static_cast<const T*>(arrays_->array(1));
        rows.leading_dimension = host.leading_dimension;
        rows.diagonals = host.diagonals;
        rows.last_row = rows.highest = host.rows;
        DiagonalVectors<T>& v = all_.v;
        v.n = host.rows;
        v.x = at.x;
        v.r = at.r;
        v.q = at.q;
        v.even_p = at.p;
        v.odd_p = odd_p_.data();
        v.scalar = at.scalar;
        v.history = at.history;
        v.flag = at.flag;
        v.own = own_.data();
        v.turn = turn_.data();
        const auto blocks = [&](int threads, int per_multiprocessor) {
            const std::int64_t wanted = (at.n + threads - 1) / threads;
            return static_cast<int>(
                std::min<std::int64_t>(wanted, std::int64_t{per_multiprocessor} * device_->multiprocessors()));
        };
        v.product_blocks = blocks(diagonal_product_threads, 2);
        v.residual_blocks = blocks(cg_block_size, 8);
        sums_pq_ = cuda::Buffer<T>(v.product_blocks, "sums of p·Ap");
        sums_rr_ = cuda::Buffer<T>(v.residual_blocks, "sums of r·r");
        all_.sums_pq = sums_pq_.data();
        all_.sums_rr = sums_rr_.data();
        zero(odd_p_);
        zero(own_);
        // Launch every kernel once before the capture. The `stopped` flag turns these launches into no-ops.
        begin();
        WARPLOOM_CUDA_CHECK(cudaMemsetAsync(&at.flag->stopped, 1, sizeof(int), device_->stream()));
        launch_product();
        launch_residual();
        launch_end();
        device_->finish();
        graphs_.emplace(device_, [this] {
            launch_product();
            launch_residual();
        });
    }

    void run(std::int64_t count) override {
        begin();
        graphs_->run(count);
        launch_end();
    }
    std::int64_t chunk() const override { return 64; }
    std::string detail() const override {
        return "p made in the product, x moved every second time; " + graphs_->detail();
    }

    CgParts parts(int count) override {
        CgParts parts;
        begin();
        launch_product();
        launch_residual(); // from now on, product launches also compute p, as in most iterations
        parts.spmv = graphed_ns(
            *device_, [this] { launch_product(); }, count);
        parts.updates = graphed_ns(
            *device_, [this] { launch_residual(); }, count);
        return parts;
    }

private:
    template <class E> void zero(const cuda::Buffer<E>& buffer) { buffer.fill(0, device_->stream()); }
    void begin() { zero(turn_); }
    void launch(void (*kernel)(DiagonalCg<T>), int blocks, int threads) {
        kernel<<<blocks, threads, 0, device_->stream()>>>(all_);
        WARPLOOM_CUDA_CHECK(cudaGetLastError());
    }
    void launch_product() { launch(cg_diagonal_product<T>, all_.v.product_blocks, diagonal_product_threads); }
    void launch_residual() { launch(cg_diagonal_residual<T>, all_.v.residual_blocks, cg_block_size); }
    void launch_end() { launch(cg_diagonal_end<T>, all_.v.residual_blocks, cg_block_size); }

    std::shared_ptr<cuda::Device> device_;
    std::shared_ptr<const UploadedFormat> arrays_;
    DiagonalCg<T> all_{};
    cuda::Buffer<T> odd_p_, sums_pq_, sums_rr_;
    cuda::Buffer<DiagonalFigures<T>> own_;
    cuda::Buffer<DiagonalTurns> turn_;
    std::optional<CgGraphs> graphs_;
};

} // namespace

template <class T>
std::unique_ptr<CgWay> diagonals_way(std::shared_ptr<cuda::Device> device,
                                     const std::shared_ptr<const HostFormat>& format, const CgVectors<T>& places) {
    const auto& host = *static_cast<const Dia<T>*>(format->object());
    if (host.diagonals > most_diagonals || places.n == 0) return nullptr;
    return std::make_unique<DiagonalsWay<T>>(std::move(device), format, host, places);
}
template std::unique_ptr<CgWay> diagonals_way(std::shared_ptr<cuda::Device>, const std::shared_ptr<const HostFormat>&,
                                              const CgVectors<float>&);
template std::unique_ptr<CgWay> diagonals_way(std::shared_ptr<cuda::Device>, const std::shared_ptr<const HostFormat>&,
                                              const CgVectors<double>&);

} // namespace warploom::kernels
