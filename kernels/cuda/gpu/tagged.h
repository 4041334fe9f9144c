#pragma once

namespace warploom::kernels {

/// A value and its round, loaded and stored together. A thread that waits for a round can therefore read the value
/// without a barrier or fence.
template <class T> struct Tagged;
template <> struct alignas(16) Tagged<double> {
    double value;
    unsigned long long round;
};
template <> struct alignas(8) Tagged<float> {
    float value;
    unsigned round;
};

__device__ __forceinline__ void store(Tagged<double>* to, double value, unsigned round) {
    const auto bits =
        static_cast<unsigned __int128>(round) << 64 | static_cast<unsigned long long>(__double_as_longlong(value));
    asm volatile("st.relaxed.gpu.global.b128 [%0], %1;" ::"l"(to), "q"(bits) : "memory");
}
__device__ __forceinline__ void store(Tagged<float>* to, float value, unsigned round) {
    const auto bits = static_cast<unsigned long long>(round) << 32 | __float_as_uint(value);
    asm volatile("st.relaxed.gpu.global.b64 [%0], %1;" ::"l"(to), "l"(bits) : "memory");
}
__device__ __forceinline__ Tagged<double> load(const Tagged<double>* from) {
    unsigned __int128 bits;
    asm volatile("ld.relaxed.gpu.global.b128 %0, [%1];" : "=q"(bits) : "l"(from) : "memory");
    return {__longlong_as_double(static_cast<long long>(bits)), static_cast<unsigned long long>(bits >> 64)};
}
__device__ __forceinline__ Tagged<float> load(const Tagged<float>* from) {
    unsigned long long bits;
    asm volatile("ld.relaxed.gpu.global.b64 %0, [%1];" : "=l"(bits) : "l"(from) : "memory");
    return {__uint_as_float(static_cast<unsigned>(bits)), static_cast<unsigned>(bits >> 32)};
}

} // namespace warploom::kernels
