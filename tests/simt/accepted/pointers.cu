// y: 1 2 4 7 31 31 8 3 5 2 62 24 3 21 10 30
struct Pair {
    int left, right;
};
__device__ int sum(const int* from, const int* const to) {
    int s = 0;
    while (from != to) s += *from++;
    return s;
}
__device__ int* behind(int* p) { return ++p; }
__global__ void k(int rows, const int* in, double* y) {
    if (blockIdx.x > 0 || threadIdx.x > 0) return;
    double* out = y;
    int a[5] = {1, 2, 4, 8, 16};
    int* p = a;
    *out++ = *p;
    *out++ = *++p;
    *out++ = p++[1];
    out[0] = *p + p[-1] + *a;
    ++out;
    *out++ = sum(a, a + 5);
    int all = 0;
    for (const int* q = a; q < a + 5; ++q) all += *q;
    *out++ = all;
    p = a + 3;
    *out++ = *p--;
    *out++ = p - a + 1;
    p += 2;
    p -= 1;
    int i = 2;
    const int* kept = &a[i];
    ++i;
    *out++ = (p - &a[0]) + (*kept == 4) + (p == &a[i]);
    *out++ = (p >= a) + (p != nullptr) - (p <= a);
    for (int k = 0; k < 5; ++k) a[k] *= 2;
    *out++ = sum(a, &a[5]);
    Pair pairs[3] = {{1, 2}, {3, 4}, {5, 6}};
    Pair* pair = pairs;
    (++pair)->left = 20;
    *out++ = pair->left + (*pair).right;
    *out++ = sizeof p / sizeof(int) + sizeof pairs / sizeof *pair - sizeof(a)[0] / 2;
    int m[2][3] = {{1, 2, 3}, {4, 5, 6}};
    int* row = m[1];
    ++row;
    *out++ = row[0] + row[1] + m[0][1] * *row;
    const int* x = in + 2;
    int got = *x++;
    got += *x;
    *out++ = got + (x - in) - 6;
    for (int k = 0; k < 2; ++k) *(p = a + k + 1) += 1;
    *out = *p + *behind(a + 2) + (p - a) * 2 + 1;
}

void run(int rows, const int* in, double* y, int block) { k<<<(rows + block - 1) / block, block>>>(rows, in, y); }
