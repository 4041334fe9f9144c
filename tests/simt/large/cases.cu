// refused: 2:17 This function has too many constants.
__global__ void k(int* y, int q) {
    switch (q) { @16000`case $: y[0] = $; break; `}
}
void run(int* y, int rows) { k<<<1, 1>>>(y, rows); }
