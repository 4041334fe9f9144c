// verdict: right
// says: Correct on
// in: table int[16][16]
// out: sums int[16]

void expected(const int* table, int* sums) {
    for (int row = 0; row < 16; ++row) {
        sums[row] = 0;
        for (int col = 0; col < 16; ++col) sums[row] += table[row * 16 + col];
    }
}

__global__ void add_rows(const int* table, int* sums) {
    int sum = 0;
    for (int col = 0; col < 16; ++col) sum += table[threadIdx.x * 16 + col];
    sums[threadIdx.x] = sum;
}

void run(const int* table, int* sums) { add_rows<<<1, 16>>>(table, sums); }
