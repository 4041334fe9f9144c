// title: Stencil in two dimensions
// summary: One Jacobi step: each inner element becomes the mean of its four neighbors. The border stays as it is.
// in: a T[rows][cols]
// out: b T[rows][cols]
// rows: 1 .. 4000
// cols: 1 .. 4000

template <typename T> void expected(int rows, int cols, const T* a, T* b) {
    for (int row = 0; row < rows; ++row)
        for (int col = 0; col < cols; ++col) {
            const int i = row * cols + col;
            const bool is_inner = row > 0 && row < rows - 1 && col > 0 && col < cols - 1;
            b[i] = is_inner ? T(0.25) * (a[i - cols] + a[i + cols] + a[i - 1] + a[i + 1]) : a[i];
        }
}
