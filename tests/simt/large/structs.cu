// taken
@4000`struct S$ { int x; };
`__global__ void k(int* y, int q) {
    @4000`S$ a$; a$.x = q; `
}
void run(int* y, int rows) { k<<<1, 1>>>(y, rows); }
