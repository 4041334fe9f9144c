// refused: 2:71 `double` has no static function `f`.
template <typename T> __global__ void k(int rows, double* y) { y[0] = T::f(rows); }
void run(int rows, double* y, int block) { k<double><<<1, block>>>(rows, y); }
