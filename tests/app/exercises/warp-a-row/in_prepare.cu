// prepare turns the matrix, so that a thread for each row reads side by side.
// format: csr
// scratch: place int[nonzeros]
// scratch: turned_column int[nonzeros]
// scratch: turned_value T[nonzeros]

template <typename T>
__global__ void turn(int rows, const int* row_pointer, const int* column, const T* value, int* turned_column,
                     T* turned_value, int* place) {
    int at = 0;
    for (int first = 0; first < rows; first += 32)
        for (int k = 0, left = 1; left > 0; ++k) {
            left = 0;
            for (int row = first; row < rows && row < first + 32; ++row) {
                if (row_pointer[row] + k >= row_pointer[row + 1]) continue;
                place[row_pointer[row] + k] = at;
                turned_column[at] = column[row_pointer[row] + k];
                turned_value[at++] = value[row_pointer[row] + k];
                ++left;
            }
        }
}
template <typename T>
void prepare(int rows, const int* row_pointer, const int* column, const T* value, int* turned_column, T* turned_value,
             int* place) {
    turn<<<1, 1>>>(rows, row_pointer, column, value, turned_column, turned_value, place);
}

template <typename T>
__global__ void rows_of(int rows, const int* row_pointer, const int* turned_column, const T* turned_value,
                        const int* place, const T* x, T* y) {
    const int row = blockIdx.x * blockDim.x + threadIdx.x;
    if (row >= rows) return;
    T sum = 0;
    for (int k = row_pointer[row]; k < row_pointer[row + 1]; ++k)
        sum += turned_value[place[k]] * x[turned_column[place[k]]];
    y[row] = sum;
}
template <typename T>
void run(int rows, const int* row_pointer, const int* turned_column, const T* turned_value, const int* place,
         const T* x, T* y, int block) {
    rows_of<<<(rows + block - 1) / block, block>>>(rows, row_pointer, turned_column, turned_value, place, x, y);
}
