// y: 1 2 3 64 5
// clang-format off
// A comment that ends with a backslash takes the next line along, as a C++ compiler says.
#define SUM(a, b) \
    ((a) + \
     (b))
__global__ void k(int rows, const int* in, double* y) {
    if (blockIdx.x > 0 || threadIdx.x > 0) return;
    double one = 1; // \
    one = 100;
    y[0] = one;
    double two = 2; // spaces behind it change nothing \ 
    two = 100;
    y[1] = two;
    y[2] = SUM(1, \
               2);
    y[3] = ro\
ws;
    y[4] = 4 \
           + 1;
    /* \
    */
}

void run(int rows, const int* in, double* y, int block) {
    k<<<(rows + block - 1) / block, block>>>(rows, in, y);
}
