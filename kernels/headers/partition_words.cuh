#pragma once

// What the partition method asks of numbers, and what it answers with the bits of them: comparing and scaling cost
// nothing that way. On a card some of it is a word of the hardware.

/// Orders as |v| does, up to 20 bits of a double's fraction: what looks equal differs by less than a millionth, so a
/// pivot chosen by it leaves no multiplier above 1.000001. A value that is not finite is the largest.
__device__ int magnitude(double v) { return __double2hiint(v) & 0x7fffffff; }
__device__ int magnitude(float v) { return __float_as_int(v) & 0x7fffffff; }

/// The magnitude below which a number is 0, or so near to it that it has no reciprocal.
__device__ int least_pivot(double v) { return 0x00100000; }
__device__ int least_pivot(float v) { return 0x00800000; }

template <typename T> __device__ bool is_zero_pivot(T v) { return magnitude(v) < least_pivot(v); }

/// The power of two that brings a v of this magnitude near 1: 1 / 2^e for 2^e to 2^(e+1). Multiplying by it rounds
/// nothing. For 0 and for a number that is not finite it is some power of two. `like` only says the type.
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

/// Whether there is work that this thread wants.
__device__ bool is_wanted(bool mine) { return mine; }
__device__ bool is_wanted_here(bool mine) { return mine; }

#else

/// 1 / v within an ulp or two: a division would go the long way round for a v that is no normal number.
__device__ double reciprocal(double v) {
    double r;
    asm("rcp.approx.ftz.f64 %0, %1;" : "=d"(r) : "d"(v)); // 20 bits; the error to the third power is below 2^-60
    const double error = fma(-v, r, 1.0);
    return fma(r, fma(error, error, error), r);
}
__device__ float reciprocal(float v) {
    float r;
    asm("rcp.approx.ftz.f32 %0, %1;" : "=f"(r) : "f"(v));
    return fmaf(r, fmaf(-v, r, 1.0f), r);
}

/// Whether there is work that this thread wants, or a lane beside it: the work of one lane takes all of them the same
/// time, so no lane has to branch off alone. All lanes of the warp ask together.
__device__ bool is_wanted(bool mine) { return __any_sync(0xffffffffu, mine); }
/// The same for the lanes that happen to be at this place together.
__device__ bool is_wanted_here(bool mine) { return __any_sync(__activemask(), mine); }

#endif
