// verdict: wrong-result or out-of-bounds
// The key itself is counted among the keys before it.
// problem: radix-step
// scratch: zeros int[n / 32 + 2]

constexpr int width = 128;

/// Counts the keys of each warp whose bit is 0.
__global__ void count(int n, int bit, const unsigned* key, int* zeros) {
    const int i = blockIdx.x * width + threadIdx.x;
    const unsigned is_zero = __ballot_sync(0xffffffff, i < n && (key[i] >> bit & 1) == 0);
    if (threadIdx.x % 32 == 0 && i < n) zeros[i / 32] = __popc(is_zero);
}

/// Replaces the counts with the number of zeros before each warp; the last element is the number of all zeros.
__global__ void scan(int warps, int* zeros) {
    int total = 0;
    for (int w = 0; w < warps; ++w) {
        const int here = zeros[w];
        zeros[w] = total;
        total += here;
    }
    zeros[warps] = total;
}

__global__ void move(int n, int bit, int warps, const unsigned* key, const int* zeros, unsigned* moved) {
    const int i = blockIdx.x * width + threadIdx.x;
    const bool is_zero = i < n && (key[i] >> bit & 1) == 0;
    const unsigned before = __ballot_sync(0xffffffff, is_zero) & ((1u << threadIdx.x % 32) * 2 - 1);
    if (i >= n) return;
    const int zeros_before = zeros[i / 32] + __popc(before);
    moved[is_zero ? zeros_before : zeros[warps] + i - zeros_before] = key[i];
}

void run(int n, int bit, const unsigned* key, unsigned* moved, int* zeros) {
    const int warps = (n + 31) / 32, blocks = (n + width - 1) / width;
    count<<<blocks, width>>>(n, bit, key, zeros);
    scan<<<1, 1>>>(warps, zeros);
    move<<<blocks, width>>>(n, bit, warps, key, zeros, moved);
}
