// verdict: right
// A pivot of exactly 0 is reported.

template <typename T>
__global__ void k(int begin, int end, const int* row_pointer, const int* column, const T* value, const int* diagonal,
                  const int* order, T* lu, int* zero_pivot) {
    const int i = begin + blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= end) return;
    const int row = order[i];
    for (int k = row_pointer[row]; k < row_pointer[row + 1]; ++k) lu[k] = value[k];
    for (int k = row_pointer[row]; k < diagonal[row]; ++k) {
        const int j = column[k];
        T p = lu[diagonal[j]];
        const T l = lu[k] / p;
        lu[k] = l;
        int at = k + 1;
        for (int m = diagonal[j] + 1; m < row_pointer[j + 1]; ++m) {
            while (at < row_pointer[row + 1] && column[at] < column[m]) ++at;
            if (at < row_pointer[row + 1] && column[at] == column[m]) lu[at] -= l * lu[m];
        }
    }
    if (lu[diagonal[row]] == 0) atomicMin(zero_pivot, row);
}
template <typename T>
void run(const int* row_pointer, const int* column, const T* value, const int* diagonal, const int* first,
         const int* order, T* lu, int* zero_pivot, int levels, int block) {
    for (int l = 0; l < levels; ++l)
        k<<<(first[l + 1] - first[l] + block - 1) / block, block>>>(first[l], first[l + 1], row_pointer, column, value,
                                                                    diagonal, order, lu, zero_pivot);
}
