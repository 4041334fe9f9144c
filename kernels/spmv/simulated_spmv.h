#pragma once

#include "kernels/machine/simulated_gpu.h"

// How a product written in the vocabulary becomes a BoundSpmv on the simulated GPU, plain or traced.

namespace warploom::kernels::WARPLOOM_TARGET {

/// A kernel with one launch needs only `threads` and `run`; one with several writes its own `spmv`,
/// and one that studies the matrix first writes `prepare`.
template <class Kernel, class T, class View> void launch_spmv(Gpu& gpu, const View& a, In<T> x, Out<T> y) {
    if constexpr (requires { Kernel::template spmv<T>(gpu, a, x, y); }) Kernel::template spmv<T>(gpu, a, x, y);
    else gpu.template launch<Kernel>(Kernel::template threads<T>(a), a, x, y);
}
template <class Kernel, class T, class View> void prepare_spmv(Gpu& gpu, const View& a) {
    if constexpr (requires { Kernel::template prepare<T>(gpu, a); }) Kernel::template prepare<T>(gpu, a);
}

/// `T` is float or double; the kernel computes with Number<T>, which a trace counts.
template <class Kernel, class T> class SimulatedSpmv final : public BoundSpmv {
public:
    using Input = SpmvInput;
    using N = Number<T>;
    using Host = typename Kernel::template Format<T, HostArray>;
    using View = typename Kernel::template Format<N, In>;
    static_assert(sizeof(N) == sizeof(T));

    SimulatedSpmv(const SpmvInput& input, int block_size, [[maybe_unused]] simulated::Tracer* tracer)
        : format_(input.format), gpu_(Kernel::info.id, block_size), x_(format_->cols), y_(format_->rows) {
#ifdef WARPLOOM_TRACED
        tracer_ = tracer;
        gpu_.set_tracer(tracer, nullptr);
#endif
        view_ = view_of<View>(gpu_, *static_cast<const Host*>(format_->object()));
        x_view_ = gpu_.template named<In<N>>("x", static_cast<const N*>(static_cast<const void*>(x_.data())),
                                             format_->cols, true);
        y_view_ = gpu_.template named<Out<N>>("y", static_cast<N*>(static_cast<void*>(y_.data())), format_->rows);
        prepare_spmv<Kernel, N>(gpu_, view_);
        if constexpr (requires { Kernel::describe(gpu_); }) detail = Kernel::describe(gpu_);
#ifdef WARPLOOM_TRACED
        gpu_.set_tracer(tracer, tracer);
#endif
    }

    void set_x(const std::vector<double>& x) override {
        check_x(x, format_->cols);
        std::transform(x.begin(), x.end(), x_.begin(), [](double v) { return static_cast<T>(v); });
    }
    void poison_y() override { std::fill(y_.begin(), y_.end(), std::numeric_limits<T>::quiet_NaN()); }
    void enqueue() override {
#ifdef WARPLOOM_TRACED
        if (tracer_ != nullptr) tracer_->impl().begin_call();
#endif
        launch_spmv<Kernel, N>(gpu_, view_, x_view_, y_view_);
    }
    void finish() override {}
    std::vector<double> y() const override { return {y_.begin(), y_.end()}; }
    VectorPlaces places() override { return {x_.data(), y_.data()}; }

private:
    std::shared_ptr<const HostFormat> format_;
    Gpu gpu_;
    std::vector<T> x_, y_;
    View view_;
    In<N> x_view_;
    Out<N> y_view_;
    simulated::Tracer* tracer_ = nullptr;
};

} // namespace warploom::kernels::WARPLOOM_TARGET
