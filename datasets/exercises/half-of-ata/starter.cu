// C = AᵀA, one thread per element of C. A is m x n and C is n x n, both row-major.
// from: papers/ata_report_naive.cu
// without: const int across = (n + 31) / 32;
// without: const dim3 grid(across, across), threads(32, 32);
// instead: const int across = (n + 15) / 16;
// instead: const dim3 grid(across, across), threads(16, 16);
// without: gpu_mul<<<grid, threads>>>(m, n, A, C);
// instead: ata_half<<<grid, threads>>>(m, n, A, C);
// without: template <typename T> __global__ void gpu_mul(int m, int n, const T* A, T* C) {
// instead: template <typename T> __global__ void ata_half(int m, int n, const T* A, T* C) {
