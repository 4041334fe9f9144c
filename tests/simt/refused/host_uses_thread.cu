// refused: 3:23 `threadIdx` cannot be used in the host function `run`.
void run(int rows) {
    int t = threadIdx.x;
}
