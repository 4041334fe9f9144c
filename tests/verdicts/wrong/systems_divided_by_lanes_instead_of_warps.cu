// verdict: wrong-result
// The number of blocks is rounded up for systems that are no multiple of 32 instead of the warps of a block.

// scratch: upper T[n]
template <typename T>
__global__ void thomas(int n, int systems, const T* a, const T* b, const T* c, const T* d, T* x, T* upper) {
    const long long i = (long long)blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= systems) return;
    const long long length = n / systems, first = i * length;
    T up = 0, last = 0;
    for (long long k = first; k < first + length; ++k) {
        const T pivot = k == first ? b[k] : b[k] - a[k] * up;
        up = c[k] / pivot;
        last = (k == first ? d[k] : d[k] - a[k] * last) / pivot;
        upper[k] = up;
        x[k] = last;
    }
    for (long long k = first + length - 2; k >= first; --k) {
        last = x[k] - upper[k] * last;
        x[k] = last;
    }
}

template <typename T>
__global__ void warp_system(int length, int systems, const T* a, const T* b, const T* c, const T* d, T* x) {
    const long long system = (long long)blockIdx.x * (blockDim.x / 32) + threadIdx.x / 32;
    const int lane = threadIdx.x % 32;
    const bool is_row = system < systems && lane < length;
    const long long i = system * length + lane;
    T ra = is_row && lane > 0 ? a[i] : T(0), rb = is_row ? b[i] : T(1), rc = is_row && lane < length - 1 ? c[i] : T(0),
      rd = is_row ? d[i] : T(0);
    for (int s = 1; s < 32; s *= 2) {
        const T a0 = __shfl_up_sync(0xffffffff, ra, s), b0 = __shfl_up_sync(0xffffffff, rb, s),
                c0 = __shfl_up_sync(0xffffffff, rc, s), d0 = __shfl_up_sync(0xffffffff, rd, s);
        const T a1 = __shfl_down_sync(0xffffffff, ra, s), b1 = __shfl_down_sync(0xffffffff, rb, s),
                c1 = __shfl_down_sync(0xffffffff, rc, s), d1 = __shfl_down_sync(0xffffffff, rd, s);
        T na = 0, nc = 0;
        if (lane >= s) {
            const T k = ra / b0;
            na = -k * a0;
            rb -= k * c0;
            rd -= k * d0;
        }
        if (lane + s < 32) {
            const T k = rc / b1;
            nc = -k * c1;
            rb -= k * a1;
            rd -= k * d1;
        }
        ra = na;
        rc = nc;
    }
    if (is_row) x[i] = rd / rb;
}

template <typename T>
void run(int n, int systems, const T* a, const T* b, const T* c, const T* d, T* x, T* upper, int block) {
    const int length = n / systems, warps = block / 32;
    if (length <= 32)
        warp_system<<<max(1, systems / warps + (systems % 32 != 0 ? 1 : 0)), block>>>(length, systems, a, b, c, d, x);
    else thomas<<<(int)(((long long)(systems) + block - 1) / block), block>>>(n, systems, a, b, c, d, x, upper);
}
