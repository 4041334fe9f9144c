// Entries, ELL columns and jagged diagonals, each as a struct of pointers.
struct COOMatrix {
    unsigned int numNonzeros;
    const unsigned int *rowIdx, *colIdx;
    const float* value;
};
struct ELLMatrix {
    unsigned int numRows;
    const unsigned int* nnzPerRow;
    const unsigned int* colIdx;
    const float* value;
};
__global__ void spmv_coo_kernel(COOMatrix cooMatrix, const float* x, float* y) {
    unsigned int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < cooMatrix.numNonzeros) {
        unsigned int row = cooMatrix.rowIdx[i], col = cooMatrix.colIdx[i];
        float value = cooMatrix.value[i];
        atomicAdd(&y[row], x[col] * value);
    }
}
__global__ void spmv_ell_kernel(ELLMatrix ellMatrix, const float* x, float* y) {
    unsigned int row = blockIdx.x * blockDim.x + threadIdx.x;
    if (row < ellMatrix.numRows) {
        float sum = 0.0f;
        for (unsigned int iter = 0; iter < ellMatrix.nnzPerRow[row]; ++iter) {
            unsigned int i = iter * ellMatrix.numRows + row;
            sum += x[ellMatrix.colIdx[i]] * ellMatrix.value[i];
        }
        y[row] = sum;
    }
}
void run(int rows, int nonzeros, const unsigned* row, const unsigned* column, const unsigned* length,
         const float* value, const float* x, float* y) {
    COOMatrix coo = {(unsigned)nonzeros, row, column, value};
    ELLMatrix ell;
    ell.numRows = rows;
    ell.nnzPerRow = length;
    ell.colIdx = column;
    ell.value = value;
    spmv_coo_kernel<<<(nonzeros + 255) / 256, 256>>>(coo, x, y);
    spmv_ell_kernel<<<(rows + 255) / 256, 256>>>(ell, x, y);
}
