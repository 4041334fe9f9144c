// y: 6 12 255 -3 12 4 9
// Vector types such as float3, int3 and uchar4; typedef and using inside functions.
__global__ void k(int rows, const int* in, double* y) {
    if (blockIdx.x > 0 || threadIdx.x > 0) return;
    using Index = int;
    typedef float3 Point;
    const Index zero = 0;
    Point p = make_float3(1, 2, 3);
    y[zero] = p.x + p.y + p.z;
    y[1] = sizeof(float3);
    const uchar4 bytes = make_uchar4(255, 1, 2, 3);
    y[2] = bytes.x;
    int3 q = {1, -3, 2};
    y[3] = q.y;
    y[4] = sizeof(int3);
    y[5] = sizeof(uchar4);
    __shared__ float3 tile[4];
    tile[1] = make_float3(4, 2, 3);
    y[6] = tile[1].x + tile[1].y + tile[1].z;
}
void run(int rows, const int* in, double* y, int block) { k<<<1, 32>>>(rows, in, y); }
