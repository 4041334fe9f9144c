#pragma once

#include "kernels/machine/simulated_gpu.h"
#include "kernels/trsv/lower.h"

// How a solver of L x = b written in the vocabulary becomes a BoundTrsv on the simulated GPU, plain or traced.

namespace warploom::kernels::WARPLOOM_TARGET {

/// A solver writes `trsv(gpu, lower, levels, order, b, x)`: x of L x = b. `order` is that of the levels, on the GPU.
template <class Kernel, class T> class SimulatedTrsv final : public BoundTrsv {
public:
    using Input = TrsvInput;
    using N = Number<T>;
    static_assert(sizeof(N) == sizeof(T));

    SimulatedTrsv(const TrsvInput& input, int block_size, [[maybe_unused]] simulated::Tracer* tracer)
        : input_(input), gpu_(Kernel::info.id, block_size), b_(input.format->rows), x_(input.format->rows),
          tracer_(tracer) {
#ifdef WARPLOOM_TRACED
        gpu_.set_tracer(tracer, tracer);
#endif
        const auto rows = static_cast<std::int64_t>(x_.size());
        lower_ = view_of<Lower<N>>(gpu_, *static_cast<const Csr<T, HostArray>*>(input_.format->object()));
        order_ = gpu_.template named<In<int>>("order", input_.levels->order.data(), rows);
        b_view_ =
            gpu_.template named<In<N>>("b", static_cast<const N*>(static_cast<const void*>(b_.data())), rows, true);
        x_view_ = gpu_.template named<Out<N>>("x", static_cast<N*>(static_cast<void*>(x_.data())), rows, true);
    }

    void set_right_side(const std::vector<double>& b) override {
        std::transform(b.begin(), b.end(), b_.begin(), [](double v) { return static_cast<T>(v); });
    }
    void poison_x() override { std::fill(x_.begin(), x_.end(), std::numeric_limits<T>::quiet_NaN()); }
    void enqueue() override {
#ifdef WARPLOOM_TRACED
        if (tracer_ != nullptr) tracer_->impl().begin_call();
#endif
        Kernel::template trsv<N>(gpu_, lower_, *input_.levels, order_, b_view_, x_view_);
    }
    void finish() override {}
    std::vector<double> x() const override { return {x_.begin(), x_.end()}; }

private:
    TrsvInput input_;
    Gpu gpu_;
    std::vector<T> b_, x_;
    Lower<N> lower_;
    In<int> order_;
    In<N> b_view_;
    Out<N> x_view_;
    simulated::Tracer* tracer_;
};

} // namespace warploom::kernels::WARPLOOM_TARGET
