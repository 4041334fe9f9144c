// verdict: wrong-result
// The search starts with 0, which is larger than all negative elements.
// problem: maximum

__global__ void find(int n, const int* a, int* largest, int* position) {
    int value = 0, place = 0;
    for (int i = 0; i < n; ++i)
        if (a[i] > value) {
            value = a[i];
            place = i;
        }
    largest[0] = value;
    position[0] = place;
}

void run(int n, const int* a, int* largest, int* position) { find<<<1, 1>>>(n, a, largest, position); }
