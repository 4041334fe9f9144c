// title: Partitions in two sweeps, with pivoting
// summary: Two threads reduce 64 rows to two equations, from both ends. These are solved, and a second sweep computes the rest. With pivoting, so it solves systems that Thomas, CR and PCR cannot.
// source: Klein & Strzodka 2021; reference
// scratch: links_0 T[10 * ((n + 1023) / 1024)]
// scratch: links_1 T[10 * ((n + 262143) / 262144)]
// scratch: links_2 T[10 * ((n + 67108863) / 67108864)]
// scratch: bridges_0 T[176 * ((n + 1023) / 1024)]
// scratch: bridges_1 T[2816 * ((n + 262143) / 262144)]
// scratch: bridges_2 T[2816 * ((n + 67108863) / 67108864)]
// scratch: seams_0 T[2 * ((n + 1023) / 1024 + 1)]
// scratch: seams_1 T[2 * ((n + 262143) / 262144 + 1)]
// early: reduce merge solve_links solve_and_spread spread_seams substitute
// carve-out: reduce 72
// carve-out: merge 72
// carve-out: solve_links 72
// carve-out: solve_and_spread 72
// carve-out: spread_seams 72
// carve-out: substitute 72

#include "../headers/early_start.cuh"
#include "../headers/partition_elimination.cuh"
#include "../headers/partition_links.cuh"
#include "../headers/partition_tile.cuh"

// The system is divided into partitions with two threads each: one starts at the first row, the other at the last row,
// and they meet in the middle. The first sweep eliminates the inner unknowns of every partition with pivoting. It keeps
// a *link*: two equations that couple the unknowns at both ends. Links are merged, first the 16 links of a warp and
// then those of all warps in small launches, until one is left. From it, the unknowns at all partition boundaries are
// computed. The second sweep eliminates the rows again, which is cheaper than storing the results of the first one, and
// computes all unknowns from the middle outward. In double, reading the system twice and writing x takes 72 bytes per
// unknown; the stored boundary equations add 2.75 bytes.
//
// Memory reads dominate the time, so the threads of a warp load rows together into shared memory, with many copies in
// flight. The second sweep runs from the last partition to the first, because the cache still holds the most recent
// reads of the first sweep. Launches start before the previous one ends, so the second sweep reads its first rows while
// the links are being solved. Copies in flight occupy L1, so the carve-out directives above limit shared memory. With
// the maximum, more warps are resident on an H200, but fewer reads are in flight.

inline constexpr int warp_rows = halves_a_warp * half_rows;
inline constexpr int links_a_block = 256;
inline constexpr int links_places = numbers_of_bridge * (links_a_block + (links_a_block - 1) / 16);
inline constexpr int warp_bridges = numbers_of_bridge * partitions_a_warp;
inline constexpr int block_bridges = numbers_of_bridge * links_a_block;
inline constexpr int no_row = 2147483647; // initial value of zero_pivot, which means that no pivot was 0

/// Return an equation in the middle of a partition for the thread that started at the first or at the last row.
template <typename T> __device__ SeamRow<T, Ends<T>> own(const FrontRow<T, Spikes<T>>& e) {
    return SeamRow<T, Ends<T>>{e.u, e.v, {e.rest.p, e.rest.q, T(0), T(0), e.rest.g}};
}
template <typename T> __device__ SeamRow<T, Ends<T>> mirrored(const FrontRow<T, Spikes<T>>& e) {
    return SeamRow<T, Ends<T>>{e.v, e.u, {T(0), T(0), e.rest.q, e.rest.p, e.rest.g}};
}
template <typename T> __device__ SeamRow<T, Known<T>> own(const FrontRow<T, Known<T>>& e) {
    return SeamRow<T, Known<T>>{e.u, e.v, e.rest};
}
template <typename T> __device__ SeamRow<T, Known<T>> mirrored(const FrontRow<T, Known<T>>& e) {
    return SeamRow<T, Known<T>>{e.v, e.u, e.rest};
}

template <typename T> __device__ T of_next_lane(T v) { return __shfl_down_sync(0xffffffff, v, 1); }
template <typename T> __device__ FrontRow<T, Spikes<T>> row_of_next_lane(const FrontRow<T, Spikes<T>>& row) {
    const T u = of_next_lane(row.u), v = of_next_lane(row.v);
    return FrontRow<T, Spikes<T>>{
        u, v, T(0), {of_next_lane(row.rest.p), of_next_lane(row.rest.q), of_next_lane(row.rest.g)}};
}
template <typename T> __device__ FrontRow<T, Known<T>> row_of_next_lane(const FrontRow<T, Known<T>>& row) {
    const T u = of_next_lane(row.u), v = of_next_lane(row.v);
    return FrontRow<T, Known<T>>{u, v, T(0), {of_next_lane(row.rest.g)}};
}

/// Converts a row number, as counted by the thread of a half, to the row number in the system.
__device__ int row_number(long long half, int row) {
    const long long partition = half / 2 * 2 * half_rows;
    return partition + (half % 2 == 1 ? 2 * half_rows - 1 - row : row);
}

/// Eliminates the unknown before `row`. Sets `zero` to that unknown if its pivot was 0.
template <typename T>
__device__ void take_row(const T* tile, int slot, int row, Front<T, Spikes<T>>& front, int& zero) {
    const Equation<T> e = equation(tile, slot);
    bool is_zero = false;
    eliminate(front, FrontRow<T, Spikes<T>>{e.a, e.b, e.c, {T(0), T(0), e.d}}, is_zero);
    if (is_zero) zero = row - 1;
}

/// First sweep: reduces the rows of each warp to two equations (a link), and stores equations for the second sweep.
template <typename T>
__global__ void __maxnreg__(128) reduce(SystemRows<T> s, int warps, T* links, T* bridges, int* zero_pivot) {
    __shared__ T memory[tile_size];
    cudaGridDependencySynchronize();
    cudaTriggerProgrammaticLaunchCompletion();
    const long long first = (long long)blockIdx.x * halves_a_warp;
    const int lane = threadIdx.x % 32, mine = slot_of(lane, 0);
    Front<T, Spikes<T>> front = {};
    int zero = no_row; // unknown with a zero pivot, in the thread's own numbering
    for (int begin = 0; begin < half_rows; begin += tile_rows) {
        read_rows(s, memory, first, begin);
        wait_for_copies();
        __syncthreads();
        int r = 0;
        if (begin == 0) {
            const Equation<T> one = equation(memory, mine), next = equation(memory, mine + 1);
            front.first = {one.c, T(0), T(0), {one.a, one.b, one.d}};
            front.second = {next.b, next.c, T(0), {T(0), next.a, next.d}};
            r = 2;
        }
        for (; r < tile_rows; r += 2) { // two rows at a time, to halve the number of instructions
            take_row(memory, mine + r, begin + r, front, zero);
            take_row(memory, mine + r + 1, begin + r + 1, front, zero);
        }
        __syncthreads();
    }

    const Front<T, Spikes<T>> other = {row_of_next_lane(front.first), row_of_next_lane(front.second)};
    const Places<T, partitions_a_warp> places = {memory};
    if (lane % 2 == 0) {
        SeamRow<T, Ends<T>> row[4] = {own(front.second), mirrored(other.second), own(front.first),
                                      mirrored(other.first)};
        const int met = eliminate_seam(row);
        if (met != no_zero && zero == no_row) zero = met == zero_left ? half_rows - 1 : half_rows;
        places.set_link(lane / 2, Link<T>{row[2].rest.scaled(), row[3].rest.scaled()});
    }
    const bool is_found = __ballot_sync(0xffffffff, zero != no_row) != 0; // after a zero pivot, the links are invalid
    __syncthreads();
    const long long zero_at_seam = places.merge_all(partitions_a_warp, 2 * half_rows);
    if (zero != no_row) atomicMin(zero_pivot, row_number(first + lane, zero));
    else if (zero_at_seam >= 0 && !is_found) atomicMin(zero_pivot, (int)(first * half_rows + zero_at_seam));

    const long long begin = (long long)blockIdx.x * warp_bridges;
    for (int k = lane; k < warp_bridges; k += 32) bridges[begin + k] = memory[k];
    if (lane < numbers_of_link) links[lane * (long long)warps + blockIdx.x] = memory[lane * partitions_a_warp];
}

/// The links (reduced partitions) of a block, one per thread. The last block can have fewer.
struct BlockOfLinks {
    long long first;
    int links;
};
__device__ BlockOfLinks links_of_block(int count) {
    const long long first = (long long)blockIdx.x * links_a_block, left = count - first;
    return BlockOfLinks{first, left < links_a_block ? (int)left : links_a_block};
}

/// Reads the equations of the unknowns at this thread's cut. `count` is the number of links in the level.
template <typename T> __device__ Bridge<T> bridge_of_thread(const T* bridges, int count) {
    const int k = threadIdx.x;
    Bridge<T> bridge = {};
    if (k > 0 && k < links_of_block(count).links)
        bridge = read_bridge(bridges, (long long)blockIdx.x * block_bridges + k, links_a_block);
    return bridge;
}

/// Waits for the previous launch, reads the links of this block, and merges them; the level has `count` links in all.
/// Before that, runs once on dummy data (early_start.cuh). Links are invalid after a zero pivot in an earlier launch.
///
/// If `also_bridge` is set, also reads one of the `bridge_count` bridges of the level below into `bridge`.
template <bool also_bridge, typename T>
__device__ void merge_block(const T* links, int count, const Places<T, links_a_block>& places, BlockOfLinks block,
                            int rows_a_link, int* zero_pivot, const T* bridges, int bridge_count, Bridge<T>& bridge) {
    long long zero = -1;
    const int k = threadIdx.x;
#pragma unroll 1
    for (int turn = -rehearsals(); turn <= 0; ++turn) {
        Link<T> link = {};
        if (turn == 0) {
            cudaGridDependencySynchronize();
            cudaTriggerProgrammaticLaunchCompletion();
            if constexpr (also_bridge) bridge = bridge_of_thread(bridges, bridge_count);
            if (k < block.links) link = read_link(links, block.first + k, count);
        }
        if (k < block.links) places.set_link(k, link);
        __syncthreads();
        zero = places.merge_all(turn == 0 ? block.links : 2, rows_a_link);
    }
    if (zero >= 0 && zero_pivot[0] == no_row) atomicMin(zero_pivot, (int)(block.first * rows_a_link + zero));
}

/// Merges each block of 256 links (reduced partitions) into one.
template <typename T>
__global__ void __maxnreg__(128)
    merge(int count, const T* links, int merged_count, T* merged_links, T* bridges, int rows_a_link, int* zero_pivot) {
    __shared__ T memory[links_places];
    const Places<T, links_a_block> places = {memory};
    const BlockOfLinks block = links_of_block(count);
    Bridge<T> none = {};
    merge_block<false>(links, count, places, block, rows_a_link, zero_pivot, bridges, 0, none);
    const int k = threadIdx.x;
    if (k == 0) write_link(merged_links, blockIdx.x, merged_count, places.link(0));
    else if (k < block.links)
        write_bridge(bridges, (long long)blockIdx.x * block_bridges + k, links_a_block, places.bridge(k));
}

/// Computes the unknowns at all cuts between the links of a block. `known` has count + 1 elements.
template <bool also_bridge, typename T>
__device__ void solve_block(const T* links, int count, T* memory, T* known, int rows_a_link, int* zero_pivot,
                            const T* bridges, int bridge_count, Bridge<T>& bridge_below) {
    const Places<T, links_a_block> places = {memory};
    const int k = threadIdx.x;
    merge_block<also_bridge>(links, count, places, BlockOfLinks{0, count}, rows_a_link, zero_pivot, bridges,
                             bridge_count, bridge_below);
    __syncthreads(); // makes a zero pivot found by merge_block visible to all threads
    if (k == 0) {
        bool is_zero = false;
        const Seam<T> ends = outermost(places.link(0), is_zero);
        write_seam(known, 0, Seam<T>{T(0), ends.left});
        write_seam(known, count, Seam<T>{ends.right, T(0)});
        if (is_zero && zero_pivot[0] == no_row) atomicMin(zero_pivot, 0);
    }
    __syncthreads();
    Bridge<T> bridge = {};
    if (k > 0 && k < count) bridge = places.bridge(k);
    cross_bridges<links_a_block>(count, bridge, known);
}

/// Computes the unknowns at the cuts of this block from the unknowns at its two ends. The level has `count` links.
template <typename T>
__device__ void spread(const Bridge<T>& bridge, int count, const Seam<T>& start, const Seam<T>& end, T* known,
                       T* seams) {
    const BlockOfLinks block = links_of_block(count);
    const int k = threadIdx.x;
    if (k == 0) {
        write_seam(known, 0, start);
        write_seam(known, block.links, end);
    }
    __syncthreads();
    cross_bridges<links_a_block>(block.links, bridge, known);
    if (k < block.links) write_seam(seams, block.first + k, read_seam(known, k));
    if (k == 0 && block.first + block.links == count) write_seam(seams, count, end);
}

/// Merges up to 256 links into one, and computes the unknowns at both ends and at all cuts.
template <typename T>
__global__ void __maxnreg__(128) solve_links(int count, const T* links, T* seams, int rows_a_link, int* zero_pivot) {
    __shared__ T memory[links_places];
    __shared__ T known[2 * (links_a_block + 1)];
    Bridge<T> none = {};
    solve_block<false>(links, count, memory, known, rows_a_link, zero_pivot, links, 0, none);
    for (int k = threadIdx.x; k <= count; k += links_a_block) write_seam(seams, k, read_seam(known, k));
}

/// Like solve_links, but also computes the seams of the level below, which has `count_below` links. Each block solves
/// the links of the upper level redundantly, which is faster than another launch, and then computes its own seams.
template <typename T>
__global__ void __maxnreg__(128) solve_and_spread(int count, const T* links, int count_below, const T* bridges,
                                                  T* seams, int rows_a_link, int* zero_pivot) {
    __shared__ T memory[links_places];
    __shared__ T above[2 * (links_a_block + 1)];
    __shared__ T known[2 * (links_a_block + 1)];
    Bridge<T> bridge = {};
    solve_block<true>(links, count, memory, above, rows_a_link, zero_pivot, bridges, count_below, bridge);
    spread(bridge, count_below, read_seam(above, blockIdx.x), read_seam(above, blockIdx.x + 1), known, seams);
}

/// Computes the unknowns at the cuts between the 256 links merged by `merge`.
template <typename T>
__global__ void __maxnreg__(128) spread_seams(int count, const T* bridges, const T* above, T* seams) {
    __shared__ T known[2 * (links_a_block + 1)];
    cudaGridDependencySynchronize();
    cudaTriggerProgrammaticLaunchCompletion();
    const Bridge<T> bridge = bridge_of_thread(bridges, count);
    spread(bridge, count, read_seam(above, blockIdx.x), read_seam(above, blockIdx.x + 1), known, seams);
}

/// An unknown in terms of the next two: x_i = g - v x_{i+1} - w x_{i+2}.
template <typename T> struct ByNext { T g, v, w; };

/// Eliminates the unknown before the row at `slot`, and returns its equation.
template <typename T> __device__ ByNext<T> unknown_before(const T* tile, int slot, Front<T, Known<T>>& front) {
    const Equation<T> e = equation(tile, slot);
    bool is_zero = false;
    const FrontRow<T, Known<T>> pivot = eliminate(front, FrontRow<T, Known<T>>{e.a, e.b, e.c, {e.d}}, is_zero);
    return ByNext<T>{pivot.rest.g * pivot.u, pivot.v * pivot.u, pivot.w * pivot.u};
}
/// Stores an equation in the slot of a row that is no longer needed.
template <typename T> __device__ void put(T* tile, int slot, const ByNext<T>& e) {
    tile[slot] = e.g;
    tile[slot + plane] = e.v;
    tile[slot + 2 * plane] = e.w;
}
/// Computes the next unknown from the middle of the partition to its end.
template <typename T> __device__ T step_out(const ByNext<T>& e, T& next_x, T& after_next) {
    const T here = e.g - e.w * after_next - e.v * next_x;
    after_next = next_x;
    next_x = here;
    return here;
}

/// Second sweep: computes the unknowns inside each partition from the unknowns at its ends.
template <typename T>
__global__ void __maxnreg__(168) substitute(SystemRows<T> s, int warps, const T* bridges, const T* seams, T* x) {
    constexpr int kept = half_rows - tile_rows; // number of rows that stay in registers after they have left the tile
    __shared__ T memory[tile_size];
    __shared__ T known[2 * (partitions_a_warp + 1)];
    const int lane = threadIdx.x % 32, mine = slot_of(lane, 0);
    const long long warp = warps - 1 - (int)blockIdx.x, first = warp * halves_a_warp;
    read_rows(s, memory, first, 0);
    cudaGridDependencySynchronize();
    const Bridge<T> bridge = read_bridge(bridges, warp * warp_bridges + lane % partitions_a_warp, partitions_a_warp);
    if (lane < 2) write_seam(known, lane * partitions_a_warp, read_seam(seams, warp + lane));
    __syncthreads();
    cross_bridges<partitions_a_warp>(partitions_a_warp, bridge, known);
    const bool is_end = lane % 2 == 1;
    const Seam<T> ends = read_seam(known, (lane + 1) / 2);
    const T beyond = is_end ? ends.right : ends.left, at_end = is_end ? ends.left : ends.right;

    wait_for_copies();
    __syncthreads();
    const Equation<T> one = equation(memory, mine), next = equation(memory, mine + 1);
    Front<T, Known<T>> front = {{one.c, T(0), T(0), {one.d - one.a * beyond - one.b * at_end}},
                                {next.b, next.c, T(0), {next.d - next.a * at_end}}};
    ByNext<T> earlier[kept];
#pragma unroll // unroll fully, so that register indices are constants
    for (int i = 2; i <= kept; ++i) {
        if (i % tile_rows == 0) {
            __syncthreads();
            read_rows(s, memory, first, i);
            wait_for_copies();
            __syncthreads();
        }
        earlier[i - 1] = unknown_before(memory, mine + i % tile_rows, front);
    }
    put(memory, mine, unknown_before(memory, mine + 1, front));
    for (int r = 2; r < tile_rows; r += 2) {
        put(memory, mine + r - 1, unknown_before(memory, mine + r, front));
        put(memory, mine + r, unknown_before(memory, mine + r + 1, front));
    }

    const Front<T, Known<T>> other = {row_of_next_lane(front.first), row_of_next_lane(front.second)};
    SeamRow<T, Known<T>> row[4] = {own(front.second), mirrored(other.second), own(front.first), mirrored(other.first)};
    eliminate_seam(row);
    const Seam<T> middle = seam_of(row[0], row[1]); // the odd lane receives the middle unknowns from the even lane
    const T left = __shfl_sync(0xffffffff, middle.left, lane / 2 * 2);
    const T right = __shfl_sync(0xffffffff, middle.right, lane / 2 * 2);
    T next_x = is_end ? right : left, after_next = is_end ? left : right;
    // The unknown of row kept + r replaces v, and that of row r replaces g. Each batch has its own plane.
    constexpr int last_plane = kept / tile_rows * plane;
    memory[mine + tile_rows - 1 + last_plane] = next_x;
    for (int r = tile_rows - 2; r >= 0; --r) {
        const int slot = mine + r;
        const ByNext<T> e = {memory[slot], memory[slot + plane], memory[slot + 2 * plane]};
        memory[slot + last_plane] = step_out(e, next_x, after_next);
    }
#pragma unroll
    for (int i = kept - 1; i > 0; --i)
        memory[mine + i % tile_rows + i / tile_rows * plane] = step_out(earlier[i], next_x, after_next);
    memory[mine] = at_end;
    __syncthreads();
    write_unknowns(s.n, memory, first, x);
}

template <typename T>
void run(int n, const T* a, const T* b, const T* c, const T* d, T* x, int* zero_pivot, T* links_0, T* links_1,
         T* links_2, T* bridges_0, T* bridges_1, T* bridges_2, T* seams_0, T* seams_1) {
    const SystemRows<T> s = {n, a, b, c, d};
    // Number of links of warps, of 256 warps, and of 256 * 256 warps. No system has more levels.
    const int warps = (n - 1) / warp_rows + 1;
    const int count_1 = (warps - 1) / links_a_block + 1, count_2 = (count_1 - 1) / links_a_block + 1;
    constexpr int rows_1 = warp_rows * links_a_block, rows_2 = rows_1 * links_a_block;

    reduce<<<warps, halves_a_warp>>>(s, warps, links_0, bridges_0, zero_pivot);
    if (count_1 == 1) {
        solve_links<<<1, links_a_block>>>(warps, links_0, seams_0, warp_rows, zero_pivot);
    } else {
        merge<<<count_1, links_a_block>>>(warps, links_0, count_1, links_1, bridges_1, warp_rows, zero_pivot);
        if (count_2 == 1) {
            solve_and_spread<<<count_1, links_a_block>>>(count_1, links_1, warps, bridges_1, seams_0, rows_1,
                                                         zero_pivot);
        } else {
            merge<<<count_2, links_a_block>>>(count_1, links_1, count_2, links_2, bridges_2, rows_1, zero_pivot);
            solve_and_spread<<<count_2, links_a_block>>>(count_2, links_2, count_1, bridges_2, seams_1, rows_2,
                                                         zero_pivot);
            spread_seams<<<count_1, links_a_block>>>(warps, bridges_1, seams_1, seams_0);
        }
    }
    substitute<<<warps, halves_a_warp>>>(s, warps, bridges_0, seams_0, x);
}
