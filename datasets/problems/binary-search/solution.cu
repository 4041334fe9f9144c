// title: Binary search, one thread per key
// problem: binary-search

__global__ void search(int n, int queries, const int* sorted_values, const int* keys, int* position) {
    const int q = blockIdx.x * blockDim.x + threadIdx.x;
    if (q >= queries) return;
    const int key = keys[q];
    int low = 0, high = n;
    while (low < high) {
        const int middle = low + (high - low) / 2;
        if (sorted_values[middle] < key) low = middle + 1;
        else high = middle;
    }
    position[q] = low;
}

void run(int n, int queries, const int* sorted_values, const int* keys, int* position, int block) {
    search<<<(queries + block - 1) / block, block>>>(n, queries, sorted_values, keys, position);
}
