// refused: 3:23 `threadIdx` is used in `run`, which runs on the host.
void run(int rows) {
    int t = threadIdx.x;
}
