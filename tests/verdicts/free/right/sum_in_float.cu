// verdict: right
// says: Correct on
// in: a float[n]
// out: sum float[1]
// n: 1 .. 20000

void expected(int n, const float* a, float* sum) {
    double total = 0;
    for (int i = 0; i < n; ++i) total += a[i];
    sum[0] = total;
}

// Adds all elements in order, which has the largest rounding error.
__global__ void add_up(int n, const float* a, float* sum) {
    float total = 0;
    for (int i = 0; i < n; ++i) total += a[i];
    sum[0] = total;
}

void run(int n, const float* a, float* sum) { add_up<<<1, 1>>>(n, a, sum); }
