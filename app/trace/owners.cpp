#include "app/trace/owners.h"

#include "engine/error.h"
#include "engine/simulated/one_sink.h"
#include "engine/simulated/tracer.h"

#include <algorithm>
#include <bit>
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

/// Notes the threads that load value slots. One multiprocessor, so blocks come one after the other, in ascending order.
class OwnerSink final : public OneSink {
public:
    OwnerSink(const EntryTags& tags, std::int64_t nonzeros, const std::atomic<bool>* cancelled)
        : owners(static_cast<std::size_t>(nonzeros)), tags_(tags), cancelled_(cancelled) {}

    void follow(const Tracer& tracer) { tracer_ = &tracer; }
    void start() { is_on_ = true; }

    void step(std::int64_t block, int warp, const Step& step) override {
        if ((++steps_ & 0xffff) == 0 && cancelled_ != nullptr && cancelled_->load(std::memory_order_relaxed))
            throw Error("cancelled", "The task was cancelled.");
        const std::string* const array = is_on_ ? value_array(step.site) : nullptr;
        if (array == nullptr) return;
        for (std::uint32_t left = step.active; left != 0; left &= left - 1) {
            const int lane = std::countr_zero(left);
            const std::int64_t k = tags_.nonzero(*array, step.index[lane]);
            if (k < 0 || k >= static_cast<std::int64_t>(owners.size())) continue;
            Owner& first = owners[k];
            if (first.block < 0)
                first = {static_cast<std::int32_t>(block), static_cast<std::int16_t>(warp),
                         static_cast<std::int16_t>(lane)};
        }
    }

    std::vector<Owner> owners;

private:
    /// The name of the value array that the site loads, or null.
    const std::string* value_array(int site) {
        const auto number = static_cast<std::size_t>(site);
        if (number >= known_.size()) {
            known_.resize(number + 1, false);
            names_.resize(number + 1);
        }
        if (!known_[number]) {
            known_[number] = true;
            const Site& s = tracer_->sites()[number];
            if (s.access == Access::load && s.space == Space::global && s.array >= 0) {
                const std::string& name = tracer_->arrays()[s.array].name;
                if (tags_.knows(name)) names_[number] = name;
            }
        }
        return names_[number].empty() ? nullptr : &names_[number];
    }

    const EntryTags& tags_;
    const std::atomic<bool>* cancelled_;
    const Tracer* tracer_ = nullptr;
    bool is_on_ = false;
    std::vector<bool> known_;
    std::vector<std::string> names_;
    std::uint64_t steps_ = 0;
};

} // namespace

std::vector<Owner> find_owners(const EntryTags& tags, std::int64_t nonzeros, const TraceSubject& subject,
                               int block_size, std::int64_t only_block, const std::atomic<bool>* cancelled) {
    OwnerSink sink(tags, nonzeros, cancelled);
    TraceOptions options;
    options.host_threads = 1;
    if (only_block >= 0) options.only_block = only_block;
    Tracer tracer(options, sink);
    sink.follow(tracer);
    const auto bound = subject.bind(block_size, tracer);
    sink.start();
    subject.run(*bound);
    return std::move(sink.owners);
}

} // namespace warploom::app
