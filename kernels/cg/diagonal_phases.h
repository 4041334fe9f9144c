#pragma once

#include "kernels/cg/slots.h"
#include "kernels/cg/vector_phases.h"
#include "kernels/formats/dia.h"
#include "kernels/vocabulary/vocabulary.h"

#include <cstdint>

// Conjugate gradients over a matrix of few diagonals, in two launches an iteration. Large systems are nothing but memory:
// what counts is how often a vector is read or written. V is one vector of n numbers; seven diagonals are 7 V.
//
//   product     p = r + β p, made where it is needed: every row makes the p of its neighbours itself, from r and the p
//               before, which lie in the caches. Then q = A p and p·q. Reads A, r, the p before; writes p, q: 11 V.
//               Every second time x += α p of the two directions before, as long as both are there: 3 V, or 1.5 V each.
//   residual    r -= α q and r·r: 3 V. From the last row to the first: what the product wrote last is in the cache still.
//
// So 15.5 V. The launches for any product (kernels/cg/vector_phases.h) take 19 V: p·q, the direction and x are passes of
// their own. p has two places in turn, because neighbours read the p before while the new one is written.
//
// A thread of one launch never reads what another one of the same launch writes, as there. What happens when is told by
// numbers on the device, so a graph can be replayed as often as one likes.
//
// A view says where things lie and how sums come together: on one place here, over ranks in rank_diagonals.h.

namespace warploom::kernels::WARPLOOM_TARGET {

constexpr int most_diagonals = 8; ///< whose values a thread asks for before it uses the first

namespace turns {
constexpr int next = 0;    ///< which iteration of the stretch the next product belongs to; written by the residual
constexpr int ended = 1;   ///< and how it ended, as below; written by the residual
constexpr int present = 2; ///< which iteration the present residual belongs to; written by the product over ranks
constexpr int before = 3;  ///< turns of all stretches before; written between them, over ranks
constexpr int numbers = 4;
constexpr int goes_on = 0, stopped = 1, broken = 2;
} // namespace turns

namespace own {
constexpr int rz = 0;           ///< r·r of the present residual; written by the product
constexpr int rz_before = 1;    ///< these are written by the residual
constexpr int alpha = 2;        ///< of the iteration before
constexpr int alpha_before = 3; ///< of the one before that
constexpr int numbers = 4;
} // namespace own

/// All rows of a matrix.
template <class T> struct WholeDiagonals {
    Dia<T, In> a;

    KERNEL_FN int last() const { return a.rows; }
    KERNEL_FN std::int64_t slot(int row) const { return row; }
    KERNEL_FN int column(int row, int d) const { return row + a.offset[d]; }
    KERNEL_FN bool has(int column) const { return column >= 0 && column < a.rows; }
};

/// The figures of both views. r, the two p, x and q count from the first row here.
template <class T> struct DiagonalVectors {
    using Number = T;
    int n = 0; ///< rows here
    Out<T> x, r, q;
    Out<T> even_p, odd_p; ///< the direction of even iterations, which is where others look for p, and of odd ones
    int product_blocks = 0, residual_blocks = 0;
    Out<T> scalar, history, own;
    Out<int> flag, turn;
};

/// One place: a launch adds up what all blocks of the one before have left.
template <class T> struct DiagonalCg : DiagonalVectors<T> {
    WholeDiagonals<T> whole;
    Out<T> sums_pq, sums_rr;

    KERNEL_FN T total_pq(Thread t) const { return sum_of_blocks(t, sums_pq, this->product_blocks); }
    KERNEL_FN T total_rr(Thread t) const { return sum_of_blocks(t, sums_rr, this->residual_blocks); }
    KERNEL_FN void leave_pq(Thread t, T sum) const {
        if (t.thread() == 0) sums_pq[t.block()] = sum;
    }
    KERNEL_FN void leave_rr(Thread t, T sum) const {
        if (t.thread() == 0) sums_rr[t.block()] = sum;
    }
    KERNEL_FN void note_turn(Thread, int) const {}
    template <class Rows> KERNEL_FN void each_part(Rows&& rows) const { rows(whole); }
    template <class Make> KERNEL_FN void each_halo_entry(int, int, Make&&) const {}
    template <class Renew> KERNEL_FN void each_row_of_residual(Thread t, Renew&& renew) const {
        const std::int64_t n = this->n, stride = static_cast<std::int64_t>(this->residual_blocks) * t.block_size();
        UNROLL(4)
        for (std::int64_t i = n - 1 - t.global_id(); i >= 0; i -= stride) renew(i);
    }
};

/// One thread writes down what r·r after iteration `done` means, as CgDirection does.
template <class View, class T> KERNEL_FN void write_down_residual(const View& v, int done, T rr, bool stops) {
    v.own[own::rz] = rr;
    v.flag[cg::stopped] = stops ? 1 : 0;
    if (!is_finite(rr)) {
        v.flag[cg::broken] = 1;
        return;
    }
    if (done <= cg::history_size) v.history[done - 1] = rr;
    v.flag[cg::done] = done;
    v.scalar[cg::rr] = rr;
    v.scalar[cg::rz] = rr;
}

/// x two directions on, one after the other: however a stretch is cut, x has the same bits.
template <class T> KERNEL_FN T moved(T x, T alpha_before, T p_before, T alpha, T p) {
    x += alpha_before * p_before;
    x += alpha * p;
    return x;
}

struct CgDiagonalProduct {
    static constexpr const char* phase = "product and direction";
    static constexpr bool meets = true;
    static constexpr int registers = 48;
    static constexpr int threads = 640; ///< two blocks fill a multiprocessor, and most neighbours are of the same block

    template <class View> KERNEL_FN static void run(Thread t, View v) {
        using T = typename View::Number;
        if (v.turn[turns::ended] != turns::goes_on) return;
        const int turn = v.turn[turns::next];
        T beta = 1; // p = r + beta p before; the first direction is there already, so it is 0 + 1 p
        if (turn == 0) {
            if (v.flag[cg::stopped] != 0) return;
            if (t.global_id() == 0) v.own[own::rz] = v.scalar[cg::rz];
        } else {
            const T rr = v.total_rr(t);
            const bool stops = !is_finite(rr) || turn >= v.flag[cg::limit] || rr <= v.scalar[cg::threshold];
            if (t.global_id() == 0) write_down_residual(v, turn, rr, stops);
            if (stops) return;
            beta = rr / v.own[own::rz_before];
        }
        v.note_turn(t, turn);
        const bool is_odd = turn % 2 != 0;
        const Out<T> to = is_odd ? v.odd_p : v.even_p;
        const Out<T> before = is_odd || turn == 0 ? v.even_p : v.odd_p;
        const bool is_new = turn > 0, moves_x = is_new && !is_odd;
        const T alpha = v.own[own::alpha], alpha_before = v.own[own::alpha_before];

        const int stride = v.product_blocks * t.block_size();
        int row = static_cast<int>(t.global_id());
        T dot = 0;
        v.each_part([&](const auto& part) {
            for (; row < part.last(); row += stride) {
                T value[most_diagonals];
                std::int64_t slot = part.slot(row);
                UNROLL(8)
                for (int d = 0; d < most_diagonals; ++d, slot += part.a.leading_dimension)
                    value[d] = d < part.a.diagonals ? part.a.value.stream(slot) : T(0);
                const T p_before = before[row], p = (is_new ? v.r[row] : T(0)) + beta * p_before;
                if (moves_x) v.x[row] = moved(v.x[row], alpha_before, to[row], alpha, p_before);
                T sum = 0;
                UNROLL(8)
                for (int d = 0; d < most_diagonals; ++d) {
                    const bool is_there = d < part.a.diagonals;
                    const int column = is_there ? part.column(row, d) : 0;
                    if (is_there && part.has(column)) {
                        const T product = value[d] * ((is_new ? v.r[column] : T(0)) + beta * before[column]);
                        sum +=
                            value[d] != T(0) ? product : T(0); // a zero may be filling: 0 times infinity must not count
                    }
                }
                v.q[row] = sum;
                if (is_new) to[row] = p;
                dot += p * sum;
            }
        });
        if (is_new) v.each_halo_entry(row, stride, [&](int i) { to[i] = v.r[i] + beta * before[i]; });
        v.leave_pq(t, block_sum(t, dot));
    }
};

struct CgDiagonalResidual {
    static constexpr const char* phase = "residual";
    static constexpr bool meets = true;

    template <class View> KERNEL_FN static void run(Thread t, View v) {
        using T = typename View::Number;
        if (v.flag[cg::stopped] != 0) {
            if (t.global_id() == 0) v.turn[turns::ended] = turns::stopped;
            return;
        }
        const T p_ap = v.total_pq(t);
        if (!(p_ap > T(0)) || !is_finite(p_ap)) {
            if (t.global_id() == 0) {
                v.scalar[cg::p_ap] = p_ap;
                v.flag[cg::broken] = 1;
                v.turn[turns::ended] = turns::broken;
            }
            return;
        }
        const T rz = v.own[own::rz], alpha = rz / p_ap;
        T sum = 0;
        v.each_row_of_residual(t, [&sum, alpha, all_r = v.r, q = v.q](std::int64_t i) {
            const T r = all_r[i] - alpha * q[i];
            all_r[i] = r;
            sum += r * r;
            return r;
            return r;
        });
        v.leave_rr(t, block_sum(t, sum));
        if (t.global_id() == 0) {
            const T alpha_before = v.own[own::alpha];
            const int turn = v.turn[turns::next];
            v.own[own::alpha_before] = alpha_before;
            v.own[own::alpha] = alpha;
            v.own[own::rz_before] = rz;
            v.scalar[cg::p_ap] = p_ap;
            v.turn[turns::next] = turn + 1;
        }
    }
};

/// The end of a stretch: x gets the one or two directions that it lacks, and the next direction is made where others
/// look for it. After a breakdown p stays the direction that broke, as in the vector phases.
struct CgDiagonalEnd {
    static constexpr const char* phase = "end";
    static constexpr bool meets = true;

    template <class View> KERNEL_FN static void run(Thread t, View v) {
        using T = typename View::Number;
        const int turn = v.turn[turns::next], ended = v.turn[turns::ended];
        T rr = 0;
        bool is_broken = ended == turns::broken;
        if (ended == turns::goes_on) {
            if (turn == 0) return;
            rr = v.total_rr(t);
            const bool stops = !is_finite(rr) || turn >= v.flag[cg::limit] || rr <= v.scalar[cg::threshold];
            if (t.global_id() == 0) write_down_residual(v, turn, rr, stops);
        } else if (ended == turns::stopped) {
            rr = v.own[own::rz];
        } else if (t.global_id() == 0) {
            v.flag[cg::stopped] = 1;
        }
        T alpha = v.own[own::alpha];
        const T alpha_before = v.own[own::alpha_before];
        int done = turn; // directions that x shall hold
        if (ended != turns::broken && !is_finite(rr)) {
            is_broken = true;
            --done;
            alpha = alpha_before;
        }
        if (done < 0 || (done == 0 && !is_broken)) return;
        const bool is_odd = done % 2 != 0;
        if (is_broken && !is_odd) return; // x holds all, and p is in its place
        const T beta = is_broken ? T(0) : rr / v.own[own::rz_before];
        const std::int64_t n = v.n, stride = static_cast<std::int64_t>(v.residual_blocks) * t.block_size();
        for (std::int64_t i = t.global_id(); i < n; i += stride) {
            const T even = v.even_p[i], odd = v.odd_p[i], last = is_odd ? even : odd;
            const T x = v.x[i];
            v.x[i] = is_odd ? x + alpha * even : moved(x, alpha_before, even, alpha, odd);
            v.even_p[i] = is_broken ? odd : v.r[i] + beta * last;
        }
    }
};

} // namespace warploom::kernels::WARPLOOM_TARGET
