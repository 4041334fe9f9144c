#define WARPLOOM_TARGET on_cuda
#include "kernels/cuda/gpu/cuda_gpu.h"

#include "kernels/cg/diagonal_phases.h"
#include "kernels/cuda/cg/cuda_cg.h"
#include "kernels/cuda/cg/cuda_cg_graph.h"
#include "kernels/cuda/spmv/uploaded_format.h"
#include "kernels/formats/dia.h"

#include <algorithm>
#include <optional>

// kernels/cg/diagonal_phases.h on one GPU.

namespace warploom::kernels {

namespace {

using on_cuda::DiagonalCg;

template <class T> class DiagonalsWay final : public CgWay {
public:
    DiagonalsWay(std::shared_ptr<cuda::Device> device, const std::shared_ptr<const HostFormat>& format,
                 const Dia<T, HostArray>& host, const CgPlaces<T>& at)
        : device_(std::move(device)), gpu_(device_, "cg-fused", cg::block_size),
          arrays_(UploadedFormat::of(*device_, format)) {
        static_cast<DiaShape&>(view_.whole.a) = host;
        view_.n = host.rows;
        view_.whole.a.offset.data = static_cast<const int*>(arrays_->array(0));
        view_.whole.a.value.data = static_cast<const T*>(arrays_->array(1));
        view_.x.data = at.x;
        view_.r.data = at.r;
        view_.q.data = at.q;
        view_.even_p.data = at.p;
        view_.scalar.data = at.scalar;
        view_.history.data = at.history;
        view_.flag.data = at.flag;
        const auto blocks = [&](int threads, int per_multiprocessor) {
            const std::int64_t wanted = (at.n + threads - 1) / threads;
            return static_cast<int>(
                std::min<std::int64_t>(wanted, std::int64_t{per_multiprocessor} * device_->multiprocessors()));
        };
        view_.product_blocks = blocks(on_cuda::CgDiagonalProduct::threads, 2);
        view_.residual_blocks = blocks(cg::block_size, 8);
        view_.odd_p = gpu_.scratch<T>("odd p", at.n);
        view_.sums_pq = gpu_.scratch<T>("sums of p·Ap", view_.product_blocks);
        view_.sums_rr = gpu_.scratch<T>("sums of r·r", view_.residual_blocks);
        view_.own = gpu_.scratch<T>("own", on_cuda::own::numbers);
        view_.turn = gpu_.scratch<int>("turn", on_cuda::turns::numbers);
        gpu_.zero(view_.odd_p, at.n);
        gpu_.zero(view_.own, on_cuda::own::numbers);
        // Once before they are recorded, and told that there is nothing to do: whoever starts a stretch says otherwise.
        begin();
        WARPLOOM_CUDA_CHECK(cudaMemsetAsync(at.flag + cg::stopped, 1, sizeof(int), device_->stream()));
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
        launch_residual(); // from here on a product makes p, as most do
        parts.spmv = graphed_ns(
            *device_, [this] { launch_product(); }, count);
        parts.updates = graphed_ns(
            *device_, [this] { launch_residual(); }, count);
        return parts;
    }

private:
    void begin() { gpu_.zero(view_.turn, on_cuda::turns::numbers); }
    void launch_product() {
        gpu_.launch_grid<on_cuda::CgDiagonalProduct>(view_.product_blocks, on_cuda::CgDiagonalProduct::threads, view_);
    }
    void launch_residual() {
        gpu_.launch_grid<on_cuda::CgDiagonalResidual>(view_.residual_blocks, cg::block_size, view_);
    }

    void launch_end() { gpu_.launch_grid<on_cuda::CgDiagonalEnd>(view_.residual_blocks, cg::block_size, view_); }

    std::shared_ptr<cuda::Device> device_;
    on_cuda::Gpu gpu_;
    std::shared_ptr<const UploadedFormat> arrays_;
    DiagonalCg<T> view_;
    std::optional<CgGraphs> graphs_;
};

} // namespace

template <class T>
std::unique_ptr<CgWay> diagonals_way(std::shared_ptr<cuda::Device> device,
                                     const std::shared_ptr<const HostFormat>& format, const CgPlaces<T>& places) {
    const auto& host = *static_cast<const Dia<T, HostArray>*>(format->object());
    if (host.diagonals > on_cuda::most_diagonals || places.n == 0) return nullptr;
    return std::make_unique<DiagonalsWay<T>>(std::move(device), format, host, places);
}
template std::unique_ptr<CgWay> diagonals_way(std::shared_ptr<cuda::Device>, const std::shared_ptr<const HostFormat>&,
                                              const CgPlaces<float>&);
template std::unique_ptr<CgWay> diagonals_way(std::shared_ptr<cuda::Device>, const std::shared_ptr<const HostFormat>&,
                                              const CgPlaces<double>&);

} // namespace warploom::kernels
