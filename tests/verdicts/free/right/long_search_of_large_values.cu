// verdict: right
// in: a int[n]
// out: factor int[n]
// n: 1 .. 20
// a: integers 2 .. 2147483647

// Takes too many iterations if all values are large. Such inputs are skipped.
void expected(int n, const int* a, int* factor) {
    for (int i = 0; i < n; ++i) {
        factor[i] = a[i];
        for (int d = 2; d <= 46340 && d * d <= a[i]; ++d)
            if (a[i] % d == 0) {
                factor[i] = d;
                break;
            }
    }
}

__global__ void kernel(int n, const int* a, int* factor) {
    const int i = threadIdx.x;
    if (i >= n) return;
    const unsigned number = a[i];
    unsigned d = 2;
    while (d * d <= number && number % d != 0) ++d;
    factor[i] = d * d <= number ? d : number;
}

void run(int n, const int* a, int* factor) { kernel<<<1, 32>>>(n, a, factor); }
