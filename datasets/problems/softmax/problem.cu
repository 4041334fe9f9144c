// title: Softmax of the rows of a matrix
// summary: Computes exp(a) divided by the sum of exp(a) in each row. Subtracting the maximum first avoids overflow.
// in: a T[rows][cols]
// out: b T[rows][cols]
// rows: 1 .. 5000
// cols: 1 .. 5000
// a: uniform -200 .. 200
// tolerance: 1e-3

template <typename T> void expected(int rows, int cols, const T* a, T* b) {
    for (int row = 0; row < rows; ++row) {
        T most = a[row * cols], sum = 0;
        for (int col = 1; col < cols; ++col) most = max(most, a[row * cols + col]);
        for (int col = 0; col < cols; ++col) sum += exp(a[row * cols + col] - most);
        for (int col = 0; col < cols; ++col) b[row * cols + col] = exp(a[row * cols + col] - most) / sum;
    }
}
