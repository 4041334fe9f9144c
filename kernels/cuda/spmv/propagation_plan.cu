#include "kernels/cuda/spmv/propagation_plan.h"

#include "engine/cuda/cuda_errors.h"
#include "kernels/cuda/spmv/row_of_entry.h"

#include <algorithm>

namespace warploom::kernels {

namespace {

constexpr int block_size = 1024;

/// What the threads before this one have, for all threads of a block; `all` becomes the sum.
__device__ int sum_before(int mine, int& all) {
    __shared__ int of_warps[block_size / 32];
    const int lane = static_cast<int>(threadIdx.x) % 32, warp = static_cast<int>(threadIdx.x) / 32;
    int up_to_me = mine;
    for (int distance = 1; distance < 32; distance *= 2) {
        const int left = __shfl_up_sync(0xffffffffu, up_to_me, distance);
        if (lane >= distance) up_to_me += left;
    }
    __syncthreads(); // an earlier call has been read
    if (lane == 31) of_warps[warp] = up_to_me;
    __syncthreads();
    int before = 0;
    all = 0;
    for (int w = 0; w < static_cast<int>(blockDim.x) / 32; ++w) {
        if (w < warp) before += of_warps[w];
        all += of_warps[w];
    }
    return before + up_to_me - mine;
}

/// Each of n counts becomes the sum of those before it, and counts[n] the sum of all. One block.
__global__ void __launch_bounds__(block_size) add_up_counts(int* counts, std::int64_t n) {
    const std::int64_t share = (n + block_size - 1) / block_size;
    const std::int64_t first = min(n, threadIdx.x * share), last = min(n, first + share);
    int mine = 0, all = 0;
    for (std::int64_t i = first; i < last; ++i) mine += counts[i];
    int before = sum_before(mine, all);
    for (std::int64_t i = first; i < last; ++i) {
        const int count = counts[i];
        counts[i] = before;
        before += count;
    }
    if (threadIdx.x == 0) counts[n] = all;
}

/// Calls found(row, which of the entries) for each of `items` entries from `first` on that ends its row.
template <class Found>
__device__ void each_end(const int* row_pointer, const EntriesSize& a, std::int64_t first, int items, Found found) {
    if (first >= a.nonzeros) return;
    int row = row_of_entry(row_pointer, a.rows, first), end = row_pointer[row + 1];
    while (end <= first + items) {
        found(row, static_cast<int>(end - 1 - first));
        if (end == a.nonzeros) return;
        row = row_pointer[row + 2] > end ? row + 1 : row_of_entry(row_pointer, a.rows, end); // beyond the empty ones
        end = row_pointer[row + 1];
    }
}

/// A block of `consumers` threads for each tile. first_end becomes the number of ends in each tile.
__global__ void mark_ends(const int* row_pointer, EntriesSize a, int items, unsigned* ends, int* first_end) {
    const std::int64_t thread = static_cast<std::int64_t>(blockIdx.x) * blockDim.x + threadIdx.x;
    unsigned bits = 0;
    each_end(row_pointer, a, thread * items, items, [&](int, int which) { bits |= 1u << which; });
    int all = 0;
    const int before = sum_before(__popc(bits), all);
    ends[thread] = bits | static_cast<unsigned>(before) << 16;
    if (threadIdx.x == 0) first_end[blockIdx.x] = all;
}

/// The same blocks, when first_end has been added up.
__global__ void list_ends(const int* row_pointer, EntriesSize a, int items, const unsigned* ends, const int* first_end,
                          int* end_row) {
    const std::int64_t thread = static_cast<std::int64_t>(blockIdx.x) * blockDim.x + threadIdx.x;
    int next = first_end[blockIdx.x] + static_cast<int>(ends[thread] >> 16);
    each_end(row_pointer, a, thread * items, items, [&](int row, int) { end_row[next++] = row; });
    if (blockIdx.x == 0 && threadIdx.x == 0) end_row[first_end[gridDim.x]] = a.rows;
}

struct Cut {
    const int* column;
    int nonzeros, tile_entries, owners;
};

/// counts[i] += 1 for each entry of this block's tile, i its owner. Every thread of the block; `counted` sees the entry,
/// its column and how many of its owner were counted before it.
template <class Counted> __device__ void count_owners(const Cut& cut, int* counts, Counted counted) {
    for (int i = static_cast<int>(threadIdx.x); i < cut.owners; i += block_size) counts[i] = 0;
    __syncthreads();
    const std::int64_t first = static_cast<std::int64_t>(blockIdx.x) * cut.tile_entries;
    const int entries = static_cast<int>(min(static_cast<std::int64_t>(cut.tile_entries), cut.nonzeros - first));
    for (int k = static_cast<int>(threadIdx.x); k < entries; k += block_size) {
        const PropagationColumn at(cut.column[first + k], cut.owners);
        counted(k, at, atomicAdd(counts + at.owner, 1));
    }
    __syncthreads();
}

/// What the owner with this thread's number brings, in fours; of those that there are.
__device__ int fours_of(const Cut& cut, const int* counts) {
    return static_cast<int>(threadIdx.x) < cut.owners ? (counts[threadIdx.x] + 3) / 4 : 0;
}

/// A block for each tile: how many fours each owner brings, and all together.
__global__ void __launch_bounds__(block_size) count_fours(Cut cut, int* of_owner, int* fours) {
    __shared__ int counts[block_size];
    count_owners(cut, counts, [](int, const PropagationColumn&, int) {});
    int all = 0;
    const int mine = fours_of(cut, counts);
    sum_before(mine, all);
    if (static_cast<int>(threadIdx.x) < cut.owners)
        of_owner[static_cast<std::int64_t>(blockIdx.x) * cut.owners + threadIdx.x] = mine;
    if (threadIdx.x == 0) fours[blockIdx.x] = all;
}

/// A thread for each step and owner: of_owner becomes what the owner brings to the tiles of the step before this one, and
/// of_step what it brings to all of them.
__global__ void add_up_steps(int tiles, int steps, int owners, int* of_owner, int* of_step) {
    const std::int64_t thread = static_cast<std::int64_t>(blockIdx.x) * blockDim.x + threadIdx.x;
    const std::int64_t step = thread / owners, owner = thread % owners;
    if (step >= steps) return;
    int before = 0;
    for (std::int64_t tile = step * owners; tile < min((step + 1) * owners, static_cast<std::int64_t>(tiles)); ++tile) {
        const int count = of_owner[tile * owners + owner];
        of_owner[tile * owners + owner] = before;
        before += count;
    }
    of_step[thread] = before;
}

/// A block for each tile. Which entry of a tile and owner comes first is left to chance: it decides where x travels, and
/// not where it is used.
__global__ void __launch_bounds__(block_size)
    fill_fours(Cut cut, int most_fours, const int* of_owner, const int* first_four, unsigned short* local, int* to,
               unsigned short* place) {
    __shared__ int counts[block_size], begins[block_size];
    count_owners(cut, counts, [](int, const PropagationColumn&, int) {});
    int all = 0;
    const int own_count = static_cast<int>(threadIdx.x) < cut.owners ? counts[threadIdx.x] : 0;
    begins[threadIdx.x] = sum_before(fours_of(cut, counts), all);
    const std::int64_t tile = blockIdx.x, step = tile / cut.owners;
    const auto put = [&](int owner, int nth, int place_in_slice, int entry) {
        const std::int64_t from = first_four[step * cut.owners + owner] + of_owner[tile * cut.owners + owner] + nth / 4;
        const std::int64_t at = begins[owner] + nth / 4;
        local[from * 4 + nth % 4] = static_cast<unsigned short>(place_in_slice);
        place[(tile * most_fours + at) * 4 + nth % 4] = static_cast<unsigned short>(entry);
        if (nth % 4 == 0) to[from] = static_cast<int>(tile % cut.owners * most_fours + at);
    };
    __syncthreads(); // counts have been read
    count_owners(cut, counts,
                 [&](int k, const PropagationColumn& column, int nth) { put(column.owner, nth, column.local, k); });
    for (int nth = own_count; nth % 4 != 0; ++nth) put(static_cast<int>(threadIdx.x), nth, 0, cut.tile_entries);
}

unsigned blocks_of(std::int64_t threads) { return static_cast<unsigned>((threads + block_size - 1) / block_size); }

} // namespace

PropagationArrays::PropagationArrays(const cuda::Device& device, const int* row_pointer, const int* column,
                                     const EntriesSize& a, int items, int consumers, int owners) {
    const int tile_entries = items * consumers;
    const std::int64_t tiles = (a.nonzeros + static_cast<std::int64_t>(tile_entries) - 1) / tile_entries;
    plan_.owners = owners;
    plan_.tiles = static_cast<int>(tiles);
    plan_.steps = static_cast<int>((tiles + owners - 1) / owners);
    plan_.slice = ((a.cols + 3) / 4 + owners - 1) / owners * 4;
    plan_.most_fours = (tile_entries + 3) / 4 + owners;
    if (tiles == 0) return;
    const auto grid = static_cast<unsigned>(tiles);
    const cudaStream_t stream = device.stream();
    const auto last_of = [&](const cuda::Buffer<int>& counts) {
        int last = 0;
        WARPLOOM_CUDA_CHECK(
            cudaMemcpyAsync(&last, counts.data() + counts.size() - 1, sizeof last, cudaMemcpyDeviceToHost, stream));
        device.finish();
        return last;
    };

    ends_ = cuda::Buffer<unsigned>(tiles * consumers, "Where rows end");
    first_end_ = cuda::Buffer<int>(tiles + 1, "Where rows end");
    mark_ends<<<grid, consumers, 0, stream>>>(row_pointer, a, items, ends_.data(), first_end_.data());
    add_up_counts<<<1, block_size, 0, stream>>>(first_end_.data(), tiles);
    const int rows_with_entries = last_of(first_end_);
    end_row_ = cuda::Buffer<int>(rows_with_entries + std::int64_t{1}, "Where rows end");
    list_ends<<<grid, consumers, 0, stream>>>(row_pointer, a, items, ends_.data(), first_end_.data(), end_row_.data());

    const Cut cut{column, a.nonzeros, tile_entries, owners};
    const std::int64_t bundles = static_cast<std::int64_t>(plan_.steps) * owners;
    cuda::Buffer<int> of_owner(tiles * owners, "The counts of a plan");
    fours_ = cuda::Buffer<int>(tiles, "A plan");
    first_four_ = cuda::Buffer<int>(bundles + 1, "A plan");
    count_fours<<<grid, block_size, 0, stream>>>(cut, of_owner.data(), fours_.data());
    add_up_steps<<<blocks_of(bundles), block_size, 0, stream>>>(plan_.tiles, plan_.steps, owners, of_owner.data(),
                                                                first_four_.data());
    add_up_counts<<<1, block_size, 0, stream>>>(first_four_.data(), bundles);
    const std::int64_t all_fours = last_of(first_four_);
    local_ = cuda::Buffer<unsigned short>(all_fours * 4, "A plan");
    to_ = cuda::Buffer<int>(all_fours, "A plan");
    place_ = cuda::Buffer<unsigned short>(tiles * plan_.most_fours * 4, "A plan");
    fill_fours<<<grid, block_size, 0, stream>>>(cut, plan_.most_fours, of_owner.data(), first_four_.data(),
                                                local_.data(), to_.data(), place_.data());
    WARPLOOM_CUDA_CHECK(cudaGetLastError());
    device.finish(); // of_owner goes

    plan_.first_four = first_four_.data();
    plan_.local = local_.data();
    plan_.to = to_.data();
    plan_.fours = fours_.data();
    plan_.place = place_.data();
    plan_.ends = ends_.data();
    plan_.first_end = first_end_.data();
    plan_.end_row = end_row_.data();
    plan_.has_empty_rows = rows_with_entries < a.rows;
}

} // namespace warploom::kernels
