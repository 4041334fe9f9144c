// title: Game of life, one thread per cell
// problem: game-of-life

__global__ void generation(int rows, int cols, const int* now, int* later) {
    const int col = blockIdx.x * blockDim.x + threadIdx.x, row = blockIdx.y * blockDim.y + threadIdx.y;
    if (row >= rows || col >= cols) return;
    const long long above = (row + rows - 1) % rows * (long long)cols;
    const long long here = row * (long long)cols, below = (row + 1) % rows * (long long)cols;
    const int left = (col + cols - 1) % cols, right = (col + 1) % cols;
    const int neighbors = now[above + left] + now[above + col] + now[above + right] + now[here + left] +
                          now[here + right] + now[below + left] + now[below + col] + now[below + right];
    later[here + col] = neighbors == 3 || (neighbors == 2 && now[here + col] == 1) ? 1 : 0;
}

void run(int rows, int cols, const int* now, int* later) {
    generation<<<dim3((cols + 31) / 32, (rows + 7) / 8), dim3(32, 8)>>>(rows, cols, now, later);
}
