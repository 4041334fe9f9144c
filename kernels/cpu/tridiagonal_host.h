#pragma once

#include "engine/memory.h"
#include "engine/sentence.h"
#include "kernels/cpu/elementary_step.h"
#include "kernels/cpu/host_threads.h"
#include "kernels/machine/registry.h"

#include <omp.h>

#include <algorithm>
#include <limits>
#include <memory>
#include <string>
#include <vector>

// Adapts tridiagonal solvers on the host to BoundTridiagonal.

namespace warploom::kernels {

/// A tridiagonal system on the host in the precision of the solver. a[0] and c[n-1] are 0.
template <class T> struct HostSystem {
    std::int64_t n = 0;
    const T* a = nullptr;
    const T* b = nullptr;
    const T* c = nullptr;
    const T* d = nullptr;

    Row<T> row(std::int64_t i) const { return {a[i], b[i], c[i], d[i]}; }
    Row<T> row_or_none(std::int64_t i) const { return i < 0 || i >= n ? no_row<T>() : row(i); }
};

template <class T> class HostRows {
public:
    explicit HostRows(std::int64_t n) : a_(n), b_(n), c_(n), d_(n) {}
    void store(std::int64_t i, const Row<T>& row) { a_[i] = row.a, b_[i] = row.b, c_[i] = row.c, d_[i] = row.d; }
    HostSystem<T> view() const {
        return {static_cast<std::int64_t>(b_.size()), a_.data(), b_.data(), c_.data(), d_.data()};
    }

private:
    std::vector<T> a_, b_, c_, d_;
};

/// A row of a tridiagonal system as eight values, or 64 bytes in double, as in the paper (cerny2011, "8 x double").
/// Each row has its own cache line.
template <class T> struct alignas(8 * sizeof(T)) HostRecord { T a, b, c, d, unused[4]; };
template <class T> struct HostRecordSystem {
    std::int64_t n = 0;
    const HostRecord<T>* record = nullptr;

    Row<T> row(std::int64_t i) const { return {record[i].a, record[i].b, record[i].c, record[i].d}; }
    Row<T> row_or_none(std::int64_t i) const { return i < 0 || i >= n ? no_row<T>() : row(i); }
};
template <class T> class HostRecords {
public:
    explicit HostRecords(std::int64_t n) : records_(n) {}
    void store(std::int64_t i, const Row<T>& row) { records_[i] = {row.a, row.b, row.c, row.d, {}}; }
    HostRecordSystem<T> view() const { return {static_cast<std::int64_t>(records_.size()), records_.data()}; }

private:
    std::vector<HostRecord<T>> records_;
};

/// Rows as separate arrays. `Input` is created once, before the timing starts.
struct HostArraysLayout {
    static constexpr bool has_records = false;
    static constexpr int arrays = 4;
    static constexpr int of_input = 0;
    template <class T> using Rows = HostRows<T>;
    template <class T> using View = HostSystem<T>;
    template <class T> struct Input {
        explicit Input(std::int64_t) {}
        void lay_out(const HostSystem<T>&) {}
        const HostSystem<T>& view(const HostSystem<T>& s) const { return s; }
    };
};
struct HostRecordsLayout {
    static constexpr bool has_records = true;
    static constexpr int arrays = 8;
    static constexpr int of_input = 8;
    template <class T> using Rows = HostRecords<T>;
    template <class T> using View = HostRecordSystem<T>;
    template <class T> class Input {
    public:
        explicit Input(std::int64_t n) : rows_(n) {}
        void lay_out(const HostSystem<T>& s) {
            for (std::int64_t i = 0; i < s.n; ++i) rows_.store(i, s.row(i));
        }
        HostRecordSystem<T> view(const HostSystem<T>&) const { return rows_.view(); }

    private:
        HostRecords<T> rows_;
    };
};

/// Indicates that no pivot is zero. The value is larger than every row index, so the minimum over all threads is the
/// first row with a zero pivot.
constexpr std::int64_t no_zero_pivot = std::numeric_limits<std::int64_t>::max();
template <class T> std::int64_t zero_pivot_of(T pivot, std::int64_t row) { return pivot == T(0) ? row : no_zero_pivot; }

/// A Method provides `info`, `arrays` (the number of temporary arrays with n elements) and a template Solver<T>. A
/// solver has Solver(n, threads), `detail()` and `solve(HostSystem<T>, T* x)`, which returns the first row with a pivot
/// of 0. Solvers that need another layout of the rows also provide `prepare(HostSystem<T>)`.
template <class Method, class T> class HostTridiagonal final : public BoundTridiagonal {
public:
    explicit HostTridiagonal(const TridiagonalInput& input)
        : a_(copy(input.system->a)), b_(copy(input.system->b)), c_(copy(input.system->c)), d_(copy(input.system->d)),
          x_(b_.size()), solver_(input.system->n(), host_threads(input.threads)) {
        if (!b_.empty()) a_.front() = c_.back() = 0; // set the coefficients outside the matrix to 0
        if constexpr (requires { solver_.prepare(system()); }) solver_.prepare(system());
        detail = solver_.detail();
    }

    void poison() override { std::fill(x_.begin(), x_.end(), std::numeric_limits<T>::quiet_NaN()); }
    void enqueue() override {
        if (!b_.empty()) zero_pivot_ = solver_.solve(system(), x_.data());
    }
    std::vector<double> x() const override { return {x_.begin(), x_.end()}; }
    std::optional<std::int64_t> zero_pivot() const override {
        if (zero_pivot_ == no_zero_pivot) return std::nullopt;
        return zero_pivot_;
    }

private:
    HostSystem<T> system() const {
        return {static_cast<std::int64_t>(b_.size()), a_.data(), b_.data(), c_.data(), d_.data()};
    }
    static std::vector<T> copy(const std::vector<double>& values) {
        std::vector<T> typed(values.size());
        std::transform(values.begin(), values.end(), typed.begin(), [](double v) { return static_cast<T>(v); });
        return typed;
    }

    std::vector<T> a_, b_, c_, d_, x_;
    typename Method::template Solver<T> solver_;
    std::int64_t zero_pivot_ = no_zero_pivot;
};

template <class Method> std::unique_ptr<Bound> bind_host_tridiagonal(const BindRequest& request, Machine&) {
    const auto& input = request.as<TridiagonalInput>();
    const bool in_float = input.precision == Precision::float32;
    const std::int64_t arrays = 5 + Method::arrays; // number of arrays: a, b, c, d, x and the temporary arrays
    require_memory(static_cast<double>(arrays * input.system->n()) * (in_float ? 4.0 : 8.0),
                   sentence("The kernel {kernel} with its {arrays} arrays of {count} numbers",
                            {{"kernel", Method::info.id}, {"arrays", arrays}, {"count", input.system->n()}}));
    if (in_float) return std::make_unique<HostTridiagonal<Method, float>>(input);
    return std::make_unique<HostTridiagonal<Method, double>>(input);
}
template <class Method> HostEntry host_tridiagonal_entry() {
    return {Operation::tridiagonal, Method::info, bind_host_tridiagonal<Method>};
}

inline std::string threads_text(int threads) {
    return sentence("{threads} {threads:thread|threads}", {{"threads", threads}});
}

} // namespace warploom::kernels
