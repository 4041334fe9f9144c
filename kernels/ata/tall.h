#pragma once

// The standard ones first: behind the vocabulary a traced kernel's loops are no longer plain.
#include <algorithm>
#include <cstdint>

#include "kernels/ata/dense_view.h"
#include "kernels/vocabulary/vocabulary.h"
#include "kernels/vocabulary/warp_sum.h"

namespace warploom::kernels::WARPLOOM_TARGET {

// For few columns and very many rows, where C is small and reading A is all that it costs. C is cut into pieces of 8 x 8.
// Eight lanes share a row: each reads one number of it (neighbouring lanes, neighbouring numbers), and the numbers then go
// round by shuffles, so that lane j meets those of lanes j, j + 1, j + 2 ... in turn. A thread keeps at most 8 sums and no
// more, so that it can have 4 rows on their way at a time.
//
//   sums   blocks walk through the rows of A, each through a chunk of its own, and leave 64 sums
//   add    a warp adds up what the chunks have for one number of C, always in the same order, and writes it and its mirror
struct TallAta {
    static constexpr KernelInfo info{
        "tall",
        "dense",
        "Few columns, many rows",
        "Eight lanes share a row and hand its numbers round; blocks share out the rows of A, "
        "and their sums are added in one order.",
        "reference",
        RunsOn::gpu,
        false};
    static constexpr int width = 8; ///< columns of a piece, and lanes that share a row
    static constexpr int numbers = width * width;
    static constexpr int threads = 256, rows_at_once = threads / width;
    static constexpr int batch = 4;            ///< rows that a thread reads ahead
    static constexpr int blocks_wanted = 1056; ///< a large GPU holds so many

    /// Which piece of the upper triangle: the columns from 8 left and from 8 right on.
    struct Piece {
        int left = 0, right = 0;
    };
    KERNEL_FN static Piece piece_of(int number, int across) {
        Piece piece;
        while (number >= across - piece.left) {
            number -= across - piece.left;
            ++piece.left;
        }
        piece.right = piece.left + number;
        return piece;
    }
    /// On the diagonal the sums of lane j with lane j + 5 are those of lane j + 5 with lane j + 5 + 3.
    KERNEL_FN static int turns_of(const Piece& piece) { return piece.left == piece.right ? width / 2 + 1 : width; }

    struct Sums {
        static constexpr const char* phase = "sums";
        static constexpr bool meets = true;
        static constexpr int registers = 64;

        template <class T>
        KERNEL_FN static void run(Thread t, Dense<T> a, int across, int chunks, std::int64_t rows_a_chunk,
                                  Out<T> partial) {
            SHARED(T, of_warps, threads / 32 * numbers);
            const Piece piece = piece_of(t.block() / chunks, across);
            const int column = t.lane() % width; // of the piece
            const int left_column = piece.left * width + column, right_column = piece.right * width + column;
            const std::int64_t begin = t.block() % chunks * rows_a_chunk;
            const std::int64_t end = begin + rows_a_chunk < a.m ? begin + rows_a_chunk : a.m;
            const bool is_diagonal = piece.left == piece.right;
            T sum[width];
            UNROLL(8)
            for (int k = 0; k < width; ++k) sum[k] = 0;

            for (std::int64_t base = begin; base < end; base += batch * rows_at_once) {
                T left[batch], right[batch];
                UNROLL(4)
                for (int b = 0; b < batch; ++b) {
                    const std::int64_t row = base + b * rows_at_once + t.thread() / width;
                    left[b] = row < end && left_column < a.n ? a.value.stream(row * a.n + left_column) : T(0);
                }
                UNROLL(4)
                for (int b = 0; b < batch; ++b) {
                    const std::int64_t row = base + b * rows_at_once + t.thread() / width;
                    right[b] = left[b];
                    if (!is_diagonal)
                        right[b] = row < end && right_column < a.n ? a.value.stream(row * a.n + right_column) : T(0);
                }
                UNROLL(4)
                for (int b = 0; b < batch; ++b) {
                    sum[0] += left[b] * right[b];
                    UNROLL(4)
                    for (int k = 1; k <= width / 2; ++k) sum[k] += left[b] * t.shuffle(right[b], lane_after(t, k));
                    if (is_diagonal) continue; // all lanes alike
                    UNROLL(3)
                    for (int k = width / 2 + 1; k < width; ++k)
                        sum[k] += left[b] * t.shuffle(right[b], lane_after(t, k));
                }
            }

            // Lanes 8 and 16 apart have the same column, then the warps.
            UNROLL(8)
            for (int k = 0; k < width; ++k) {
                sum[k] += t.shuffle_xor(sum[k], 8);
                sum[k] += t.shuffle_xor(sum[k], 16);
                if (t.lane() < width) of_warps[t.warp() * numbers + column * width + k] = sum[k];
            }
            t.barrier();
            if (t.thread() < numbers) {
                T all = 0;
                for (int w = 0; w < threads / 32; ++w) all += of_warps[w * numbers + t.thread()];
                partial[static_cast<std::int64_t>(t.block()) * numbers + t.thread()] = all;
            }
        }
        /// The lane with the column k further on, of the same row.
        KERNEL_FN static int lane_after(Thread t, int k) { return t.lane() / width * width + (t.lane() + k) % width; }
    };

    struct Add {
        static constexpr const char* phase = "add";
        static constexpr bool meets = true;

        template <class T>
        KERNEL_FN static void run(Thread t, int n, int across, int pieces, int chunks, In<T> partial, Out<T> c) {
            const std::int64_t number = t.global_id() / 32;                    // of all numbers of all pieces
            if (number >= static_cast<std::int64_t>(pieces) * numbers) return; // a whole warp
            const int piece_number = static_cast<int>(number / numbers), e = static_cast<int>(number % numbers);
            const Piece piece = piece_of(piece_number, across);
            const int column = e / width, turn = e % width;
            const bool is_twice = piece.left == piece.right && turn == width / 2 && column >= width / 2;
            const std::int64_t i = piece.left * width + column, j = piece.right * width + (column + turn) % width;
            if (turn >= turns_of(piece) || is_twice || i >= n || j >= n) return; // a whole warp
            T sum = 0;
            UNROLL(8)
            for (int chunk = t.lane(); chunk < chunks; chunk += 32)
                sum += partial[(static_cast<std::int64_t>(piece_number) * chunks + chunk) * numbers + e];
            sum = warp_sum(t, sum);
            if (t.lane() == 0) {
                c[i * n + j] = sum;
                if (i != j) c[j * n + i] = sum;
            }
        }
    };

    template <class T, class Gpu> static void ata(Gpu& gpu, const Dense<T>& a, const AtaSwitches&, Out<T> c) {
        if (a.n == 0) return;
        const int across = (a.n + width - 1) / width, pieces = across * (across + 1) / 2;
        constexpr std::int64_t least_rows = batch * rows_at_once;
        const std::int64_t most_chunks = (a.m + least_rows - 1) / least_rows;
        const int chunks = static_cast<int>(
            std::clamp<std::int64_t>(blocks_wanted / pieces, 1, std::max<std::int64_t>(most_chunks, 1)));
        const std::int64_t rows_a_chunk = (a.m + chunks - 1) / chunks;
        const Out<T> partial = gpu.template scratch<T>("partial", static_cast<std::int64_t>(pieces) * chunks * numbers);
        gpu.template launch_grid<Sums>(static_cast<std::int64_t>(pieces) * chunks, threads, a, across, chunks,
                                       rows_a_chunk, partial);
        gpu.template launch_grid<Add>((static_cast<std::int64_t>(pieces) * numbers * 32 + threads - 1) / threads,
                                      threads, a.n, across, pieces, chunks, gpu.read(partial), c);
    }
};

} // namespace warploom::kernels::WARPLOOM_TARGET
