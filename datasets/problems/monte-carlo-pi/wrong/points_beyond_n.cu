// verdict: wrong-result
// Threads beyond the last point count their points, too.
// problem: monte-carlo-pi

__device__ unsigned number(unsigned key, unsigned i) {
    unsigned h = i * 2654435761u + key * 40503u;
    h = (h ^ (h >> 16)) * 2246822519u;
    h = (h ^ (h >> 13)) * 3266489917u;
    return (h ^ (h >> 16)) >> 16;
}

__global__ void clear(int* inside) { inside[0] = 0; }

__global__ void count(int n, int key, int* inside) {
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    const unsigned long long x = number(key, 2 * i), y = number(key, 2 * i + 1);
    const bool is_inside = x * x + y * y < 65536ull * 65536ull;
    const unsigned lanes = __ballot_sync(__activemask(), is_inside);
    if (threadIdx.x % 32 == 0) atomicAdd(inside, __popc(lanes));
}

void run(int n, int key, int* inside, int block) {
    clear<<<1, 1>>>(inside);
    count<<<(n + block - 1) / block, block>>>(n, key, inside);
}
