#pragma once

#include "kernels/ata/dense_view.h"
#include "kernels/vocabulary/vocabulary.h"

namespace warploom::kernels::WARPLOOM_TARGET {

// A block of 16 x 16 threads computes a square tile of C. It walks down A in slices of 16 rows; of each slice it copies to
// shared memory what the tile needs: the rows of Aᵀ that belong to the tile's rows, and the columns of A that belong to
// its columns. What is there is read from global memory once for the block and used 16 or 48 times.
//
//   registers  a thread computes 3 x 3 results, 16 apart, so that the tile is 48 x 48: six reads from shared memory then
//              serve nine multiplications, where a single result needs two for one
//   prefetch   the next slice is read into registers while this one is being multiplied, so that nobody waits for memory
//   padding    a row of Aᵀ in shared memory has 17 places instead of 16, or as many more as are asked for. Lanes of a warp
//              write (and read) places that are a row apart: 16 doubles apart, all of them lie in the same bank
//   unroll     the loop over the 16 rows of a slice is laid out flat, so that its indices become constants
//   symmetric  blocks below the diagonal leave at once; the others write their mirror too
struct TiledAta {
    static constexpr KernelInfo info{"tiled",
                                     "dense",
                                     "Tiled in shared memory",
                                     "Blocks keep slices of A in shared memory and results in registers; half of the "
                                     "blocks by symmetry. Each step can be switched off.",
                                     "AᵀA report, section 3",
                                     RunsOn::gpu,
                                     false};
    /// Of a block, and the rows of A in a slice. The report prints the first only; the second is our inference: 16 x 16
    /// threads then bring three numbers each of both tiles.
    static constexpr int side = 16;

    /// `each` x `each` results a thread; `prefetch` and `flat` as above; shared memory has place for a padding of `widest`.
    /// `by_columns`: A lies column by column, as the report has it. Neighbouring threads then read down a column, and it is
    /// the rows of `straight` that are written 48 places apart and need the padding.
    template <int each, bool prefetch, bool flat, int widest, bool by_columns> struct Tiles {
        static constexpr bool meets = true;
        static constexpr int registers = each == 1 ? 40 : prefetch ? 80 : 64; // on a real GPU
        static constexpr int tile = side * each;

        /// The block's places in shared memory, and what a thread knows of its own.
        template <class T> struct Slice {
            Shared<T> transposed; ///< tile rows of Aᵀ: [column of A - first_row][row of A], `stride` apart
            Shared<T> straight;   ///< side rows of A: [row of A][column of A - first_column], `width` apart
            int stride, width;
            int x, y;                    ///< this thread in the block
            int first_row, first_column; ///< of the tile in C
        };

        /// What this thread brings of the slice that begins with row k0 of A; 0 beyond the edges.
        template <class T>
        KERNEL_FN static void fetch(const Dense<T>& a, const Slice<T>& s, int k0, T* transposed, T* straight,
                                    CallSite site = {}) {
            CALLED_FROM(site);
            const int k = k0 + (by_columns ? s.x : s.y), column = by_columns ? s.y : s.x;
            const std::int64_t start = by_columns ? k : static_cast<std::int64_t>(k) * a.n;
            const std::int64_t apart = by_columns ? a.m : 1;
            UNROLL(3)
            for (int e = 0; e < each; ++e) {
                const int i = s.first_row + column + e * side;
                const int j = s.first_column + column + e * side;
                transposed[e] = k < a.m && i < a.n ? a.value[start + i * apart] : T(0);
                straight[e] = k < a.m && j < a.n ? a.value[start + j * apart] : T(0);
            }
        }

        template <class T>
        KERNEL_FN static void store(const Slice<T>& s, const T* transposed, const T* straight, CallSite site = {}) {
            CALLED_FROM(site);
            const int k = by_columns ? s.x : s.y, column = by_columns ? s.y : s.x;
            UNROLL(3)
            for (int e = 0; e < each; ++e) {
                s.transposed[(column + e * side) * s.stride + k] = transposed[e];
                s.straight[k * s.width + column + e * side] = straight[e];
            }
        }

        /// One row of the slice: each x each products.
        template <class T>
        KERNEL_FN static void multiply_row(const Slice<T>& s, int k, T (&sum)[each][each], CallSite site = {}) {
            CALLED_FROM(site);
            T left[each] = {}, right[each] = {};
            UNROLL(3)
            for (int e = 0; e < each; ++e) {
                left[e] = s.transposed[(s.y + e * side) * s.stride + k];
                right[e] = s.straight[k * s.width + s.x + e * side];
            }
            UNROLL(3)
            for (int r = 0; r < each; ++r) {
                UNROLL(3)
                for (int c = 0; c < each; ++c) sum[r][c] += left[r] * right[c];
            }
        }

        template <class T> KERNEL_FN static void multiply(const Slice<T>& s, T (&sum)[each][each], CallSite site = {}) {
            CALLED_FROM(site);
            if constexpr (flat) {
                UNROLL(16)
                for (int k = 0; k < side; ++k) multiply_row(s, k, sum);
            } else {
                UNROLL(1)
                for (int k = 0; k < side; ++k) multiply_row(s, k, sum);
            }
        }

        template <class T> KERNEL_FN static void run(Thread t, Dense<T> a, int padding, int symmetric, Out<T> c) {
            SHARED(T, transposed, tile * (side + widest));
            SHARED(T, straight, side * (tile + (by_columns ? widest : 0)));
            const int across = (a.n + tile - 1) / tile;
            const int block_row = t.block() / across, block_column = t.block() % across;
            if (symmetric != 0 && block_row > block_column) return; // the whole block: nobody waits for it
            const Slice<T> s{transposed,
                             straight,
                             side + (by_columns ? 0 : padding),
                             tile + (by_columns ? padding : 0),
                             t.thread() % side,
                             t.thread() / side,
                             block_row * tile,
                             block_column * tile};
            T sum[each][each];
            UNROLL(3)
            for (int r = 0; r < each; ++r) {
                UNROLL(3)
                for (int q = 0; q < each; ++q) sum[r][q] = 0;
            }

            T next_transposed[each] = {}, next_straight[each] = {};
            if constexpr (prefetch) {
                fetch(a, s, 0, next_transposed, next_straight);
                for (int k0 = 0; k0 < a.m; k0 += side) {
                    store(s, next_transposed, next_straight);
                    t.barrier();
                    fetch(a, s, k0 + side, next_transposed, next_straight); // on their way during the multiplication
                    multiply(s, sum);
                    t.barrier();
                }
            } else {
                for (int k0 = 0; k0 < a.m; k0 += side) {
                    fetch(a, s, k0, next_transposed, next_straight);
                    store(s, next_transposed, next_straight);
                    t.barrier();
                    multiply(s, sum);
                    t.barrier();
                }
            }

            UNROLL(3)
            for (int r = 0; r < each; ++r) {
                const int i = s.first_row + s.y + r * side;
                UNROLL(3)
                for (int q = 0; q < each; ++q) {
                    const int j = s.first_column + s.x + q * side;
                    if (i >= a.n || j >= a.n) continue;
                    if (symmetric != 0 && i > j) continue; // its mirror in this very tile writes it
                    c[static_cast<std::int64_t>(i) * a.n + j] = sum[r][q];
                    if (symmetric != 0 && i < j) c[static_cast<std::int64_t>(j) * a.n + i] = sum[r][q];
                }
            }
        }
    };

    template <class Phase, class T, class Gpu>
    static void launch(Gpu& gpu, const Dense<T>& a, const AtaSwitches& switches, Out<T> c) {
        const std::int64_t across = (a.n + Phase::tile - 1) / Phase::tile;
        gpu.template launch_grid<Phase>(across * across, side * side, a, switches.padding, switches.symmetric ? 1 : 0,
                                        c);
    }

    /// More padding than one place takes more shared memory, which would cost the others blocks on a multiprocessor.
    template <int each, bool prefetch, bool flat, class T, class Gpu>
    static void choose_width(Gpu& gpu, const Dense<T>& a, const AtaSwitches& switches, Out<T> c) {
        if (switches.padding <= 1) launch<Tiles<each, prefetch, flat, 1, false>>(gpu, a, switches, c);
        else launch<Tiles<each, prefetch, flat, widest_padding, false>>(gpu, a, switches, c);
    }

    template <int each, bool prefetch, class T, class Gpu>
    static void choose_loop(Gpu& gpu, const Dense<T>& a, const AtaSwitches& switches, Out<T> c) {
        if (switches.unroll) choose_width<each, prefetch, true>(gpu, a, switches, c);
        else choose_width<each, prefetch, false>(gpu, a, switches, c);
    }

    template <int each, class T, class Gpu>
    static void choose_prefetch(Gpu& gpu, const Dense<T>& a, const AtaSwitches& switches, Out<T> c) {
        if (switches.prefetch) choose_loop<each, true>(gpu, a, switches, c);
        else choose_loop<each, false>(gpu, a, switches, c);
    }

    template <class T, class Gpu> static void ata(Gpu& gpu, const Dense<T>& a, const AtaSwitches& switches, Out<T> c) {
        if (switches.registers) choose_prefetch<3>(gpu, a, switches, c);
        else choose_prefetch<1>(gpu, a, switches, c);
    }
};

} // namespace warploom::kernels::WARPLOOM_TARGET
