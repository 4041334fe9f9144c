#include "kernels/cuda/spmv/sweep_plan.h"

#include "engine/cuda/cuda_errors.h"
#include "engine/error.h"
#include "engine/sentence.h"
#include "kernels/cuda/spmv/row_counts.h"
#include "kernels/cuda/spmv/sweep_steps.cuh"

#include <cub/device/device_radix_sort.cuh>

#include <algorithm>
#include <string>

namespace warploom::kernels {

namespace {

/// Divides one allocation into arrays, because allocating takes longer than most kernels in this file.
class Places {
public:
    template <class E> std::int64_t take(std::int64_t count) {
        const std::int64_t at = bytes_;
        bytes_ += (count * static_cast<std::int64_t>(sizeof(E)) + 255) / 256 * 256;
        return at;
    }
    std::int64_t bytes() const { return bytes_; }

private:
    std::int64_t bytes_ = 0;
};

template <class E> E* array_at(const cuda::Buffer<unsigned char>& memory, std::int64_t place) {
    return reinterpret_cast<E*>(memory.data() + place);
}

unsigned blocks_of(std::int64_t things, std::int64_t of_block) {
    return static_cast<unsigned>((things + of_block - 1) / of_block);
}

[[noreturn]] void refuse(const std::string& reason) {
    throw Error("kernel.refused",
                sentence("csr-sweep does not support this matrix on this GPU. {reason}", {{"reason", reason}}),
                sentence("Use csr-adaptive."));
}

int most_rounds(std::int64_t entries) { // returns twice the number of rounds needed, plus a constant
    return static_cast<int>(std::min<std::int64_t>(most_rounds_ever, entries / (sweep_threads / 2) + 64));
}

constexpr int small_hand = 32;    ///< number of rows per group (hand); 32 elements of y fill whole cache lines
constexpr double scattered = 0.5; ///< number of sectors of x per entry below which neighboring rows share sectors
constexpr double even = 1.02;     ///< maximum ratio of the largest share to the average
constexpr double uneven = 1.1;
constexpr int sorted_bits = 24; ///< number of key bits to sort by, in three passes

template <class T> class Making {
public:
    Making(const cuda::Device& device, const DeviceCsr<T>& a, int most_slots)
        : a_(a), stream_(device.stream()), most_slots_(most_slots) {
        find_shares(device.multiprocessors());
    }

    SweepLayout layout;

    /// Sorts the entries and their slots by share and column.
    void sort() {
        LayoutView view = view_of_layout();
        upload(at<Piece>(other_), layout.pieces);
        view.pieces = static_cast<int>(layout.pieces.size());
        view.piece = at<Piece>(other_);
        const int n = a_.nonzeros;
        look_up<<<blocks_of(n, entries_of_block), block_size, 0, stream_>>>(a_, a_.row_pointer, a_.column, view,
                                                                            at<unsigned>(keys_), at<int>(keys_) + half_,
                                                                            at<unsigned short>(of_entry_));
        cub::DoubleBuffer<unsigned> keys(at<unsigned>(keys_), at<unsigned>(other_));
        cub::DoubleBuffer<int> entries(at<int>(keys_) + half_, at<int>(other_) + half_);
        std::size_t bytes = sort_bytes_;
        WARPLOOM_CUDA_CHECK(cub::DeviceRadixSort::SortPairs(at<char>(scratch_), bytes, keys, entries, n, from_bit(),
                                                            key_bits(), stream_));
        if (keys.Current() != at<unsigned>(keys_))
            std::swap(keys_, other_); // the number of passes is the same for keys and entries, so one swap covers both
        pick<<<blocks_of(n, block_size * at_once), block_size, 0, stream_>>>(
            n, sorted_entry(), at<unsigned short>(of_entry_), at<unsigned short>(slot_));
        WARPLOOM_CUDA_CHECK(cudaGetLastError());
    }

    /// Schedules the rounds of each share, reusing the memory of the unsorted keys. Returns the total number of rounds.
    int make_rounds(const SweepPlan<T>& plan) {
        std::vector<int> first_entry(1, 0), had_round(1, 0);
        for (const Share& share : layout.share) {
            first_entry.push_back(first_entry.back() + share.entries);
            had_round.push_back(had_round.back() + most_rounds(share.entries));
        }
        upload(at<int>(first_entry_), first_entry);
        upload(at<int>(had_round_), had_round);
        const std::size_t shared = static_cast<std::size_t>(plan.slots) * sizeof(unsigned);
        WARPLOOM_CUDA_CHECK(
            cudaFuncSetAttribute(schedule, cudaFuncAttributeMaxDynamicSharedMemorySize, static_cast<int>(shared)));
        const auto most_columns =
            static_cast<unsigned>(std::min(std::int64_t{1} << (32 - plan.slot_bits), std::int64_t{1} << 31));
        schedule<<<static_cast<unsigned>(layout.shares), sweep_threads, shared, stream_>>>(
            {at<int>(first_entry_), at<int>(had_round_), at<unsigned>(keys_), at<unsigned short>(slot_), a_.nonzeros,
             plan.slots, column_mask(), most_columns, (1u << from_bit()) - 1u, at<int>(other_), at<int>(had_column_),
             at<int>(rounds_)});
        WARPLOOM_CUDA_CHECK(cudaGetLastError());
        std::vector<int> rounds(layout.share.size());
        download(rounds.data(), at<int>(rounds_), rounds.size());
        if (*std::min_element(rounds.begin(), rounds.end()) < 0)
            refuse(
                sentence("Neighboring columns have entries in the same rows, but the kernel needs scattered entries."));
        int all = 0;
        for (std::size_t s = 0; s < rounds.size(); ++s) {
            layout.share[s].first_round = all;
            layout.share[s].rounds = rounds[s];
            all += rounds[s];
        }
        return all;
    }

    /// Writes the arrays of a csr-sweep plan to its memory.
    void write(const SweepPlan<T>& plan, int rounds, const std::vector<unsigned>& is_cut) const {
        upload(const_cast<Share*>(plan.share), layout.share);
        upload(const_cast<Piece*>(plan.piece), layout.pieces);
        upload(const_cast<unsigned*>(plan.is_cut), is_cut);
        WARPLOOM_CUDA_CHECK(cudaMemcpyAsync(const_cast<Sum*>(plan.sum), at<Sum>(sum_),
                                            static_cast<std::size_t>(sums) * sizeof(Sum), cudaMemcpyDeviceToDevice,
                                            stream_));
        fill<<<static_cast<unsigned>(rounds), block_size, 0, stream_>>>(
            {plan.share, at<int>(had_round_), layout.shares, at<int>(other_), at<int>(had_column_), at<unsigned>(keys_),
             sorted_entry(), at<unsigned short>(slot_), column_mask(), plan.slot_bits, plan.no_slot},
            a_.value, const_cast<int*>(plan.first_column), const_cast<unsigned*>(plan.word),
            const_cast<T*>(plan.value));
        WARPLOOM_CUDA_CHECK(cudaGetLastError());
    }

    int sums = 0;

private:
    /// Uses one share per multiprocessor, or a multiple if the slots would not fit in shared memory. If the shares are
    /// unbalanced, splits more long rows and then assigns rows in smaller groups.
    void find_shares(int multiprocessors) {
        for (int shares = multiprocessors;; shares *= 2) {
            require_bits(shares);
            if ((a_.rows + shares - 1) / shares > most_slots_) continue;
            take_memory(shares);
            const double average = static_cast<double>(a_.nonzeros) / shares + 1;
            const int rounds = a_.nonzeros / (shares * sweep_threads) + 1;
            for (int parts = 4; parts >= 2; --parts) { // a slot gets at most rounds / parts entries, one per round
                const int most_of_slot = std::max(4, rounds / parts);
                const int long_ones = static_cast<int>(average / 64), more = std::min(long_ones, 2 * rounds);
                count(shares, 0, most_of_slot, long_ones);
                if (layout.most_entries() > even * average || layout.most_slots() > most_slots_)
                    count(shares, 0, most_of_slot, more);
                if (layout.most_entries() > uneven * average && a_.rows >= std::int64_t{8} * small_hand * shares &&
                    is_scattered())
                    count(shares, small_hand, most_of_slot, more);
                if (layout.most_slots() <= most_slots_) return;
            }
        }
    }
    void require_bits(int shares) const {
        const int most = 32 - bits_for(shares);
        if (bits_for(a_.cols) > most)
            refuse(sentence("The matrix has {cols} columns, but the kernel supports at most {most}.",
                            {{"cols", a_.cols}, {"most", std::int64_t{1} << most}}));
    }
    bool is_scattered() const {
        return rows_on_gpu({a_.row_pointer, a_.column, a_.rows, a_.nonzeros}, stream_)->look(sizeof(T)).scatter >=
               scattered;
    }
    void take_memory(int shares) {
        layout.shares = shares;
        const int n = a_.nonzeros;
        cub::DoubleBuffer<unsigned> keys(nullptr, nullptr);
        cub::DoubleBuffer<int> entries(nullptr, nullptr);
        WARPLOOM_CUDA_CHECK(
            cub::DeviceRadixSort::SortPairs(nullptr, sort_bytes_, keys, entries, n, from_bit(), key_bits(), stream_));
        half_ = (std::int64_t{n} + 63) / 64 * 64;
        const std::int64_t rounds = n / (sweep_threads / 2) + std::int64_t{64} * shares;
        const std::int64_t half = std::max(2 * half_, rounds * sweep_threads);
        Places places;
        keys_ = places.take<int>(half);
        other_ = places.take<int>(half);
        of_entry_ = places.take<unsigned short>(n);
        slot_ = places.take<unsigned short>(n);
        scratch_ = places.take<char>(static_cast<std::int64_t>(sort_bytes_));
        first_entry_ = places.take<int>(shares + 1);
        had_round_ = places.take<int>(shares + 1);
        had_column_ = places.take<int>(rounds);
        rounds_ = places.take<int>(shares);
        share_ = places.take<Share>(shares);
        taken_ = places.take<int>(2);
        second_slot_ = places.take<unsigned short>(a_.rows);
        sum_ = places.take<Sum>(std::min(a_.rows, n / 5) + 1); // a row with two slots has at least five entries
        memory_ = cuda::Buffer<unsigned char>();               // free the old memory before allocating new memory
        memory_ = cuda::Buffer<unsigned char>(places.bytes(), "A plan");
    }
    void count(int shares, int hand, int most_of_slot, int longest_kept) {
        layout = sweep_layout(a_.rows, shares, sweep_threads, hand);
        layout.most_of_slot = most_of_slot;
        layout.longest_kept = std::max(longest_kept, most_of_slot);
        const Found found{at<Share>(share_), at<Sum>(sum_), at<SweepLongRow>(keys_), at<int>(taken_)};
        WARPLOOM_CUDA_CHECK(cudaMemsetAsync(found.taken, 0, 2 * sizeof(int), stream_));
        share_out<<<static_cast<unsigned>(shares), sweep_threads, 0, stream_>>>(a_.row_pointer, a_.rows,
                                                                                view_of_layout(), found);
        WARPLOOM_CUDA_CHECK(cudaGetLastError());
        layout.share.resize(static_cast<std::size_t>(shares));
        download(layout.share.data(), found.share, layout.share.size());
        int cuts = 0;
        sums = 0;
        for (const Share& share : layout.share) {
            sums += share.sums;
            cuts += share.pieces;
        }
        std::vector<SweepLongRow> long_rows(static_cast<std::size_t>(cuts));
        if (cuts > 0) download(long_rows.data(), found.long_row, long_rows.size());
        cut_long_rows(layout, long_rows);
    }

    template <class E> E* at(std::int64_t place) const { return array_at<E>(memory_, place); }
    int* sorted_entry() const { return at<int>(keys_) + half_; }
    int column_bits() const { return bits_for(a_.cols); }
    int key_bits() const { return column_bits() + bits_for(layout.shares); }
    int from_bit() const { return std::clamp(key_bits() - sorted_bits, 0, column_bits()); }
    unsigned column_mask() const { return static_cast<unsigned>((std::int64_t{1} << column_bits()) - 1); }
    LayoutView view_of_layout() const {
        return {layout.shares,
                layout.rows_of_share,
                layout.hand,
                layout.most_of_slot,
                layout.longest_kept,
                0,
                at<unsigned short>(second_slot_),
                nullptr,
                column_bits()};
    }
    template <class E> void upload(E* to, const std::vector<E>& from) const {
        if (!from.empty())
            WARPLOOM_CUDA_CHECK(
                cudaMemcpyAsync(to, from.data(), from.size() * sizeof(E), cudaMemcpyHostToDevice, stream_));
    }
    template <class E> void download(E* to, const E* from, std::size_t n) const {
        WARPLOOM_CUDA_CHECK(cudaMemcpyAsync(to, from, n * sizeof(E), cudaMemcpyDeviceToHost, stream_));
        WARPLOOM_CUDA_CHECK(cudaStreamSynchronize(stream_));
    }

    DeviceCsr<T> a_;
    cudaStream_t stream_;
    int most_slots_;
    cuda::Buffer<unsigned char> memory_;
    std::size_t sort_bytes_ = 0;
    std::int64_t half_ = 0;
    // Offsets of the keys and entries before and after the sort. The order of the rounds replaces the unsorted data.
    std::int64_t keys_ = 0, other_ = 0, of_entry_ = 0, slot_ = 0, scratch_ = 0, first_entry_ = 0, had_round_ = 0,
                 had_column_ = 0, rounds_ = 0, share_ = 0, taken_ = 0, second_slot_ = 0, sum_ = 0;
};

} // namespace

template <class T> SweepArrays<T>::SweepArrays(const cuda::Device& device, const DeviceCsr<T>& a, int most_slots) {
    Making<T> making(device, a, most_slots);
    const SweepLayout& layout = making.layout;
    plan_.shares = layout.shares;
    plan_.rows_of_share = layout.rows_of_share;
    plan_.hand = layout.hand;
    plan_.pieces = static_cast<int>(layout.pieces.size());
    plan_.slots = layout.most_slots();
    plan_.slot_bits = bits_for(plan_.slots + std::int64_t{1});
    plan_.no_slot = (1u << plan_.slot_bits) - 1u;
    making.sort();
    const int rounds = making.make_rounds(plan_);
    const std::vector<unsigned> is_cut = cut_rows(layout.pieces, a.rows);

    Places places;
    const std::int64_t share_at = places.take<SweepLayout::Share>(layout.shares), column_at = places.take<int>(rounds),
                       word_at = places.take<unsigned>(std::int64_t{rounds} * sweep_threads),
                       value_at = places.take<T>(std::int64_t{rounds} * sweep_threads),
                       sum_at = places.take<SweepLayout::Sum>(making.sums),
                       piece_at = places.take<SweepLayout::Piece>(plan_.pieces),
                       cut_at = places.take<unsigned>(static_cast<std::int64_t>(is_cut.size()));
    memory_ = cuda::Buffer<unsigned char>(places.bytes(), "A plan");
    plan_.share = array_at<SweepLayout::Share>(memory_, share_at);
    plan_.first_column = array_at<int>(memory_, column_at);
    plan_.word = array_at<unsigned>(memory_, word_at);
    plan_.value = array_at<T>(memory_, value_at);
    plan_.sum = array_at<SweepLayout::Sum>(memory_, sum_at);
    plan_.piece = array_at<SweepLayout::Piece>(memory_, piece_at);
    plan_.is_cut = is_cut.empty() ? nullptr : array_at<unsigned>(memory_, cut_at);
    making.write(plan_, rounds, is_cut);
    device.finish(); // wait, because the temporary arrays are freed after this
}

template class SweepArrays<float>;
template class SweepArrays<double>;

} // namespace warploom::kernels
