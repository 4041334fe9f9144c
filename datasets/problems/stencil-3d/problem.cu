// title: Stencil of seven points in three dimensions
// summary: Each inner element becomes the mean of its six neighbors and itself. The boundary is copied.
// in: a T[nz * ny * nx]
// out: b T[nz * ny * nx]
// nx: 1 .. 500
// ny: 1 .. 500
// nz: 1 .. 500

template <typename T> void expected(int nx, int ny, int nz, const T* a, T* b) {
    for (int z = 0; z < nz; ++z)
        for (int y = 0; y < ny; ++y)
            for (int x = 0; x < nx; ++x) {
                const int i = (z * ny + y) * nx + x;
                const bool is_inner = x > 0 && x < nx - 1 && y > 0 && y < ny - 1 && z > 0 && z < nz - 1;
                b[i] = is_inner
                           ? (a[i] + a[i - 1] + a[i + 1] + a[i - nx] + a[i + nx] + a[i - nx * ny] + a[i + nx * ny]) / 7
                           : a[i];
            }
}
