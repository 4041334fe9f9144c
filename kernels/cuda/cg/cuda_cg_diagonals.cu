#define WARPLOOM_TARGET on_cuda
#include "kernels/cuda/gpu/cuda_gpu.h"

#include "kernels/cg/vector_phases.h"
#include "kernels/cuda/cg/cuda_cg.h"
#include "kernels/cuda/cg/cuda_cg_graph.h"
#include "kernels/cuda/spmv/uploaded_format.h"
#include "kernels/formats/dia.h"

#include <algorithm>
#include <optional>

// Conjugate gradients over a matrix of few diagonals, in two launches an iteration. Large systems are nothing but memory:
// what counts is how often a vector is read or written. V is one vector of n numbers; seven diagonals are 7 V.
//
//   product     p = r + β p, made where it is needed: every row makes the p of its neighbours itself, from r and the p
//               before, which lie in the caches. Then q = A p and p·q. Reads A, r, the p before; writes p, q: 11 V.
//               Every second time x += α p of the two directions before, as long as both are there: 3 V, or 1.5 V each.
//   residual    r -= α q and r·r: 3 V. From the last row to the first: what the product wrote last is in the cache still.
//
// So 15.5 V. The launches for any product (kernels/cg/vector_phases.h) take 19 V: p·q, the direction and x are passes of
// their own. p has two places in turn, because neighbours read the p before while the new one is written.
//
// A thread of one launch never reads what another one of the same launch writes, as there. What happens when is told by
// two numbers on the device, so a graph can be replayed as often as one likes.

namespace warploom::kernels {

namespace on_cuda {

constexpr int most_diagonals = 8; ///< whose values a thread asks for before it uses the first

namespace turns {
constexpr int next = 0;  ///< which iteration of the stretch the next product belongs to; written by the residual
constexpr int ended = 1; ///< and how it ended, as below; written by the residual
constexpr int numbers = 2;
constexpr int goes_on = 0, stopped = 1, broken = 2;
} // namespace turns

namespace own {
constexpr int rz = 0;           ///< r·r of the present residual; written by the product
constexpr int rz_before = 1;    ///< these are written by the residual
constexpr int alpha = 2;        ///< of the iteration before
constexpr int alpha_before = 3; ///< of the one before that
constexpr int numbers = 4;
} // namespace own

template <class T> struct DiagonalCg {
    Dia<T, In> a;
    Out<T> x, r, q;
    Out<T> even_p, odd_p; ///< the direction of even iterations, which is where others look for p, and of odd ones
    Out<T> sums_pq, sums_rr;
    int product_blocks = 0, residual_blocks = 0;
    Out<T> scalar, history, own;
    Out<int> flag, turn;
};

/// One thread writes down what r·r after iteration `done` means, as CgDirection does.
template <class T> KERNEL_FN void write_down_residual(const DiagonalCg<T>& v, int done, T rr, bool stops) {
    v.own[own::rz] = rr;
    v.flag[cg::stopped] = stops ? 1 : 0;
    if (!is_finite(rr)) {
        v.flag[cg::broken] = 1;
        return;
    }
    if (done <= cg::history_size) v.history[done - 1] = rr;
    v.flag[cg::done] = done;
    v.scalar[cg::rr] = rr;
    v.scalar[cg::rz] = rr;
}

/// x two directions on, one after the other: however a stretch is cut, x has the same bits.
template <class T> KERNEL_FN T moved(T x, T alpha_before, T p_before, T alpha, T p) {
    x += alpha_before * p_before;
    x += alpha * p;
    return x;
}

struct CgDiagonalProduct {
    static constexpr int registers = 48;
    static constexpr int threads = 640; ///< two blocks fill a multiprocessor, and most neighbours are of the same block

    template <class T> KERNEL_FN static void run(Thread t, DiagonalCg<T> v) {
        if (v.turn[turns::ended] != turns::goes_on) return;
        const int turn = v.turn[turns::next];
        T beta = 1; // p = r + beta p before; the first direction is there already, so it is 0 + 1 p
        if (turn == 0) {
            if (v.flag[cg::stopped] != 0) return;
            if (t.global_id() == 0) v.own[own::rz] = v.scalar[cg::rz];
        } else {
            const T rr = sum_of_blocks(t, v.sums_rr, v.residual_blocks);
            const bool stops = !is_finite(rr) || turn >= v.flag[cg::limit] || rr <= v.scalar[cg::threshold];
            if (t.global_id() == 0) write_down_residual(v, turn, rr, stops);
            if (stops) return;
            beta = rr / v.own[own::rz_before];
        }
        const bool is_odd = turn % 2 != 0;
        const Out<T> to = is_odd ? v.odd_p : v.even_p;
        const Out<T> before = is_odd || turn == 0 ? v.even_p : v.odd_p;
        const bool is_new = turn > 0, moves_x = is_new && !is_odd;
        const T alpha = v.own[own::alpha], alpha_before = v.own[own::alpha_before];

        const int n = v.a.rows, stride = v.product_blocks * t.block_size();
        T dot = 0;
        for (int row = static_cast<int>(t.global_id()); row < n; row += stride) {
            T value[most_diagonals];
            std::int64_t slot = row;
            UNROLL(8)
            for (int d = 0; d < most_diagonals; ++d, slot += v.a.leading_dimension)
                value[d] = d < v.a.diagonals ? v.a.value.stream(slot) : T(0);
            const T p_before = before[row], p = (is_new ? v.r[row] : T(0)) + beta * p_before;
            if (moves_x) v.x[row] = moved(v.x[row], alpha_before, to[row], alpha, p_before);
            T sum = 0;
            UNROLL(8)
            for (int d = 0; d < most_diagonals; ++d) {
                const int column = d < v.a.diagonals ? row + v.a.offset[d] : -1;
                if (column >= 0 && column < n) {
                    const T product = value[d] * ((is_new ? v.r[column] : T(0)) + beta * before[column]);
                    sum += value[d] != T(0) ? product : T(0); // a zero may be filling: 0 times infinity must not count
                }
            }
            v.q[row] = sum;
            if (is_new) to[row] = p;
            dot += p * sum;
        }
        dot = block_sum(t, dot);
        if (t.thread() == 0) v.sums_pq[t.block()] = dot;
    }
};

struct CgDiagonalResidual {
    template <class T> KERNEL_FN static void run(Thread t, DiagonalCg<T> v) {
        if (v.flag[cg::stopped] != 0) {
            if (t.global_id() == 0) v.turn[turns::ended] = turns::stopped;
            return;
        }
        const T p_ap = sum_of_blocks(t, v.sums_pq, v.product_blocks);
        if (!(p_ap > T(0)) || !is_finite(p_ap)) {
            if (t.global_id() == 0) {
                v.scalar[cg::p_ap] = p_ap;
                v.flag[cg::broken] = 1;
                v.turn[turns::ended] = turns::broken;
            }
            return;
        }
        const T rz = v.own[own::rz], alpha = rz / p_ap;
        const std::int64_t n = v.a.rows, stride = static_cast<std::int64_t>(v.residual_blocks) * t.block_size();
        T sum = 0;
        UNROLL(4)
        for (std::int64_t i = n - 1 - t.global_id(); i >= 0; i -= stride) {
            const T r = v.r[i] - alpha * v.q[i];
            v.r[i] = r;
            sum += r * r;
        }
        sum = block_sum(t, sum);
        if (t.thread() == 0) v.sums_rr[t.block()] = sum;
        if (t.global_id() == 0) {
            const T alpha_before = v.own[own::alpha];
            const int turn = v.turn[turns::next];
            v.own[own::alpha_before] = alpha_before;
            v.own[own::alpha] = alpha;
            v.own[own::rz_before] = rz;
            v.scalar[cg::p_ap] = p_ap;
            v.turn[turns::next] = turn + 1;
        }
    }
};

/// The end of a stretch: x gets the one or two directions that it lacks, and the next direction is made where others
/// look for it. After a breakdown p stays the direction that broke, as in the vector phases.
struct CgDiagonalEnd {
    template <class T> KERNEL_FN static void run(Thread t, DiagonalCg<T> v) {
        const int turn = v.turn[turns::next], ended = v.turn[turns::ended];
        T rr = 0;
        bool is_broken = ended == turns::broken;
        if (ended == turns::goes_on) {
            if (turn == 0) return;
            rr = sum_of_blocks(t, v.sums_rr, v.residual_blocks);
            const bool stops = !is_finite(rr) || turn >= v.flag[cg::limit] || rr <= v.scalar[cg::threshold];
            if (t.global_id() == 0) write_down_residual(v, turn, rr, stops);
        } else if (ended == turns::stopped) {
            rr = v.own[own::rz];
        } else if (t.global_id() == 0) {
            v.flag[cg::stopped] = 1;
        }
        T alpha = v.own[own::alpha];
        const T alpha_before = v.own[own::alpha_before];
        int done = turn; // directions that x shall hold
        if (ended != turns::broken && !is_finite(rr)) {
            is_broken = true;
            --done;
            alpha = alpha_before;
        }
        if (done < 0 || (done == 0 && !is_broken)) return;
        const bool is_odd = done % 2 != 0;
        if (is_broken && !is_odd) return; // x holds all, and p is in its place
        const T beta = is_broken ? T(0) : rr / v.own[own::rz_before];
        const std::int64_t n = v.a.rows, stride = static_cast<std::int64_t>(v.residual_blocks) * t.block_size();
        for (std::int64_t i = t.global_id(); i < n; i += stride) {
            const T even = v.even_p[i], odd = v.odd_p[i], last = is_odd ? even : odd;
            const T x = v.x[i];
            v.x[i] = is_odd ? x + alpha * even : moved(x, alpha_before, even, alpha, odd);
            v.even_p[i] = is_broken ? odd : v.r[i] + beta * last;
        }
    }
};

} // namespace on_cuda

namespace {

using on_cuda::DiagonalCg;

template <class T> class DiagonalsWay final : public CgWay {
public:
    DiagonalsWay(std::shared_ptr<cuda::Device> device, const std::shared_ptr<const HostFormat>& format,
                 const Dia<T, HostArray>& host, const CgPlaces<T>& at)
        : device_(std::move(device)), gpu_(device_, "cg-fused", cg::block_size),
          arrays_(UploadedFormat::of(*device_, format)) {
        static_cast<DiaShape&>(view_.a) = host;
        view_.a.offset.data = static_cast<const int*>(arrays_->array(0));
        view_.a.value.data = static_cast<const T*>(arrays_->array(1));
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
