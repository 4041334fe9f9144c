// title: Histogram of bytes
// summary: Counts how often each value from 0 to 255 occurs.
// in: data unsigned char[n]
// out: count int[256]
// n: 1 .. 10000000

void expected(int n, const unsigned char* data, int* count) {
    for (int bin = 0; bin < 256; ++bin) count[bin] = 0;
    for (int i = 0; i < n; ++i) ++count[data[i]];
}
