#pragma once

#include "kernels/machine/simulated_gpu.h"
#include "kernels/tridiagonal/system.h"
#include "kernels/tridiagonal/tridiagonal.h"

// How a solver written in the vocabulary becomes a BoundTridiagonal on the simulated GPU, plain or traced.

namespace warploom::kernels::WARPLOOM_TARGET {

/// A solver writes `solve(gpu, system, x, zero_pivot)`, and `prepare(gpu, system)` where it lays the system out first.
/// zero_pivot[0] is the smallest row whose pivot was 0; the solver lowers it with atomic_min.
template <class Kernel, class T> class SimulatedTridiagonal final : public BoundTridiagonal {
public:
    using Input = TridiagonalInput;
    using N = Number<T>;
    static_assert(sizeof(N) == sizeof(T));

    SimulatedTridiagonal(const TridiagonalInput& input, int block_size, [[maybe_unused]] simulated::Tracer* tracer)
        : gpu_(Kernel::info.id, block_size), a_(copy(input.system->a)), b_(copy(input.system->b)),
          c_(copy(input.system->c)), d_(copy(input.system->d)), x_(input.system->b.size()), tracer_(tracer) {
        if (!a_.empty()) a_.front() = c_.back() = 0; // they belong to no unknown
#ifdef WARPLOOM_TRACED
        gpu_.set_tracer(tracer, nullptr);
#endif
        system_.n = checked_int(input.system->n(), "unknowns");
        system_.a = view("a", a_);
        system_.b = view("b", b_);
        system_.c = view("c", c_);
        system_.d = view("d", d_);
        system_.systems = input.system->systems;
        x_view_ = gpu_.template named<Out<N>>("x", as_numbers(x_), system_.n);
        zero_view_ = gpu_.template named<Out<int>>("zero_pivot", &zero_pivot_, 1);
        if constexpr (requires { Kernel::template prepare<N>(gpu_, system_); })
            Kernel::template prepare<N>(gpu_, system_);
#ifdef WARPLOOM_TRACED
        gpu_.set_tracer(tracer, tracer);
#endif
    }

    void poison_x() override { std::fill(x_.begin(), x_.end(), std::numeric_limits<T>::quiet_NaN()); }
    void enqueue() override {
#ifdef WARPLOOM_TRACED
        if (tracer_ != nullptr) tracer_->impl().begin_call();
#endif
        Kernel::template solve<N>(gpu_, system_, x_view_, zero_view_);
    }
    void finish() override {}
    std::vector<double> x() const override { return {x_.begin(), x_.end()}; }
    std::optional<std::int64_t> zero_pivot() const override {
        if (zero_pivot_ == std::numeric_limits<int>::max()) return std::nullopt;
        return zero_pivot_;
    }

private:
    static std::vector<T> copy(const std::vector<double>& values) {
        std::vector<T> typed(values.size());
        std::transform(values.begin(), values.end(), typed.begin(), [](double v) { return static_cast<T>(v); });
        return typed;
    }
    static N* as_numbers(std::vector<T>& values) { return static_cast<N*>(static_cast<void*>(values.data())); }
    In<N> view(const char* name, std::vector<T>& values) {
        return gpu_.template named<In<N>>(name, static_cast<const N*>(as_numbers(values)), system_.n);
    }

    Gpu gpu_;
    std::vector<T> a_, b_, c_, d_, x_;
    int zero_pivot_ = std::numeric_limits<int>::max();
    System<N> system_;
    Out<N> x_view_;
    Out<int> zero_view_;
    simulated::Tracer* tracer_;
};

} // namespace warploom::kernels::WARPLOOM_TARGET
