// refused: 66:1 Conditional directives are nested more than 64 levels deep.
@16000`#ifndef A$
`@16000`#endif
`__global__ void k(int* y, int q) {
    y[0] = q;
}
void run(int* y, int rows) { k<<<1, 1>>>(y, rows); }
