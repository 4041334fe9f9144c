// y: 0 4 5 1 7 20
// enum and enum class; their values are constants of type int here.
enum Mode { plain, scaled = 4, both };
enum class Color : unsigned char { red = 1, green = 3 + 4 };
typedef enum { low = -2, high } Level;
template <int mode> __device__ int chosen() { return mode == scaled ? 20 : 10; }
__global__ void k(int rows, const int* in, double* y, Mode mode) {
    if (blockIdx.x > 0 || threadIdx.x > 0) return;
    y[0] = plain;
    y[1] = Mode::scaled;
    y[2] = mode;
    const Color color = Color::red;
    switch (color) {
    case Color::red: y[3] = 1; break;
    case Color::green: y[3] = 2; break;
    }
    const Level level = high;
    y[4] = static_cast<int>(Color::green) + (level == high ? 0 : 1);
    y[5] = chosen<scaled>();
}
void run(int rows, const int* in, double* y, int block) { k<<<1, 32>>>(rows, in, y, both); }
