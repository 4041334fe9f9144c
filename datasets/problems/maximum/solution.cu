// title: Maximum in one block
// problem: maximum

constexpr int width = 256;

__global__ void find(int n, const int* a, int* largest, int* position) {
    __shared__ int values[width], places[width];
    int best = -1;
    for (int i = threadIdx.x; i < n; i += width)
        if (best < 0 || a[i] > a[best]) best = i;
    values[threadIdx.x] = best < 0 ? 0 : a[best];
    places[threadIdx.x] = best;
    __syncthreads();
    for (int distance = width / 2; distance > 0; distance /= 2) {
        if (threadIdx.x < distance) {
            const int other = places[threadIdx.x + distance], own = places[threadIdx.x];
            const int value = values[threadIdx.x + distance];
            const bool is_better =
                other >= 0 && (own < 0 || value > values[threadIdx.x] || (value == values[threadIdx.x] && other < own));
            if (is_better) {
                values[threadIdx.x] = value;
                places[threadIdx.x] = other;
            }
        }
        __syncthreads();
    }
    if (threadIdx.x == 0) {
        largest[0] = values[0];
        position[0] = places[0];
    }
}

void run(int n, const int* a, int* largest, int* position) { find<<<1, width>>>(n, a, largest, position); }
