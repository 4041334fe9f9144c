#include "kernels/cuda/cg/waiting_solves.h"

#include "engine/cuda/cuda_errors.h"
#include "engine/matrix/row_levels.h"
#include "kernels/plans/level_places.h"
#include "kernels/trsv/level_sets.h"

#include <algorithm>
#include <array>
#include <span>
#include <type_traits>
#include <utility>
#include <vector>

namespace warploom::kernels {

namespace {

constexpr int threads = 128;

template <class T> using Bits = std::conditional_t<std::is_same_v<T, double>, unsigned long long, unsigned>;
template <class T> constexpr Bits<T> nothing = ~Bits<T>{0};

__device__ __forceinline__ unsigned long long bits_of(double x) { return __double_as_longlong(x); }
__device__ __forceinline__ unsigned bits_of(float x) { return __float_as_uint(x); }
__device__ __forceinline__ void take(double& x, unsigned long long bits) { x = __longlong_as_double(bits); }
__device__ __forceinline__ void take(float& x, unsigned bits) { x = __uint_as_float(bits); }
// Loads a value while bypassing the L1 cache, which does not see the writes of other multiprocessors.
__device__ __forceinline__ unsigned long long look(const double* at) {
    unsigned long long bits;
    asm volatile("ld.relaxed.gpu.global.u64 %0, [%1];" : "=l"(bits) : "l"(at) : "memory");
    return bits;
}
__device__ __forceinline__ unsigned look(const float* at) {
    unsigned bits;
    asm volatile("ld.relaxed.gpu.global.u32 %0, [%1];" : "=r"(bits) : "l"(at) : "memory");
    return bits;
}
__device__ __forceinline__ void tell(double* at, double x) {
    const unsigned long long bits = bits_of(x);
    asm volatile("st.relaxed.gpu.global.u64 [%0], %1;" ::"l"(at), "l"(bits == nothing<double> ? bits >> 1 : bits)
                 : "memory");
}
__device__ __forceinline__ void tell(float* at, float x) {
    const unsigned bits = bits_of(x);
    asm volatile("st.relaxed.gpu.global.u32 [%0], %1;" ::"l"(at), "r"(bits == nothing<float> ? bits >> 1 : bits)
                 : "memory");
}

template <class T> struct TriangleView {
    int places;
    const int *row, *source, *row_pointer, *needed;
    const T *value, *inverse_diagonal;
    T* solved;
};

/// Indices of a row, which are prefetched two positions ahead.
struct Whereabouts {
    int row = -1, source = 0, begin = 0, end = 0;

    template <class T> __device__ __forceinline__ void load(const TriangleView<T>& t, int place) {
        row = -1;
        begin = end = 0;
        if (place >= t.places) return;
        row = t.row[place];
        source = t.source[place];
        begin = t.row_pointer[place];
        end = t.row_pointer[place + 1];
    }
};
constexpr int at_once = 4; ///< number of values that a thread loads at the same time

/// The inputs of a row that need no waiting. They are prefetched one position ahead.
template <class T> struct Ingredients {
    T given, inverse;
    int needed[at_once];
    T value[at_once];

    __device__ __forceinline__ void load_entries(const TriangleView<T>& t, int begin, int end) {
#pragma unroll
        for (int e = 0; e < at_once; ++e) {
            const int entry = min(begin + e, end - 1); // past the end of the row, load the last entry again
            needed[e] = begin < end ? t.needed[entry] : 0;
            value[e] = begin + e < end ? t.value[entry] : T(0);
        }
    }
    __device__ __forceinline__ void load(const TriangleView<T>& t, const Whereabouts& at, int place, const T* in) {
        if (at.row < 0) return;
        given = in[at.source];
        inverse = t.inverse_diagonal[place];
        load_entries(t, at.begin, at.end);
    }
    /// Subtracts the terms of the row's dependencies. Requests all values at once, and then requests missing values
    /// again. Requesting one value at a time would take twice as long, because each request goes to the L2 cache.
    __device__ __forceinline__ void subtract_needed(const TriangleView<T>& t) {
        Bits<T> bits[at_once];
#pragma unroll
        for (int e = 0; e < at_once; ++e) bits[e] = look(t.solved + needed[e]);
        bool waits = true;
        while (waits) {
            waits = false;
#pragma unroll
            for (int e = 0; e < at_once; ++e)
                if (bits[e] == nothing<T>) {
                    waits = true;
                    bits[e] = look(t.solved + needed[e]);
                }
        }
#pragma unroll
        for (int e = 0; e < at_once; ++e) {
            T known;
            take(known, bits[e]);
            if (value[e] != T(0)) given -= value[e] * known;
        }
    }
};

/// Solves one triangle. There is no deadlock: all blocks are resident (a cooperative launch), and each block processes
/// its positions in order. The forward solve reads r and clears the values of the other triangle. The backward solve
/// reads the result of the forward solve, clears each value after reading it, because no other row needs it, and writes
/// z.
template <class T, bool is_backward>
__global__ void __launch_bounds__(threads)
    solve(TriangleView<T> t, std::conditional_t<is_backward, T, const T>* in, T* other, int other_places, T* z) {
    const int stride = static_cast<int>(gridDim.x * blockDim.x),
              first = static_cast<int>(blockIdx.x * blockDim.x + threadIdx.x);
    T absent;
    take(absent, nothing<T>);
    if constexpr (!is_backward)
        for (int place = first; place < other_places; place += stride) other[place] = absent;
    Whereabouts now, next;
    Ingredients<T> ready;
    now.load(t, first);
    ready.load(t, now, first, in);
    next.load(t, first + stride);
    for (int place = first; place < t.places; place += stride) {
        // Prefetch the inputs of the next position before waiting for this one.
        Ingredients<T> later;
        Whereabouts after;
        later.load(t, next, place + stride, in);
        after.load(t, place + 2 * stride);
        if (now.row >= 0) {
            if constexpr (is_backward) in[now.source] = absent;
            if (now.begin < now.end) ready.subtract_needed(t);
            for (int k = now.begin + at_once; k < now.end; k += at_once) {
                ready.load_entries(t, k, now.end);
                ready.subtract_needed(t);
            }
            const T result = ready.given * ready.inverse;
            tell(t.solved + place, result);
            if constexpr (is_backward) z[now.row] = result;
        }
        __syncwarp();
        now = next;
        ready = later;
        next = after;
    }
}

template <class V> cuda::Buffer<V> uploaded(const std::vector<V>& values, const char* what, cudaStream_t stream) {
    cuda::Buffer<V> buffer(static_cast<std::int64_t>(values.size()), what);
    buffer.upload(values.data(), buffer.size(), stream);
    return buffer;
}

} // namespace

template <class T> bool WaitingSolves<T>::suits(const IncompleteCholesky& l) {
    if (l.rows() == 0) return false;
    const std::int64_t levels =
        level_sets(row_levels(l.rows(), false, [&](std::int64_t row) {
            return std::span(l.column.data() + l.row_pointer[row], l.column.data() + l.row_pointer[row + 1] - 1);
        })).levels();
    return levels * 32 <= 8 * l.rows();
}

template <class T>
WaitingSolves<T>::WaitingSolves(std::shared_ptr<cuda::Device> device, const IncompleteCholesky& l, const T* r, T* z)
    : device_(std::move(device)), r_(r), z_(z) {
    const cudaStream_t stream = device_->stream();
    // `source_of` contains the index of each row's right-hand side; if empty, it is the row index.
    const auto build = [&](const IncompleteCholesky& rows, bool from_the_end, const std::vector<int>& source_of,
                           Triangle& to) {
        const std::vector<int> pointer(rows.row_pointer.begin(), rows.row_pointer.end());
        const LevelPlaces places = level_places(pointer, rows.column, from_the_end);
        levels_ = std::max(levels_, places.levels);
        std::vector<int> place_of(static_cast<std::size_t>(rows.rows())), source(places.row.size());
        std::vector<T> value, inverse(places.row.size(), T(0));
        for (const int entry : places.source) value.push_back(static_cast<T>(rows.value[entry]));
        for (std::size_t place = 0; place < places.row.size(); ++place)
            if (const int i = places.row[place]; i >= 0) {
                place_of[i] = static_cast<int>(place);
                inverse[place] = static_cast<T>(1 / rows.value[pointer[i + 1] - 1]);
                source[place] = source_of.empty() ? i : source_of[i];
            }
        to.places = static_cast<std::int64_t>(places.row.size());
        to.row = uploaded(places.row, "The order of the rows", stream);
        to.source = uploaded(source, "Places of the right side", stream);
        to.row_pointer = uploaded(places.first, "row_pointer", stream);
        to.needed = uploaded(places.needed, "What rows need", stream);
        to.value = uploaded(value, "value", stream);
        to.inverse_diagonal = uploaded(inverse, "The diagonal", stream);
        to.solved = cuda::Buffer<T>(to.places, "Solved numbers");
        to.solved.fill(0xff, stream);
        device_->finish(); // wait for completion, because the vectors are destroyed on return
        return place_of;
    };
    const std::vector<int> forward_place = build(l, false, {}, forward_);
    build(transposed(l, true), true, forward_place, backward_);
    // Limit the number of threads to the rows of a few levels, because waiting threads poll the L2 cache.
    const std::int64_t a_level = forward_.places / std::max(levels_, 1);
    blocks_ = static_cast<unsigned>(
        std::clamp<std::int64_t>((4 * a_level + threads - 1) / threads, 1, device_->multiprocessors()));
}

template <class T> void WaitingSolves<T>::enqueue() {
    const auto view = [](Triangle& t) {
        return TriangleView<T>{static_cast<int>(t.places), t.row.data(),    t.source.data(),
                               t.row_pointer.data(),       t.needed.data(), t.value.data(),
                               t.inverse_diagonal.data(),  t.solved.data()};
    };
    std::array<cudaLaunchAttribute, 1> attributes{};
    attributes[0].id = cudaLaunchAttributeCooperative;
    attributes[0].val.cooperative = 1;
    cudaLaunchConfig_t config{};
    config.gridDim = dim3(blocks_);
    config.blockDim = dim3(threads);
    config.stream = device_->stream();
    config.attrs = attributes.data();
    config.numAttrs = 1;
    T* const nowhere = nullptr;
    WARPLOOM_CUDA_CHECK(cudaLaunchKernelEx(&config, solve<T, false>, view(forward_), r_, backward_.solved.data(),
                                           static_cast<int>(backward_.places), nowhere));
    WARPLOOM_CUDA_CHECK(
        cudaLaunchKernelEx(&config, solve<T, true>, view(backward_), forward_.solved.data(), nowhere, 0, z_));
}

template class WaitingSolves<float>;
template class WaitingSolves<double>;

} // namespace warploom::kernels
