#include "app/warp_document.h"

#include "app/figure.h"
#include "app/kernel_sources.h"
#include "app/spmv_problem.h"
#include "app/trace_document.h"
#include "app/warp_window.h"
#include "engine/simulated/counts.h"

#include <algorithm>
#include <array>
#include <bit>
#include <cstdio>
#include <limits>
#include <map>

namespace warploom::app {

using protocol::Json;
using protocol::number;
using namespace simulated;

std::shared_ptr<const std::vector<Owner>> OwnerCache::find(const std::string& key) const {
    for (const auto& [known, owners] : entries_)
        if (known == key) return owners;
    return nullptr;
}

void OwnerCache::keep(const std::string& key, std::shared_ptr<const std::vector<Owner>> owners) {
    entries_.emplace_front(key, std::move(owners));
    if (entries_.size() > capacity) entries_.pop_back();
}

namespace {

/// Up to so many nonzeros, all are asked for their owner: about half a second of tracing.
constexpr std::int64_t most_nonzeros_owned = 1'000'000;

template <class F> void for_each_lane(std::uint32_t lanes, const F& f) {
    for (; lanes != 0; lanes &= lanes - 1) f(std::countr_zero(lanes));
}

/// Everything that makes one document.
class WarpDocument {
public:
    WarpDocument(const Matrix& matrix, const WarpSettings& settings, const Progress& progress, OwnerCache* cache,
                 std::size_t most_bytes)
        : matrix_(matrix), a_(matrix.csr), settings_(settings), progress_(progress), cache_(cache),
          most_bytes_(most_bytes), info_(*kernels::find_spmv_kernel(settings.kernel)),
          format_(kernels::make_format(info_.format, a_, settings.precision, {}, progress)),
          tags_(kernels::make_format(info_.format, tagged(a_), kernels::Precision::float64, {}, progress)) {
        progress.check(0, 1);
        trace_ = trace_warp(format_, settings, progress.cancelled);
        for (const auto& array : format_->arrays())
            if (array.is_value()) values_[array.name] = array;
        number_sites();
    }

    Json make() {
        Json steps = step_documents();
        const bool is_whole = static_cast<std::int64_t>(steps.size()) == trace_.all_steps;
        Json launches = Json::array();
        for (const LaunchInfo& launch : trace_.launches)
            launches.push_back({{"kernel", launch.kernel},
                                {"blocks", launch.blocks},
                                {"warps_per_block", (launch.block_size + warp_size - 1) / warp_size}});
        return {{"operation", "spmv"},
                {"matrix", matrix_document(matrix_)},
                {"kernel", settings_.kernel},
                {"format", info_.format},
                {"card", card_document(settings_.card)},
                {"precision", kernels::to_string(settings_.precision)},
                {"block", settings_.block},
                {"launch", settings_.launch},
                {"launches", launches},
                {"block_index", settings_.block_index},
                {"warp", settings_.warp},
                {"source", source_documents()},
                {"arrays", array_documents(trace_.arrays)},
                {"sites", site_documents()},
                {"steps", steps},
                {"truncated", is_whole ? Json(nullptr) : Json(trace_.all_steps)},
                {"owners", owners_document()},
                {"rows", first_row_ < 0 ? Json(nullptr) : Json::array({first_row_, last_row_})}};
    }

private:
    const TracedArray* array_of(const Site& site) const {
        return site.array < 0 ? nullptr : &trace_.arrays[site.array];
    }

    /// The sites of this warp in the order of the source, and what they did.
    void number_sites() {
        std::vector<bool> is_used(trace_.sites.size(), false);
        for (const Step& step : trace_.steps) is_used[step.site] = true;
        place_.assign(trace_.sites.size(), -1);
        for (const int site : in_source_order(trace_.sites)) {
            if (!is_used[site]) continue;
            place_[site] = static_cast<int>(order_.size());
            order_.push_back(site);
        }
        counts_.resize(order_.size());
        for (const Step& step : trace_.steps) count(step);
    }

    void count(const Step& step) {
        const Site& site = trace_.sites[step.site];
        SiteCounts& c = counts_[static_cast<std::size_t>(place_[static_cast<std::size_t>(step.site)])];
        ++c.warp_instructions;
        c.lane_accesses += std::popcount(step.active);
        const TracedArray* const array = array_of(site);
        if (site.space != Space::global || array == nullptr) return;
        std::array<std::uint64_t, warp_size> address{};
        for_each_lane(step.active, [&](int lane) {
            const std::int64_t index = step.index[lane];
            address[lane] =
                array->base + static_cast<std::uint64_t>(index) * static_cast<std::uint64_t>(array->element_bytes);
        });
        find_transactions(settings_.card.coalescing, site.access, address, step.active, array->element_bytes,
                          transactions_);
        c.transactions += static_cast<std::int64_t>(transactions_.size());
        const bool is_write = site.access == Access::store || site.access == Access::atomic;
        if (is_write && array->name == "y")
            for_each_lane(step.active, [&](int lane) {
                const std::int64_t row = step.index[lane];
                if (first_row_ < 0 || row < first_row_) first_row_ = row;
                last_row_ = std::max(last_row_, row);
            });
    }

    Json source_documents() const {
        std::vector<std::string> files;
        const auto add = [&](const std::string& file) {
            if (!file.empty() && std::find(files.begin(), files.end(), file) == files.end()) files.push_back(file);
        };
        std::string own = settings_.kernel;
        std::replace(own.begin(), own.end(), '-', '_');
        add("kernels/spmv/" + own + ".h");
        for (const int site : order_) {
            add(trace_.sites[site].kernel_file);
            add(trace_.sites[site].file);
        }
        Json list = Json::array();
        for (const std::string& file : files)
            for (const BuiltInFile& source : kernel_sources()) {
                if (source.name != file) continue;
                Json lines = Json::array();
                for (std::size_t begin = 0; begin < source.text.size();) {
                    const std::size_t end = std::min(source.text.find('\n', begin), source.text.size());
                    lines.push_back(source.text.substr(begin, end - begin));
                    begin = end + 1;
                }
                list.push_back({{"file", file},
                                {"title", file.substr(file.rfind('/') + 1)},
                                {"first_line", 1},
                                {"lines", std::move(lines)}});
            }
        return list;
    }

    Json site_documents() const {
        Json list = Json::array();
        for (std::size_t n = 0; n < order_.size(); ++n) {
            const Site& site = trace_.sites[order_[n]];
            list.push_back({{"file", site.file},
                            {"line", site.line},
                            {"kernel_file", site.kernel_file},
                            {"kernel_line", site.kernel_line},
                            {"array", site.array},
                            {"kind", to_string(site.access)},
                            {"space", to_string(site.space)},
                            {"element_bytes", site.element_bytes},
                            {"gather", site.is_gather},
                            {"warp_instructions", counts_[n].warp_instructions},
                            {"transactions", counts_[n].transactions},
                            {"lane_accesses", counts_[n].lane_accesses}});
        }
        return list;
    }

    /// The number that a lane loaded or stored, where it is certain: what a format's values and x hold, and y where
    /// every entry is written once.
    Json value_at(const Site& site, const std::string& array, std::int64_t index) const {
        if (index < 0) return nullptr;
        if (site.access == Access::load) {
            const auto at = values_.find(array);
            if (at != values_.end() && index < at->second.size)
                return at->second.element == kernels::FormatArray::Element::float32
                           ? number(double{static_cast<const float*>(at->second.data)[index]})
                           : number(static_cast<const double*>(at->second.data)[index]);
            if (array == "x" && index < a_.cols) return 1.0;
        }
        const bool is_only_store = site.access == Access::store && trace_.launches.size() == 1 && !adds_to_y_;
        if (is_only_store && array == "y" && index < a_.rows) return number(trace_.y[index]);
        return nullptr;
    }

    Json step_document(const Step& step) const {
        const Site& site = trace_.sites[step.site];
        const TracedArray* const array = array_of(site);
        Json index = Json::array(), value = Json::array(), entry = Json::array();
        bool has_value = false, has_entry = false;
        for (int lane = 0; lane < warp_size; ++lane) {
            index.push_back(nullptr);
            value.push_back(nullptr);
            entry.push_back(nullptr);
            if ((step.active >> lane & 1u) == 0) continue;
            const std::int64_t at = step.index[lane];
            index.back() = at;
            if (array == nullptr || site.space != Space::global) continue;
            value.back() = value_at(site, array->name, at);
            has_value = has_value || !value.back().is_null();
            if (site.access != Access::load) continue;
            const std::int64_t k = tags_.nonzero(array->name, at);
            if (k < 0 || k >= a_.nonzeros()) continue;
            entry.back() = Json::array({row_of_nonzero(a_, k), a_.column[k]});
            has_entry = true;
        }
        Json document{{"site", place_[step.site]},
                      {"active", lane_mask(step.active)},
                      {"waiting", lane_mask(step.waiting)},
                      {"index", std::move(index)},
                      {"flops", step.flops}};
        if (has_value) document["value"] = std::move(value);
        if (has_entry) document["entry"] = std::move(entry);
        return document;
    }

    Json step_documents() {
        for (const Site& site : trace_.sites) {
            const TracedArray* const array = array_of(site);
            const bool reads = site.access == Access::load || site.access == Access::atomic;
            if (array != nullptr && array->name == "y" && reads) adds_to_y_ = true;
        }
        Json list = Json::array();
        std::size_t bytes = 0;
        for (const Step& step : trace_.steps) {
            if (list.size() % 256 == 0) progress_.check(0, 1);
            list.push_back(step_document(step));
            bytes += protocol::to_line(list.back()).size();
            if (bytes > most_bytes_) {
                list.erase(list.size() - 1);
                break;
            }
        }
        return list;
    }

    /// Rows and the first column of what the warp reads; where it reads nothing, of what it writes.
    void find_place() {
        if (first_row_ >= 0) {
            place_first_ = first_row_;
            place_last_ = last_row_;
        }
        bool has_read = false;
        for (const Step& step : trace_.steps) {
            const Site& site = trace_.sites[step.site];
            const TracedArray* const array = array_of(site);
            if (array == nullptr || site.access != Access::load || !tags_.knows(array->name)) continue;
            for_each_lane(step.active, [&](int lane) {
                const std::int64_t k = tags_.nonzero(array->name, step.index[lane]);
                if (k < 0 || k >= a_.nonzeros()) return;
                const std::int64_t row = row_of_nonzero(a_, k);
                const std::int64_t column = a_.column[k];
                place_first_ = has_read ? std::min(place_first_, row) : row;
                place_last_ = has_read ? std::max(place_last_, row) : row;
                place_column_ = has_read ? std::min(place_column_, column) : column;
                has_read = true;
            });
        }
    }

    std::shared_ptr<const std::vector<Owner>> all_owners() {
        const bool is_whole = a_.nonzeros() <= most_nonzeros_owned;
        const std::string key =
            protocol::to_line({matrix_document(matrix_)["hash"], matrix_.rows(), matrix_.cols(), settings_.kernel,
                               settings_.block, is_whole ? -1 : settings_.block_index});
        auto owners = cache_ == nullptr ? nullptr : cache_->find(key);
        if (owners != nullptr) return owners;
        owners = std::make_shared<const std::vector<Owner>>(
            find_owners(tags_, a_.nonzeros(), settings_.kernel, settings_.block, is_whole ? -1 : settings_.block_index,
                        progress_.cancelled));
        if (cache_ != nullptr && is_whole) cache_->keep(key, owners); // the others are large, and of one block only
        return owners;
    }

    Json owners_document() {
        find_place();
        const MatrixWindow w = window_around(a_, place_first_, place_last_, place_column_);
        const auto owners = all_owners();
        Json entries = Json::array();
        for (std::int64_t row = w.row_begin; row < w.row_end; ++row)
            for (auto k = a_.row_pointer[row]; k < a_.row_pointer[row + 1]; ++k) {
                const std::int64_t column = a_.column[k];
                if (column < w.col_begin || column >= w.col_end ||
                    static_cast<std::int64_t>(entries.size()) >= most_entries_around)
                    continue;
                const Owner& owner = (*owners)[k];
                entries.push_back(owner.block < 0 ? Json::array({row, column, -1, -1, -1})
                                                  : Json::array({row, column, owner.block, owner.warp, owner.lane}));
            }
        return {{"row_begin", w.row_begin},
                {"row_end", w.row_end},
                {"col_begin", w.col_begin},
                {"col_end", w.col_end},
                {"entries", std::move(entries)}};
    }

    const Matrix& matrix_;
    const CsrMatrix& a_;
    const WarpSettings& settings_;
    const Progress& progress_;
    OwnerCache* cache_;
    std::size_t most_bytes_;
    const kernels::KernelInfo& info_;
    std::shared_ptr<const kernels::HostFormat> format_;
    EntryTags tags_;
    WarpTrace trace_;
    std::map<std::string, kernels::FormatArray> values_;
    std::vector<int> order_, place_; ///< sites by place in the document, and the reverse (-1: not there)
    std::vector<SiteCounts> counts_;
    std::vector<Transaction> transactions_;
    std::int64_t first_row_ = -1, last_row_ = -1;
    std::int64_t place_first_ = 0, place_last_ = 0, place_column_ = 0;
    bool adds_to_y_ = false;
};

} // namespace

Json warp_document(const Matrix& matrix, const WarpSettings& settings, const Progress& progress, OwnerCache* cache,
                   std::size_t most_bytes) {
    TraceSettings same;
    same.kernel = settings.kernel;
    same.card = settings.card;
    same.block = settings.block;
    require_runnable(matrix);
    check_trace_settings(kernels::Operation::spmv, same);
    return WarpDocument(matrix, settings, progress, cache, most_bytes).make();
}

} // namespace warploom::app
