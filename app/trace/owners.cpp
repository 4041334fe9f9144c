#include "app/trace/owners.h"

#include "app/trace/warp_trace.h"
#include "app/trace/watching_sink.h"

#include <algorithm>
#include <numeric>

namespace warploom::app {

using kernels::FormatArray;
using namespace simulated;

CsrMatrix tagged(CsrMatrix matrix) {
    std::iota(matrix.value.begin(), matrix.value.end(), 1.0);
    return matrix;
}

EntryTags::EntryTags(std::shared_ptr<const kernels::HostFormat> format) : format_(std::move(format)) {
    for (const FormatArray& array : format_->arrays())
        if (array.is_value()) values_[array.name] = array;
}

std::int64_t EntryTags::nonzero(const std::string& array, std::int64_t slot) const {
    const auto at = values_.find(array);
    if (at == values_.end() || slot < 0 || slot >= at->second.size) return -1;
    const FormatArray& values = at->second;
    const double tag = values.element == FormatArray::Element::float32
                           ? double{static_cast<const float*>(values.data)[slot]}
                           : static_cast<const double*>(values.data)[slot];
    return static_cast<std::int64_t>(tag) - 1;
}

std::int64_t row_of_nonzero(const CsrMatrix& matrix, std::int64_t k) {
    return std::upper_bound(matrix.row_pointer.begin(), matrix.row_pointer.end(), k) - matrix.row_pointer.begin() - 1;
}

namespace {

/// Records which threads load the stored values of the matrix.
class OwnerSink final : public WatchingSink {
public:
    OwnerSink(const EntryTags& tags, std::int64_t nonzeros, const std::atomic<bool>* cancelled)
        : WatchingSink(cancelled), owners(static_cast<std::size_t>(nonzeros)), tags_(tags) {}
    std::vector<Owner> owners;

private:
    void look_at(std::int64_t block, int warp, const WarpInstruction& step) override {
        const std::string* const array = value_array(step.site);
        if (array == nullptr) return;
        for_each_lane(step.active, [&](int lane) {
            const std::int64_t k = tags_.nonzero(*array, step.index[lane]);
            if (k < 0 || k >= static_cast<std::int64_t>(owners.size()) || owners[k].block >= 0) return;
            owners[k] = {static_cast<std::int32_t>(block), static_cast<std::int16_t>(warp),
                         static_cast<std::int16_t>(lane)};
        });
    }
    /// Returns the name of the value array that is loaded at a source location, or null if no value array is loaded
    /// there.
    const std::string* value_array(int site) {
        const auto number = static_cast<std::size_t>(site);
        if (number >= known_.size()) {
            known_.resize(number + 1, false);
            names_.resize(number + 1);
        }
        if (!known_[number]) {
            known_[number] = true;
            const Site& s = tracer().sites()[number];
            if (s.access == Access::load && s.space == Space::global && s.array >= 0) {
                const std::string& name = tracer().arrays()[s.array].name;
                if (tags_.knows(name)) names_[number] = name;
            }
        }
        return names_[number].empty() ? nullptr : &names_[number];
    }

    const EntryTags& tags_;
    std::vector<bool> known_;
    std::vector<std::string> names_;
};

} // namespace

std::vector<Owner> find_owners(const EntryTags& tags, std::int64_t nonzeros, const TraceSubject& subject,
                               int block_size, std::int64_t only_block, const std::atomic<bool>* cancelled) {
    OwnerSink sink(tags, nonzeros, cancelled);
    TraceOptions options;
    if (only_block >= 0) options.only_block = only_block;
    sink.watch(subject, block_size, options);
    return std::move(sink.owners);
}

} // namespace warploom::app
