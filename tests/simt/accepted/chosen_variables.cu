// y: 15 20 13 6 7 31 4 9 2.5 4 8 5
// `?` chooses a variable: it is changed, referred to and given to functions.
struct Pair {
    int a;
    double b;
};
__device__ void add(int& to, int what) { to += what; }
__global__ void k(int rows, const int* in, double* y) {
    if (blockIdx.x > 0 || threadIdx.x > 31) return;
    const int lane = threadIdx.x;
    __shared__ double s[4];
    if (lane < 4) s[lane] = lane;
    __syncthreads();
    const bool odd = lane % 2 == 1;
    int even_sum = 0, odd_sum = 0;
    (odd ? odd_sum : even_sum) += lane + 5; // each lane changes one of its two
    int& mine = odd ? odd_sum : even_sum;
    int& other = odd ? even_sum : odd_sum;
    mine += 10;
    add(odd ? even_sum : odd_sum, 20);
    if (lane == 0) {
        y[0] = even_sum;
        y[1] = other;
    }
    ++(lane == 1 ? even_sum : odd_sum);
    if (lane == 2) y[2] = odd_sum - 8;
    if (lane == 0) {
        (in[0] >= 0 ? s[1] : s[2]) += 5; // elements of an array
        y[3] = s[1];
        double& chosen = in[0] < 0 ? y[5] : y[4];
        chosen = 7;
        Pair p = {1, 2}, q = {30, 4};
        (in[0] < 0 ? p : q).a += 1;
        y[5] = q.a;
        y[6] = (in[0] < 0 ? p : q).b;
        int i = 1;
        int list[4] = {1, 2, 3, 4};
        int& element = list[i];
        i = 3; // the reference stays where it is
        element = 9;
        y[7] = list[1];
        const double& value = in[0] < 0 ? 1.5 : 2.5; // a reference to const may stand for a value
        y[8] = value;
        y[9] = list[i];
        int* const pointer = &(in[0] < 0 ? even_sum : odd_sum);
        *pointer = 8;
        y[10] = odd_sum;
        int first = 5, second = 5;
        (i == 3 ? first : second) = 6;
        y[11] = second;
    }
}

void run(int rows, const int* in, double* y, int block) { k<<<1, 32>>>(rows, in, y); }
