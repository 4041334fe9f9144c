// title: Matrix transpose
// summary: Exchanges the rows and columns of a matrix. Reads and writes should both be coalesced.
// in: a T[rows][cols]
// out: b T[cols][rows]
// rows: 1 .. 5000
// cols: 1 .. 5000

template <typename T> void expected(int rows, int cols, const T* a, T* b) {
    for (int row = 0; row < rows; ++row)
        for (int col = 0; col < cols; ++col) b[col * rows + row] = a[row * cols + col];
}
