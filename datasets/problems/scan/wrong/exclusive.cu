// verdict: wrong-result
// The sums do not include the element itself.
// problem: scan

__global__ void scan(int n, const int* a, int* b) {
    int sum = 0;
    for (int i = 0; i < n; ++i) {
        b[i] = sum;
        sum += a[i];
    }
}

void run(int n, const int* a, int* b) { scan<<<1, 1>>>(n, a, b); }
