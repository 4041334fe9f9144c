// verdict: wrong-result
// says: The function run does not launch any kernel.
// out: a int[n]
// n: 1 .. 500

void expected(int n, int* a) {
    for (int i = 0; i < n; ++i) a[i] = i;
}

void run(int n, int* a) {}
