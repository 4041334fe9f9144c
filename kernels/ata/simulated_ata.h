#pragma once

#include "engine/zeroed_pages.h"
#include "kernels/ata/ata.h"
#include "kernels/ata/dense_view.h"
#include "kernels/machine/simulated_gpu.h"

// How an AᵀA kernel written in the vocabulary becomes a BoundAta on the simulated GPU, plain or traced.

namespace warploom::kernels::WARPLOOM_TARGET {

/// A kernel writes `ata(gpu, a, switches, c)`: C = AᵀA, n x n, row by row, all of it.
template <class Kernel, class T> class SimulatedAta final : public BoundAta {
public:
    using Input = AtaInput;
    using N = Number<T>;
    static_assert(sizeof(N) == sizeof(T));

    SimulatedAta(const AtaInput& input, int block_size, [[maybe_unused]] simulated::Tracer* tracer)
        : gpu_(Kernel::info.id, block_size), switches_(input.switches), values_(checked_size(input)),
          c_(static_cast<std::size_t>(input.a->cols) * static_cast<std::size_t>(input.a->cols)), tracer_(tracer) {
        const auto take = [&](const std::vector<double>& values) {
            std::transform(values.begin(), values.end(), values_.begin(), [](double v) { return static_cast<T>(v); });
        };
        if constexpr (lies_by_columns<Kernel>) take(by_columns(*input.a));
        else take(input.a->value);
#ifdef WARPLOOM_TRACED
        gpu_.set_tracer(tracer, tracer);
#endif
        a_.m = checked_int(input.a->rows, "rows");
        a_.n = checked_int(input.a->cols, "columns");
        a_.value = gpu_.template named<In<N>>("a", static_cast<const N*>(static_cast<const void*>(values_.data())),
                                              static_cast<std::int64_t>(values_.size()));
        c_view_ = gpu_.template named<Out<N>>("c", static_cast<N*>(static_cast<void*>(c_.data())),
                                              static_cast<std::int64_t>(c_.size()));
    }

    void poison_c() override { std::fill(c_.begin(), c_.end(), std::numeric_limits<T>::quiet_NaN()); }
    void enqueue() override {
#ifdef WARPLOOM_TRACED
        if (tracer_ != nullptr) tracer_->impl().begin_call();
#endif
        Kernel::template ata<N>(gpu_, a_, switches_, c_view_);
    }
    void finish() override {}
    std::vector<double> c() const override { return {c_.begin(), c_.end()}; }

private:
    /// Entries of A, once it is sure that a copy of it and C fit into memory.
    static std::size_t checked_size(const AtaInput& input) {
        require_ata_memory(input, true);
        return input.a->value.size();
    }

    Gpu gpu_;
    AtaSwitches switches_;
    std::vector<T> values_;
    ZeroedVector<T> c_; ///< of which a trace of a few blocks touches a few pages
    Dense<N> a_;
    Out<N> c_view_;
    simulated::Tracer* tracer_;
};

} // namespace warploom::kernels::WARPLOOM_TARGET
