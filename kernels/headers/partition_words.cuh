#pragma once

// Floating-point operations of the partition method on the bit representation, which makes comparing and scaling almost
// free. On a real GPU, some of them are single instructions.

/// Returns an integer with the same order as |v|, with up to 20 bits of a double's fraction. Values with equal results
/// differ by less than a millionth, so no multiplier exceeds 1.000001. Infinities and NaN are largest.
__device__ int magnitude(double v) { return __double2hiint(v) & 0x7fffffff; }
__device__ int magnitude(float v) { return __float_as_int(v) & 0x7fffffff; }

/// Returns the smallest valid magnitude of a pivot. Smaller values are 0 or have no finite reciprocal.
__device__ int least_pivot(double v) { return 0x00100000; }
__device__ int least_pivot(float v) { return 0x00800000; }

template <typename T> __device__ bool is_zero_pivot(T v) { return magnitude(v) < least_pivot(v); }

/// Returns the power of two that scales a value of this magnitude to near 1: 1 / 2^e for 2^e to 2^(e+1). The
/// multiplication is exact. For 0, infinity and NaN, returns an arbitrary power of two. `like` only selects the type.
__device__ double binary_scale(int magnitude, double like) {
    return __hiloint2double(max(0x7fe00000 - (magnitude & 0x7ff00000), 0x00100000), 0);
}
__device__ float binary_scale(int magnitude, float like) {
    return __int_as_float(max(0x7f000000 - (magnitude & 0x7f800000), 0x00800000));
}

template <typename T> __device__ void exchange_if(bool exchange, T& x, T& y) {
    const T old = x;
    x = exchange ? y : x;
    y = exchange ? old : y;
}

#ifdef __WARPLOOM__

__device__ double reciprocal(double v) { return 1 / v; }
__device__ float reciprocal(float v) { return 1 / v; }

/// Returns whether this thread has work to do.
__device__ bool is_wanted(bool mine) { return mine; }
__device__ bool is_wanted_here(bool mine) { return mine; }

#else

/// Returns 1 / v with an error of one or two ulp. A division would use a slow path for subnormal numbers and
/// infinities.
__device__ double reciprocal(double v) {
    double r;
    asm("rcp.approx.ftz.f64 %0, %1;" : "=d"(r) : "d"(v)); // correct to 20 bits; the cube of the error is below 2^-60
    const double error = fma(-v, r, 1.0);
    return fma(r, fma(error, error, error), r);
}
__device__ float reciprocal(float v) {
    float r;
    asm("rcp.approx.ftz.f32 %0, %1;" : "=f"(r) : "f"(v));
    return fmaf(r, fmaf(-v, r, 1.0f), r);
}

/// Returns whether any lane of the warp has work to do. Work takes as long for one lane as for all lanes, so a
/// divergent branch would save no time. All lanes of the warp must call this function.
__device__ bool is_wanted(bool mine) { return __any_sync(0xffffffffu, mine); }
/// Same as is_wanted(), but only for the lanes that are currently active.
__device__ bool is_wanted_here(bool mine) { return __any_sync(__activemask(), mine); }

#endif
