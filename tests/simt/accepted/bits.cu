// y: 4607182418800017408 1 1065353216 1 3212836864 0.5 1 1072693248 0 -2.5 2 1074266112 -2.5
__global__ void k(int rows, const int* in, double* y) {
    if (blockIdx.x > 0 || threadIdx.x > 0) return;
    y[0] = __double_as_longlong(1.0);
    y[1] = __longlong_as_double(0x3ff0000000000000);
    y[2] = __float_as_int(1.0f);
    y[3] = __int_as_float(0x3f800000);
    y[4] = __float_as_uint(-1.0f);
    y[5] = __uint_as_float(0x3f000000u);
    double one = 1.0 + in[0];
    y[6] = __longlong_as_double(__double_as_longlong(one));
    y[7] = __double2hiint(one);
    y[8] = __double2loint(one);
    double value = -2.5 - in[0];
    y[9] = __hiloint2double(__double2hiint(value), __double2loint(value));
    float two = 2 + in[0];
    y[10] = __uint_as_float(__float_as_uint(two)) + __int_as_float(__float_as_int(two)) - 2;
    y[11] = __double2hiint(3.0);
    y[12] = __hiloint2double(__double2hiint(-2.5), 0);
}

void run(int rows, const int* in, double* y, int block) { k<<<(rows + block - 1) / block, block>>>(rows, in, y); }
