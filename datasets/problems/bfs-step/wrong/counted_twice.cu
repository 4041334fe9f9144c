// verdict: wrong-result
// A vertex that two vertices of the frontier reach is counted twice.
// problem: bfs-step

__global__ void copy(int n, const int* level, int* next, int* reached) {
    const int v = blockIdx.x * blockDim.x + threadIdx.x;
    if (v < n) next[v] = level[v];
    if (v == 0) reached[0] = 0;
}

__global__ void visit(int n, int depth, const int* level, const int* end, int* next, int* reached) {
    const int u = blockIdx.x * blockDim.x + threadIdx.x;
    if (u >= n || level[u] != depth) return;
    for (int k = 0; k < 8; ++k) {
        const int v = end[8 * u + k] / 8;
        if (level[v] != -1) continue;
        atomicExch(&next[v], depth + 1);
        atomicAdd(reached, 1);
    }
}

void run(int n, int depth, const int* level, const int* end, int* next, int* reached, int block) {
    copy<<<(n + block - 1) / block, block>>>(n, level, next, reached);
    visit<<<(n + block - 1) / block, block>>>(n, depth, level, end, next, reached);
}
