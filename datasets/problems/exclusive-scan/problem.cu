// title: Exclusive prefix sum
// summary: Each element of the result is the sum of all elements of the input before its position.
// in: a int[n]
// out: b int[n]
// n: 1 .. 1000000

void expected(int n, const int* a, int* b) {
    int sum = 0;
    for (int i = 0; i < n; ++i) {
        b[i] = sum;
        sum += a[i];
    }
}
