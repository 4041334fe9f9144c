// verdict: out-of-bounds or wrong-result
// The first and last layers are computed instead of copied.
// problem: stencil-3d

constexpr int across = 32, down = 4;

/// Walks along z, and keeps the elements below and above in registers.
template <typename T> __global__ void stencil(int nx, int ny, int nz, const T* a, T* b) {
    const int x = blockIdx.x * across + threadIdx.x, y = blockIdx.y * down + threadIdx.y;
    if (x >= nx || y >= ny) return;
    const bool is_inner = x > 0 && x < nx - 1 && y > 0 && y < ny - 1;
    long long i = (long long)y * nx + x;
    T below = 0, here = a[i];
    for (int z = 0; z < nz; ++z, i += (long long)nx * ny) {
        const T above = z + 1 < nz ? a[i + (long long)nx * ny] : 0;
        b[i] = is_inner ? (here + a[i - 1] + a[i + 1] + a[i - nx] + a[i + nx] + below + above) / 7 : here;
        below = here;
        here = above;
    }
}

template <typename T> void run(int nx, int ny, int nz, const T* a, T* b) {
    stencil<<<dim3((nx + across - 1) / across, (ny + down - 1) / down), dim3(across, down)>>>(nx, ny, nz, a, b);
}
