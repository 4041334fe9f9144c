#include "app/check/row_cause.h"

#include "app/trace/warp_trace.h"
#include "app/trace/watching_sink.h"
#include "engine/measure/rounding.h"
#include "engine/sentence.h"
#include "engine/simt/language/headers.h"

#include <algorithm>
#include <cmath>
#include <map>
#include <set>
#include <utility>

namespace warploom::app {

using namespace simulated;

namespace {

/// A read of one entry of the row.
struct Read {
    std::int64_t block = 0;
    int thread = 0, line = 0;

    std::pair<std::int64_t, int> reader() const { return {block, thread}; }
};

/// Records which threads read the entries of one row in the arrays `value` and `column`.
class EntryReads final : public WatchingSink {
public:
    EntryReads(std::int64_t begin, std::int64_t end, const std::atomic<bool>* cancelled)
        : WatchingSink(cancelled), value(static_cast<std::size_t>(end - begin)), column(value.size()), begin_(begin),
          end_(end) {}
    void begin_block(std::int64_t, int) override {}

    std::vector<std::vector<Read>> value, column; ///< for each entry of the row, the threads that read it
    /// Threads that read at least one entry.
    std::set<std::pair<std::int64_t, int>> readers_of_value, readers_of_column;

    /// Removes the reads of `value` by threads that also read `column`, but not in this row, because such threads
    /// process another row.
    void keep_threads_of_row() {
        std::set<std::pair<std::int64_t, int>> of_row;
        for (const auto& reads : column)
            for (const Read& read : reads) of_row.insert(read.reader());
        if (of_row.empty()) return;
        for (auto& reads : value)
            std::erase_if(reads, [&](const Read& read) {
                return of_row.count(read.reader()) == 0 && readers_of_column.count(read.reader()) != 0;
            });
    }

private:
    void look_at(std::int64_t block, int warp, const WarpInstruction& step) override {
        const Site& site = site_of(step);
        if (site.access != Access::load || site.space != Space::global || site.array < 0) return;
        const TracedArray& array = tracer().arrays()[static_cast<std::size_t>(site.array)];
        if (array.name != "value" && array.name != "column") return;
        const bool is_value = array.name == "value";
        std::vector<std::vector<Read>>& reads = is_value ? value : column;
        const int together =
            // number of array elements per access, such as 2 for double2
            std::max(1, site.element_bytes / std::max(1, array.element_bytes));
        for_each_lane(step.active, [&](int lane) {
            (is_value ? readers_of_value : readers_of_column).emplace(block, warp * warp_size + lane);
            const std::int64_t first = step.index[static_cast<std::size_t>(lane)] * together;
            for (std::int64_t entry = std::max(first, begin_); entry < std::min(first + together, end_); ++entry) {
                std::vector<Read>& of = reads[static_cast<std::size_t>(entry - begin_)];
                constexpr std::size_t most = 64;
                if (of.size() < most)
                    of.push_back({block, warp * warp_size + lane, simt::is_header(site.file) ? 0 : site.line});
            }
        });
    }

    const std::int64_t begin_, end_;
};

/// Compares the computed value with the sums that typical mistakes produce.
class RowCause {
public:
    RowCause(const WrongRow& wrong, const EntryReads& reads, std::int64_t begin)
        : wrong_(wrong), reads_(reads), begin_(begin) {
        const CsrMatrix& a = wrong.matrix;
        for (std::size_t k = 0; k < reads.value.size(); ++k) {
            const std::size_t entry = static_cast<std::size_t>(begin) + k;
            products_.push_back(static_cast<long double>(a.value[entry]) *
                                static_cast<long double>(wrong.x[static_cast<std::size_t>(a.column[entry])]));
            magnitude_ += std::fabs(products_.back());
            sum_ += products_.back();
        }
    }

    std::string find() const {
        std::string cause = of_counts();
        if (cause.empty()) cause = of_other_index();
        if (cause.empty() && wrong_.may_lose_lanes) cause = of_threads();
        return cause;
    }

private:
    /// Returns whether the computed value equals this sum, except for rounding, and the sum clearly differs from the
    /// correct one.
    bool is_computed(long double sum) const {
        const long double room = 4 * static_cast<long double>(measure::unit_roundoff(wrong_.is_single)) *
                                 static_cast<long double>(products_.size() + 8) * magnitude_;
        return std::fabs(static_cast<long double>(wrong_.computed) - sum) <= room && std::fabs(sum - sum_) > 4 * room;
    }

    std::string name_of(const char* array, std::size_t k) const {
        return std::string(array) + "[" + std::to_string(begin_ + static_cast<std::int64_t>(k)) + "]";
    }

    /// Returns an explanation of the error if an entry is read several times or never; otherwise an empty string.
    std::string of_counts() const {
        long double sum = 0;
        std::size_t missing = 0, first = products_.size(), last = 0, twice = products_.size();
        for (std::size_t k = 0; k < products_.size(); ++k) {
            const std::size_t count = reads_.value[k].size();
            sum += static_cast<long double>(count) * products_[k];
            if (count > 1) twice = std::min(twice, k);
            if (count > 0) continue;
            ++missing;
            first = std::min(first, k);
            last = k;
        }
        if (!is_computed(sum)) return {};
        const bool is_tail = missing > 0 && last + 1 == products_.size() && last - first + 1 == missing;
        if (missing == products_.size())
            return sentence("No thread reads the entries of this row, {first} to {last}.",
                            {{"first", name_of("value", first)}, {"last", name_of("value", last)}});
        if (is_tail && missing == 1)
            return sentence("The last entry of the row, {entry}, is never read.", {{"entry", name_of("value", first)}});
        if (is_tail)
            return sentence("The last {n} {n:entry|entries} of the row, from {entry} on, are never read.",
                            {{"n", missing}, {"entry", name_of("value", first)}});
        if (missing > 0)
            return sentence("{n} of the {all} entries of the row are never read, such as {entry}.",
                            {{"n", missing}, {"all", products_.size()}, {"entry", name_of("value", first)}});
        const std::vector<Read>& readers = reads_.value[twice];
        return sentence("{entry} is added more than once: thread {one} of block {block} and thread {other} of block "
                        "{other_block} read it on line {line}.",
                        {{"entry", name_of("value", twice)},
                         {"one", readers[0].thread},
                         {"block", readers[0].block},
                         {"other", readers[1].thread},
                         {"other_block", readers[1].block},
                         {"line", readers[1].line}});
    }

    /// Returns an explanation of the error if a thread reads the two arrays at different indices; otherwise an empty
    /// string.
    std::string of_other_index() const {
        for (std::size_t k = 0; k < products_.size(); ++k) {
            const bool has_value = !reads_.value[k].empty(), has_column = !reads_.column[k].empty();
            if (has_value == has_column) continue;
            const Read& read = has_value ? reads_.value[k].front() : reads_.column[k].front();
            // If different threads read the two arrays, different indices are not a mistake.
            const auto& readers = has_value ? reads_.readers_of_column : reads_.readers_of_value;
            if (!has_value && readers.count(read.reader()) == 0) continue;
            return sentence("Thread {thread} of block {block} reads {one} on line {line}, but not {other}. Compare the "
                            "indices.",
                            {{"one", name_of(has_value ? "value" : "column", k)},
                             {"other", name_of(has_value ? "column" : "value", k)},
                             {"thread", read.thread},
                             {"block", read.block},
                             {"line", read.line}});
        }
        return {};
    }

    /// Returns an explanation of the error if the sum lacks the products of some threads, such as the upper half of a
    /// warp; otherwise an empty string.
    std::string of_threads() const {
        std::map<int, long double> sums; // for each thread, the sum of the products whose operands it reads
        const std::int64_t block = reads_.value.front().empty() ? 0 : reads_.value.front().front().block;
        for (std::size_t k = 0; k < products_.size(); ++k) {
            if (reads_.value[k].size() != 1 || reads_.value[k].front().block != block) return {};
            sums[reads_.value[k].front().thread] += products_[k];
        }
        const auto lacks = [&](const auto& is_missing) {
            long double sum = 0;
            std::vector<int> missing;
            for (const auto& [thread, part] : sums)
                if (is_missing(thread)) missing.push_back(thread);
                else sum += part;
            const bool is_some = !missing.empty() && missing.size() < sums.size();
            return is_some && is_computed(sum) ? without(missing, block) : std::string();
        };
        for (const auto& [first, part] : sums) {
            const int from = first;
            std::string cause = lacks([&](int thread) { return thread >= from; });
            if (cause.empty()) cause = lacks([&](int thread) { return thread == from; });
            if (!cause.empty()) return cause;
        }
        for (int bit = 1; bit < 1024; bit *= 2)
            if (std::string cause = lacks([&](int thread) { return (thread & bit) != 0; }); !cause.empty())
                return cause;
        return {};
    }

    static std::string without(const std::vector<int>& threads, std::int64_t block) {
        if (threads.size() == 1)
            return sentence("The products of thread {thread} of block {block} are missing from the sum.",
                            {{"thread", threads[0]}, {"block", block}});
        if (threads.back() - threads.front() + 1 == static_cast<int>(threads.size()))
            return sentence("The products of threads {first} to {last} of block {block} are missing from the sum.",
                            {{"first", threads.front()}, {"last", threads.back()}, {"block", block}});
        return sentence("The products of {n} threads of block {block} are missing from the sum, those of threads "
                        "{first}, {second}, and so on.",
                        {{"n", threads.size()}, {"block", block}, {"first", threads[0]}, {"second", threads[1]}});
    }

    const WrongRow& wrong_;
    const EntryReads& reads_;
    const std::int64_t begin_;
    std::vector<long double> products_;
    long double magnitude_ = 0, sum_ = 0;
};

} // namespace

std::string cause_of(const TraceSubject& subject, const WrongRow& wrong, int block_size,
                     const std::atomic<bool>* cancelled) {
    if ((subject.format != "csr" && subject.format != "coo") || !std::isfinite(wrong.computed)) return {};
    const auto row = static_cast<std::size_t>(wrong.row);
    const std::int64_t begin = wrong.matrix.row_pointer[row], end = wrong.matrix.row_pointer[row + 1];
    constexpr std::int64_t most = 100'000;
    if (begin == end || end - begin > most) return {};
    EntryReads reads(begin, end, cancelled);
    reads.watch(subject, block_size);
    reads.keep_threads_of_row();
    return RowCause(wrong, reads, begin).find();
}

} // namespace warploom::app
