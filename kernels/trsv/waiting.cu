// title: One thread per row, waiting for values
// summary: One launch with one thread per row, in the order of levels. A thread waits only for the values on which its row depends.
// source: reference; after Liu et al. 2016 and Anderson & Saad 1989
// format: csr
// plan: level-places
// scratch: place_value T[place_entries]
// scratch: diagonal T[places]
// scratch: solved T[places]
// early: solve solve_few_blocks
// carve-out: solve_few_blocks 44

#include "../headers/number_is_there.cuh"
#include "../headers/warp_sum.cuh"

// L x = b in one launch. Rows are assigned to places (thread indices) in level order, so that a row comes after all
// rows that it depends on. A thread waits for the values that its row needs. There is no deadlock: blocks start in
// order, so the block that computes a required value is already running.
//
// A value indicates its own availability (number_is_there.cuh). A level thus costs the latency of one value through the
// L2 cache, without a separate flag, fence or barrier, and without a launch per level. Entries are divided by the
// diagonal of their row in advance, so after the last value arrives, one multiply-subtract completes the row.
//
// Each level starts with a new warp, because lanes that wait for a lane of their own warp would never make progress. In
// narrow levels, most lanes would be idle, so a warp processes one row, and its lanes divide the entries.
//
// Waiting threads poll the L2 cache and slow down threads that already have their values. Therefore, blocks request
// `held_bytes` of unused shared memory, which keeps most blocks from starting before they are needed: four blocks run
// on each multiprocessor of an H100. If levels have few rows, two blocks are faster, so `solve_few_blocks` requests a
// smaller shared memory carve-out.
constexpr int epoch = 2048; // number of places processed between two barriers in solve_in_block
constexpr int most_threads = 512;

/// Returns `given` minus the sum of value * solved over the entries begin, begin + step, ... before end. Loads four
/// values at a time, because each load is a round trip to the cache.
template <typename T>
__device__ T less_needed(T given, int begin, int end, int step, const int* needed, const T* value,
                         const volatile T* solved) {
    for (int k = begin; k < end; k += 4 * step) {
        int place[4];
        T known[4], factor[4];
        for (int e = 0; e < 4; ++e) {
            const int entry = k + e * step < end ? k + e * step : k; // past the end, load the first entry again
            place[e] = needed[entry];
            factor[e] = value[entry];
        }
        bool waits;
        do {
            waits = false;
            for (int e = 0; e < 4; ++e) known[e] = solved[place[e]];
            for (int e = 0; e < 4; ++e) waits = waits || !is_there(known[e]);
        } while (waits);
        for (int e = 0; e < 4; ++e)
            if (k + e * step < end) given -= factor[e] * known[e];
    }
    return given;
}

/// Returns the same difference as less_needed(), but reads the values of this and the previous epoch from `near`.
template <typename T>
__device__ T less_needed_near(T given, int begin, int end, int step, int oldest, const int* needed, const T* value,
                              const volatile T* near, const volatile T* solved) {
    for (int k = begin; k < end; k += step) {
        const int place = needed[k];
        const T factor = value[k];
        T known;
        if (place < oldest) {
            known = solved[place];
        } else {
            do known = near[place % (2 * epoch)];
            while (!is_there(known));
        }
        given -= factor * known;
    }
    return given;
}

/// Maximum number of entries in a row that the first lane computes alone, because a warp-wide reduction would take
/// longer.
constexpr int few = 8;

/// Marks all values as unavailable before the solve. Each thread clears four values, because fewer blocks start sooner.
constexpr int clear_threads = 256, cleared_by_block = 4 * clear_threads;

template <typename T> __global__ void clear(int places, T* solved) {
    const long long first = (long long)blockIdx.x * cleared_by_block + threadIdx.x;
    for (long long place = first; place < first + cleared_by_block; place += clear_threads)
        if (place < places) solved[place] = absent<T>();
}

template <int lanes, typename T>
__device__ void solve_place(int places, const int* place_row, const int* place_first, const int* needed, const T* value,
                            const T* diagonal, const T* b, volatile T* solved, T* x) {
    const long long place = ((long long)blockIdx.x * blockDim.x + threadIdx.x) / lanes;
    const int lane = threadIdx.x % 32;
    const int row = place < places ? place_row[place] : -1;
    if (row < 0) return; // all lanes return together if they share a row
    const int begin = place_first[place], end = place_first[place + 1];
    const bool is_shared_out = lanes > 1 && end - begin > few;
    const bool is_first = lane % lanes == 0;
    T result = is_first ? b[row] / diagonal[place] : T(0);
    cudaGridDependencySynchronize(); // wait for clear()
    if (is_shared_out || is_first)
        result = less_needed(result, begin + (is_shared_out ? lane : 0), end, is_shared_out ? lanes : 1, needed, value,
                             solved);
    if (is_shared_out) result = warp_sum(result);
    if (is_first) {
        solved[place] = told(result);
        x[row] = result;
    }
}

template <int lanes, typename T>
__global__ void solve(int places, const int* place_row, const int* place_first, const int* needed, const T* value,
                      const T* diagonal, const T* b, volatile T* solved, T* x) {
    solve_place<lanes>(places, place_row, place_first, needed, value, diagonal, b, solved, x);
}
template <int lanes, typename T>
__global__ void solve_few_blocks(int places, const int* place_row, const int* place_first, const int* needed,
                                 const T* value, const T* diagonal, const T* b, volatile T* solved, T* x) {
    solve_place<lanes>(places, place_row, place_first, needed, value, diagonal, b, solved, x);
}

// Solves with a single block if levels are so narrow that more blocks would have no work. Values of this epoch and of
// the previous one are in shared memory, which has a tenth of the latency of the L2 cache.
template <int lanes, typename T>
__global__ void __launch_bounds__(most_threads)
    solve_in_block(int places, const int* place_row, const int* place_first, const int* needed, const T* value,
                   const T* diagonal, const T* b, volatile T* solved, T* x) {
    __shared__ volatile T near[2 * epoch];
    constexpr int drawn = 32 / lanes;
    const int lane = threadIdx.x % 32, warp = threadIdx.x / 32, warps = blockDim.x / 32;
    for (int first = 0; first < places; first += epoch) {
        // This half of `near` is no longer read, because it holds the epoch before the previous one.
        for (int i = threadIdx.x; i < epoch; i += blockDim.x) near[(first + i) % (2 * epoch)] = absent<T>();
        __syncthreads();
        for (int turn = warp; turn * drawn < epoch; turn += warps) {
            const int place = first + turn * drawn + lane / lanes;
            const int row = place < places ? place_row[place] : -1;
            if (row >= 0) {
                const int begin = place_first[place], end = place_first[place + 1];
                const bool is_shared_out = lanes > 1 && end - begin > few;
                const bool is_first = lane % lanes == 0;
                T result = is_first ? b[row] / diagonal[place] : T(0);
                if (is_shared_out || is_first)
                    result = less_needed_near(result, begin + (is_shared_out ? lane : 0), end,
                                              is_shared_out ? lanes : 1, first - epoch, needed, value, near, solved);
                if (is_shared_out) result = warp_sum(result);
                if (is_first) {
                    near[place % (2 * epoch)] = told(result);
                    solved[place] = told(result);
                    x[row] = result;
                }
            }
            __syncwarp();
        }
        __syncthreads();
    }
}

// Copies the entries in the order of the places, divided by the diagonal of their row, so that one multiply-subtract
// per entry completes a row.
template <typename T>
__global__ void gather(int places, const int* place_row, const int* place_first, const int* source,
                       const int* row_pointer, const T* value, T* place_value, T* diagonal) {
    const int place = blockIdx.x * blockDim.x + threadIdx.x;
    if (place >= places) return;
    const int row = place_row[place];
    const T pivot = row >= 0 ? value[row_pointer[row + 1] - 1] : T(1);
    diagonal[place] = pivot;
    for (int k = place_first[place]; k < place_first[place + 1]; ++k) place_value[k] = value[source[k]] / pivot;
}

template <typename T>
void prepare(int places, const int* place_row, const int* place_first, const int* source, const int* row_pointer,
             const T* value, T* place_value, T* diagonal, int block) {
    gather<<<(places + block - 1) / block, block>>>(places, place_row, place_first, source, row_pointer, value,
                                                    place_value, diagonal);
}

template <typename T>
void run(int places, int place_lanes, int in_block, int held_bytes, int few_blocks, const int* place_row,
         const int* place_first, const int* needed, const T* place_value, const T* diagonal, const T* b, T* solved,
         T* x, int block) {
    if (in_block == 1) {
        if (place_lanes == 1)
            solve_in_block<1>
                <<<1, most_threads>>>(places, place_row, place_first, needed, place_value, diagonal, b, solved, x);
        else
            solve_in_block<32>
                <<<1, most_threads>>>(places, place_row, place_first, needed, place_value, diagonal, b, solved, x);
        return;
    }
    clear<<<(places + cleared_by_block - 1) / cleared_by_block, clear_threads>>>(places, solved);
    const int grid = ((long long)places * place_lanes + block - 1) / block;
    if (place_lanes > 1)
        solve<32>
            <<<grid, block, held_bytes>>>(places, place_row, place_first, needed, place_value, diagonal, b, solved, x);
    else if (few_blocks == 1)
        solve_few_blocks<1>
            <<<grid, block, held_bytes>>>(places, place_row, place_first, needed, place_value, diagonal, b, solved, x);
    else
        solve<1>
            <<<grid, block, held_bytes>>>(places, place_row, place_first, needed, place_value, diagonal, b, solved, x);
}
