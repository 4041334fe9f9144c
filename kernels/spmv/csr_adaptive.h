#pragma once

// The standard ones first: behind the vocabulary a traced kernel's loops are no longer plain.
#include <algorithm>
#include <cmath>
#include <cstdint>
#include <string>
#include <vector>

#include "kernels/formats/csr.h"
#include "kernels/spmv/csr_merge.h"
#include "kernels/spmv/csr_scalar.h"
#include "kernels/spmv/csr_vector.h"
#include "kernels/vocabulary/shared_count.h"
#include "kernels/vocabulary/strided_sum.h"
#include "kernels/vocabulary/vocabulary.h"
#include "kernels/vocabulary/warp_sum.h"
#include "kernels/vocabulary/wide_load.h"

namespace warploom::kernels::WARPLOOM_TARGET {

// No way to share out rows is good for all matrices, so this kernel looks first: while it is bound it counts how many
// rows and entries there are of each length (1, 2 to 3, 4 to 7 ...), and then takes
//
//   scalar   a thread for each row, where rows have one or two entries: there is nothing to share
//   vector   a warp or a part of one for each row, where no row is so long that its lanes finish long after all others
//   block    128 threads for each row, where rows are so long that a warp each would be too few warps
//   apart    a thread or 8 lanes for each short row, and blocks of their own for the few long ones, in one launch
//   merge    csr-merge, where rows differ so much that only their entries can be shared out
//
// What the looking costs stands in the preprocessing time: a pass over the row pointers, for apart the list of its long
// rows, and for merge its search.
struct CsrAdaptiveSpmv {
    static constexpr KernelInfo info{
        "csr-adaptive",
        "csr",
        "CSR, by the lengths of the rows",
        "Counts the lengths of the rows first; then a thread, some lanes or a block for each "
        "row, or the merge path.",
        "reference; the idea after Greathouse and Daga 2014",
        RunsOn::gpu};
    template <class T, template <class> class Array> using Format = Csr<T, Array>;

    static constexpr int classes = 32; ///< class b: rows of 2^(b-1) to 2^b - 1 entries; class 0: empty ones
    enum Way : std::int64_t { none, scalar, vector, block, merge, apart_by_thread, apart_by_lanes };

    /// How many rows there are in each class, and behind that how many entries.
    struct Lengths {
        static constexpr const char* phase = "lengths";
        static constexpr bool meets = true;
        static constexpr int rows_a_thread = 16;

        template <class T> KERNEL_FN static void run(Thread t, Csr<T, In> a, Out<int> counts) {
            SHARED(int, of_block, 2 * classes);
            for (int i = t.thread(); i < 2 * classes; i += t.block_size()) of_block[i] = 0;
            t.barrier();
            const std::int64_t first =
                static_cast<std::int64_t>(t.block()) * t.block_size() * rows_a_thread + t.thread();
            for (int k = 0; k < rows_a_thread; ++k) {
                const std::int64_t row = first + static_cast<std::int64_t>(k) * t.block_size();
                if (row >= a.rows) break;
                const int length = a.row_pointer[row + 1] - a.row_pointer[row];
                const int of_length = highest_bit(static_cast<unsigned>(length)) + 1;
                atomic_add(of_block, of_length, 1);
                atomic_add(of_block, classes + of_length, length);
            }
            t.barrier();
            for (int i = t.thread(); i < 2 * classes; i += t.block_size()) {
                const int count = of_block[i];
                if (count > 0) atomic_add(counts, i, count);
            }
        }
    };

    static constexpr int block_threads = 128;

    /// A block for each row. There are not enough warps to hide the way to memory behind more and smaller ones, so each
    /// thread asks for ten or twelve entries before it uses the first: in float for three times four neighbouring ones,
    /// values and columns in reads of 16 bytes; in double one by one, which is as fast there.
    struct BlockRows {
        static constexpr const char* phase = "a block for each row";
        static constexpr bool meets = true;
        static constexpr int registers = 48; ///< for the reads ahead

        template <class T> KERNEL_FN static void run(Thread t, Csr<T, In> a, In<T> x, Out<T> y) {
            SHARED(T, of_warps, block_threads / 32);
            const int row = t.block();
            const int begin = a.row_pointer[row], end = a.row_pointer[row + 1];
            T sum = 0;
            if constexpr (sizeof(T) == 4) {
                sum = sum_of_fours(t, a, begin, end, x);
            } else {
                const int share = (end - begin - t.thread() + block_threads - 1) / block_threads;
                sum = strided_sum<10>(a.value, a.column, x, static_cast<unsigned>(begin + t.thread()),
                                      static_cast<unsigned>(block_threads), share);
            }
            sum = warp_sum(t, sum);
            if (t.lane() == 0) of_warps[t.warp()] = sum;
            t.barrier();
            if (t.thread() > 0) return;
            T all = 0;
            for (int w = 0; w < block_threads / 32; ++w) all += of_warps[w];
            y[row] = all;
        }

        static constexpr int together = 4, fours_ahead = 3;

        /// From the four that the row's first entry is one of: what is not of the row is read, but never used.
        template <class T>
        KERNEL_FN static T sum_of_fours(Thread t, const Csr<T, In>& a, int begin, int end, In<T> x,
                                        CallSite site = {}) {
            CALLED_FROM(site);
            constexpr int stride = block_threads * together;
            T sum = 0;
            for (int first = begin / together * together + t.thread() * together; first < end;
                 first += fours_ahead * stride) {
                T value[fours_ahead][together];
                int column[fours_ahead][together];
                UNROLL(4)
                for (int i = 0; i < fours_ahead; ++i) {
                    const int k = first + i * stride;
                    if (k < end) read_four(a, k, value[i], column[i]);
                }
                UNROLL(4)
                for (int i = 0; i < fours_ahead; ++i) {
                    UNROLL(4)
                    for (int e = 0; e < together; ++e) {
                        const int k = first + i * stride + e;
                        if (k >= begin && k < end) sum += value[i][e] * x[column[i][e]];
                    }
                }
            }
            return sum;
        }

        template <class T>
        KERNEL_FN static void read_four(const Csr<T, In>& a, int k, T (&value)[together], int (&column)[together],
                                        CallSite site = {}) {
            CALLED_FROM(site);
            if (k + together <= a.nonzeros) {
                read_together(a.value, k, value);
                read_together(a.column, k, column);
                return;
            }
            for (int e = 0; e < together; ++e) { // the last ones of the arrays
                if (k + e < a.nonzeros) {
                    value[e] = a.value[k + e];
                    column[e] = a.column[k + e];
                }
            }
        }
    };

    /// Rows beyond `cut` entries, cut into segments of up to `entries`. Those of a row stand side by side; which row comes
    /// first is left to chance, but no sum depends on that.
    template <template <class> class Array> struct Segments {
        int count = 0, cut = 0, entries = 0;
        Array<int> row;        ///< of each segment
        Array<int> begin, end; ///< its entries
        Array<int> first;      ///< the first segment of its row
        Array<int> of_row;     ///< how many segments that row has
    };
    static constexpr int apart_threads = 256;

    /// Lists the segments; counter[0] ends as their number.
    struct List {
        static constexpr const char* phase = "long rows";
        static constexpr bool in_order = true;

        template <class T> KERNEL_FN static void run(Thread t, Csr<T, In> a, Segments<Out> segments, Out<int> counter) {
            const std::int64_t row = t.global_id();
            if (row >= a.rows) return;
            const int begin = a.row_pointer[row], end = a.row_pointer[row + 1];
            if (end - begin <= segments.cut) return;
            const int count = (end - begin + segments.entries - 1) / segments.entries;
            const int first = count_up(counter, 0, count);
            for (int i = 0; i < count; ++i) {
                const int segment_begin = begin + i * segments.entries, rest = end - segment_begin;
                segments.row[first + i] = static_cast<int>(row);
                segments.begin[first + i] = segment_begin;
                segments.end[first + i] = segment_begin + (rest < segments.entries ? rest : segments.entries);
                segments.first[first + i] = first;
                segments.of_row[first + i] = count;
            }
        }
    };

    /// `lanes` for each short row, as in csr-vector. A long row would keep them busy when all others have finished, so its
    /// segments go to groups of threads of their own, in the first blocks of the launch, because the longest work should
    /// begin first. Each leaves a sum, and whichever is done last adds up all of its row, in the order of the row: one
    /// launch, and the same bits each time. A group is a block where long rows are very few, and a warp where they are many
    /// and not that long.
    template <int lanes> struct Apart {
        static constexpr const char* phase = "long rows apart";
        static constexpr bool meets = true, in_order = true;
        static constexpr int batch = lanes == 1 ? 2 : 8; ///< rows of one or two entries, or of up to 63
        static constexpr int registers = lanes == 1 ? 32 : 40;
        static constexpr int group = lanes == 1 ? apart_threads : 32;
        static constexpr int ahead = lanes == 1 ? 4 : 8; ///< entries of a segment that a thread reads ahead
        static constexpr int segment_entries = lanes == 1 ? 1024 : 512;
        static constexpr int groups = apart_threads / group; ///< of a block

        template <class T>
        KERNEL_FN static void run(Thread t, Csr<T, In> a, Segments<In> segments, In<T> x, Out<T> y, Out<T> sums,
                                  Out<int> arrived) {
            const int blocks = (segments.count + groups - 1) / groups;
            if (t.block() < blocks) long_rows(t, a, segments, x, y, sums, arrived);
            else short_rows(t, a, blocks, segments.cut, x, y);
        }

        template <class T>
        KERNEL_FN static void short_rows(Thread t, const Csr<T, In>& a, int blocks_before, int cut, In<T> x, Out<T> y,
                                         CallSite site = {}) {
            CALLED_FROM(site);
            const std::int64_t thread =
                t.global_id() - static_cast<std::int64_t>(blocks_before) * static_cast<std::int64_t>(t.block_size());
            const std::int64_t row = thread / lanes;
            const int lane = t.lane() % lanes;
            const int begin = row < a.rows ? a.row_pointer[row] : 0;
            const int end = row < a.rows ? a.row_pointer[row + 1] : 0;
            const bool is_short = row < a.rows && end - begin <= cut;
            const int share = is_short ? (end - begin - lane + lanes - 1) / lanes : 0;
            T sum = strided_sum<batch>(a.value, a.column, x, static_cast<unsigned>(begin + lane),
                                       static_cast<unsigned>(lanes), share);
            if constexpr (lanes > 1) sum = warp_sum(t, sum, lanes);
            if (lane == 0 && is_short) y[row] = sum;
        }

        template <class T>
        KERNEL_FN static void long_rows(Thread t, const Csr<T, In>& a, const Segments<In>& segments, In<T> x, Out<T> y,
                                        Out<T> sums, Out<int> arrived, CallSite site = {}) {
            CALLED_FROM(site);
            const int segment = t.block() * groups + t.thread() / group, thread = t.thread() % group;
            const bool is_there = segment < segments.count; // or it is beyond the last one, and has nothing to add
            const int begin = is_there ? segments.begin[segment] : 0, end = is_there ? segments.end[segment] : 0;
            const int row = is_there ? segments.row[segment] : 0, first = is_there ? segments.first[segment] : 0;
            const int count = is_there ? segments.of_row[segment] : 1;
            const int share = (end - begin - thread + group - 1) / group;
            const T sum = group_sum(t, strided_sum<ahead>(a.value, a.column, x, static_cast<unsigned>(begin + thread),
                                                          static_cast<unsigned>(group), share));
            int is_last = 0;
            if (thread == 0 && is_there) {
                if (count == 1) {
                    y[row] = sum;
                } else {
                    sums[segment] = sum;
                    is_last = is_last_of(arrived, first, count) ? 1 : 0;
                }
            }
            if (told_by_first(t, is_last) == 0) return; // all threads of the group
            T all = 0;
            for (int i = thread; i < count; i += group) all += sums[first + i];
            all = group_sum(t, all);
            if (thread == 0) y[row] = all;
        }

        /// The sum of v over the group, in its first thread.
        template <class T> KERNEL_FN static T group_sum(Thread t, T v, CallSite site = {}) {
            CALLED_FROM(site);
            v = warp_sum(t, v);
            if constexpr (group > 32) {
                SHARED(T, of_warps, apart_threads / 32);
                t.barrier(); // whoever added up before has read
                if (t.lane() == 0) of_warps[t.warp()] = v;
                t.barrier();
                v = 0;
                if (t.thread() == 0) {
                    for (int w = 0; w < apart_threads / 32; ++w) v += of_warps[w];
                }
            }
            return v;
        }
        /// What the first thread of the group says.
        KERNEL_FN static int told_by_first(Thread t, int value, CallSite site = {}) {
            CALLED_FROM(site);
            if constexpr (group > 32) {
                SHARED(int, said, 1);
                if (t.thread() == 0) said[0] = value;
                t.barrier();
                return said[0];
            }
            return t.shuffle(value, 0);
        }
    };

    /// What rows of some length hold.
    struct Held {
        std::int64_t rows = 0, entries = 0;
        double mean() const { return rows > 0 ? static_cast<double>(entries) / static_cast<double>(rows) : 0; }
    };
    /// Of rows that class `last` or an earlier one counts.
    static Held held_up_to(const std::vector<int>& counted, int last) {
        Held held;
        for (int i = 0; i <= last; ++i) {
            held.rows += counted[i];
            held.entries += counted[classes + i];
        }
        return held;
    }
    /// Rows of up to 15 entries go to a thread, of up to 63 to 8 lanes.
    static constexpr int last_class_of_thread = 4, last_class_of_lanes = 6;
    static int last_short_class(Way way) { return way == apart_by_thread ? last_class_of_thread : last_class_of_lanes; }

    /// By what Lengths has counted.
    static Way way_for(const std::vector<int>& counted, std::int64_t rows, std::int64_t nonzeros) {
        int longest_class = classes - 1;
        while (longest_class > 0 && counted[longest_class] == 0) --longest_class;
        const double longest = std::ldexp(1.0, longest_class); // not more than that
        const double mean = static_cast<double>(nonzeros) / static_cast<double>(rows);
        if (mean <= 2.5 && longest <= 16) return scalar;
        if (mean >= 512 && longest <= 8 * mean) return block;
        // A row may take a few rounds of reading of its lanes, or a small part of what the whole matrix takes.
        const double round = CsrVectorSpmv::batch * CsrVectorSpmv::lanes_for(mean);
        const double most = round * std::max(8.0, static_cast<double>(nonzeros) / 1.5e6);
        if (longest <= most) return vector;
        // A long row costs a group of threads, however few entries it has. Where that is more than the matrix, and more
        // than a launch, equal shares of entries are better.
        const auto are_few = [&](const Held& held) {
            return static_cast<double>(rows - held.rows) * 1024 <= std::max(4e6, static_cast<double>(nonzeros));
        };
        const Held of_thread = held_up_to(counted, last_class_of_thread);
        if (of_thread.mean() <= 2.5 && are_few(of_thread)) return apart_by_thread;
        return are_few(held_up_to(counted, last_class_of_lanes)) ? apart_by_lanes : merge;
    }

    /// The segments of long rows as the launches see them.
    template <class Gpu> static Segments<Out> segments_in(Gpu& gpu, std::int64_t most) {
        Segments<Out> segments;
        segments.cut = static_cast<int>(gpu.kept("cut"));
        segments.entries = static_cast<int>(gpu.kept("segment entries"));
        segments.row = gpu.template scratch<int>("segment row", most);
        segments.begin = gpu.template scratch<int>("segment begin", most);
        segments.end = gpu.template scratch<int>("segment end", most);
        segments.first = gpu.template scratch<int>("first segment", most);
        segments.of_row = gpu.template scratch<int>("segments of row", most);
        return segments;
    }

    template <class T, class Gpu>
    static void list_segments(Gpu& gpu, const Csr<T, In>& a, const std::vector<int>& counted, Way way) {
        const Held held = held_up_to(counted, last_short_class(way));
        gpu.kept("cut") = (std::int64_t{1} << last_short_class(way)) - 1;
        gpu.kept("segment entries") = way == apart_by_thread ? Apart<1>::segment_entries : Apart<8>::segment_entries;
        // Each row has at most one segment that is not full.
        const std::int64_t most = (a.nonzeros - held.entries) / gpu.kept("segment entries") + (a.rows - held.rows);
        const Out<int> counter = gpu.template scratch<int>("segments", 1);
        gpu.zero(counter, 1);
        gpu.zero(gpu.template scratch<int>("arrived", most), most);
        gpu.template launch<List>(a.rows, a, segments_in(gpu, most), counter);
        gpu.kept("segments") = gpu.fetch(counter, 1)[0];
    }

    template <class T, class Gpu> static void prepare(Gpu& gpu, const Csr<T, In>& a) {
        if (a.rows == 0) return;
        const Out<int> counts = gpu.template scratch<int>("lengths", 2 * classes);
        gpu.zero(counts, 2 * classes);
        gpu.template launch<Lengths>((a.rows + Lengths::rows_a_thread - 1) / Lengths::rows_a_thread, a, counts);
        const std::vector<int> counted = gpu.fetch(counts, 2 * classes);
        const Way way = way_for(counted, a.rows, a.nonzeros);
        gpu.kept("way") = way;
        if (way == merge) CsrMergeSpmv::prepare<T>(gpu, a);
        if (way == apart_by_thread || way == apart_by_lanes) list_segments<T>(gpu, a, counted, way);
    }

    template <class Gpu> static std::string describe(Gpu& gpu) {
        switch (gpu.kept("way")) {
        case scalar: return "a thread for each row";
        case vector: return "lanes for each row";
        case block: return "a block for each row";
        case merge: return "merge path";
        case apart_by_thread: return "a thread for each row, long ones apart";
        case apart_by_lanes: return "lanes for each row, long ones apart";
        default: return {};
        }
    }

    template <class T, class Gpu> static void spmv(Gpu& gpu, const Csr<T, In>& a, In<T> x, Out<T> y) {
        switch (gpu.kept("way")) {
        case scalar: gpu.template launch<CsrScalarSpmv>(a.rows, a, x, y); break;
        case vector: CsrVectorSpmv::spmv<T>(gpu, a, x, y); break;
        case block: gpu.template launch_grid<BlockRows>(a.rows, block_threads, a, x, y); break;
        case merge: CsrMergeSpmv::spmv<T>(gpu, a, x, y); break;
        case apart_by_thread: launch_apart<1>(gpu, a, x, y); break;
        case apart_by_lanes: launch_apart<8>(gpu, a, x, y); break;
        default: break;
        }
    }

    template <int lanes, class T, class Gpu>
    static void launch_apart(Gpu& gpu, const Csr<T, In>& a, In<T> x, Out<T> y) {
        const std::int64_t count = gpu.kept("segments"), groups = Apart<lanes>::groups;
        const Segments<Out> listed = segments_in(gpu, count);
        Segments<In> segments;
        segments.count = static_cast<int>(count);
        segments.cut = listed.cut;
        segments.entries = listed.entries;
        segments.row = gpu.read(listed.row);
        segments.begin = gpu.read(listed.begin);
        segments.end = gpu.read(listed.end);
        segments.first = gpu.read(listed.first);
        segments.of_row = gpu.read(listed.of_row);
        const std::int64_t threads = static_cast<std::int64_t>(a.rows) * lanes;
        const std::int64_t blocks = (count + groups - 1) / groups + (threads + apart_threads - 1) / apart_threads;
        const Out<int> arrived = gpu.template scratch<int>("arrived", count);
        const Out<T> sums = gpu.template scratch<T>("sums of segments", count);
        gpu.template launch_grid<Apart<lanes>>(blocks, apart_threads, a, segments, x, y, sums, arrived);
    }
};

} // namespace warploom::kernels::WARPLOOM_TARGET
