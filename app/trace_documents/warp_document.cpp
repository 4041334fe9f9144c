#include "app/trace_documents/warp_document.h"

#include "app/trace/warp_boards.h"
#include "app/trace/warp_window.h"
#include "app/trace_documents/trace_document.h"
#include "engine/simt/language/headers.h"
#include "kernels/sources/built_in_kernels.h"
#include "kernels/sources/text_of_kernel.h"

#include <algorithm>
#include <cmath>
#include <map>
#include <optional>

namespace warploom::app {

using namespace simulated;

namespace {

/// If a matrix has at most this many nonzeros, all blocks are traced to find the thread that reads each nonzero. This
/// takes about half a second for the largest matrix.
constexpr std::int64_t most_nonzeros_owned = 1'000'000;

/// Builds the protocol document of a warp.
class WarpDocument {
public:
    WarpDocument(const TraceInput& input, const WarpSettings& settings, const Progress& progress, OwnerCache* cache,
                 std::size_t most_bytes)
        : input_(input.info()), settings_(settings), progress_(progress), cache_(cache), most_bytes_(most_bytes),
          subject_(input.subject(progress)), a_(subject_.matrix.get()) {
        if (a_ != nullptr && subject_.entries != nullptr) {
            tags_.emplace(kernels::make_format(subject_.entries->footprint.format, tagged(*a_), Precision::float64, {},
                                               progress));
            for (const auto& array : subject_.entries->arrays())
                if (array.is_value()) values_[array.name] = array;
        }
        progress.check(0, 1);
        trace_ = trace_warp(subject_, settings, progress.cancelled);
        number_sites();
    }

    protocol::WarpDocument make() {
        protocol::WarpDocument warp;
        warp.operation = kernels::to_string(settings_.operation);
        warp.matrix = input_;
        warp.kernel = settings_.kernel;
        warp.format = subject_.format;
        warp.card = protocol::CardInUse::of(settings_.card);
        warp.precision = settings_.precision;
        warp.block_size = settings_.block;
        warp.launch = settings_.launch;
        warp.launches = launches();
        warp.block_index = settings_.block_index;
        warp.warp = settings_.warp;
        warp.sources = sources();
        warp.arrays = arrays_of(trace_.arrays);
        warp.sites = sites();
        warp.steps = steps();
        if (warp.step_count() != trace_.all_steps) warp.all_steps = trace_.all_steps;
        find_place();
        if (tags_ && (has_read_ || subject_.boards.is_empty())) warp.owners = owners();
        warp.boards = boards_of(subject_, settings_, trace_, progress_.cancelled);
        if (first_row_ >= 0) warp.written_rows = {first_row_, last_row_};
        return warp;
    }

private:
    const TracedArray* array_of(const Site& site) const {
        return site.array < 0 ? nullptr : &trace_.arrays[site.array];
    }

    std::vector<protocol::WarpLaunch> launches() const {
        std::vector<LaunchWords> words;
        if (subject_.say_launches) words = subject_.say_launches(trace_.launches);
        words.resize(trace_.launches.size());
        std::vector<protocol::WarpLaunch> list;
        for (std::size_t n = 0; n < trace_.launches.size(); ++n) {
            const LaunchInfo& launch = trace_.launches[n];
            list.push_back({launch.kernel, launch.blocks, (launch.block_size + warp_size - 1) / warp_size,
                            std::move(words[n].title), std::move(words[n].sections)});
        }
        return list;
    }

    /// Numbers the source locations of the warp's instructions in source order, and computes their counters.
    void number_sites() {
        std::vector<bool> is_used(trace_.sites.size(), false);
        for (const WarpInstruction& step : trace_.steps) is_used[step.site] = true;
        place_.assign(trace_.sites.size(), -1);
        for (const int site : in_source_order(trace_.sites)) {
            if (!is_used[site]) continue;
            place_[site] = static_cast<int>(order_.size());
            order_.push_back(site);
        }
        for (const WarpInstruction& step : trace_.steps) find_written_rows(step);
    }

    void find_written_rows(const WarpInstruction& step) {
        const Site& site = trace_.sites[step.site];
        const TracedArray* const array = array_of(site);
        if (site.space != Space::global || array == nullptr) return;
        const bool is_write = site.access == Access::store || site.access == Access::atomic;
        if (is_write && array->name == subject_.result)
            for_each_lane(step.active, [&](int lane) {
                const std::int64_t row = step.index[lane];
                if (first_row_ < 0 || row < first_row_) first_row_ = row;
                last_row_ = std::max(last_row_, row);
            });
    }

    static protocol::WarpSource source(const std::string& file, const std::string& text) {
        protocol::WarpSource made;
        made.file = file;
        made.title = file.substr(file.rfind('/') + 1);
        for (std::size_t begin = 0; begin < text.size();) {
            const std::size_t end = std::min(text.find('\n', begin), text.size());
            made.lines.emplace_back(text.substr(begin, end - begin));
            begin = end + 1;
        }
        return made;
    }

    /// Returns the name of the user-written source file, which may be the kernel itself or the SpMV kernel of a method;
    /// empty if there is none.
    std::string written() const {
        const std::string name =
            settings_.operation == Operation::cg ? kernels::parse_cg_kernel(settings_.kernel).spmv : settings_.kernel;
        return kernels::is_kernel_file(name) ? name : std::string();
    }

    std::vector<protocol::WarpSource> sources() const {
        std::vector<std::string> files;
        const auto add = [&](const std::string& file) {
            if (!file.empty() && std::find(files.begin(), files.end(), file) == files.end()) files.push_back(file);
        };
        const std::string text = written();
        const std::string text_file = text.empty() ? text : simt::name_of(*kernels::program_of_file(text));
        // Keep only the name of the kernel itself, without the name of the SpMV kernel and without switches.
        std::string own = settings_.kernel.substr(0, settings_.kernel.find_first_of(":@"));
        std::replace(own.begin(), own.end(), '-', '_');
        const bool is_method = settings_.operation == Operation::cg;
        if (!is_method && !text.empty()) add(text_file);
        if (text.empty()) add(std::string("kernels/") + kernels::to_string(settings_.operation) + "/" + own + ".cu");
        for (const int site : order_) {
            add(trace_.sites[site].kernel_file);
            add(trace_.sites[site].file);
        }
        std::vector<protocol::WarpSource> list;
        for (const std::string& file : files) {
            if (file == text_file) list.push_back(source(file, kernels::text_of_kernel(text)));
            else if (const std::string* const part = simt::header_source(file)) list.push_back(source(file, *part));
            else if (const std::string* const own_text = kernels::text_of_file(file))
                list.push_back(source(file, *own_text));
        }
        return list;
    }

    std::vector<protocol::WarpSite> sites() const {
        std::vector<protocol::WarpSite> list;
        for (std::size_t n = 0; n < order_.size(); ++n) {
            const Site& site = trace_.sites[order_[n]];
            list.push_back({site.file, site.line, site.kernel_file, site.kernel_line, site.array, site.access,
                            site.space, site.element_bytes, site.is_gather});
        }
        return list;
    }

    double rounded(double value) const {
        return settings_.precision == Precision::float32 ? double{static_cast<float>(value)} : value;
    }

    /// Returns the value that a lane loaded or stored, if it is known with certainty. This includes the values stored
    /// in a format, the elements of a vector of ones, and the elements of a result that are written only once.
    double value_at(const Site& site, const std::string& array, std::int64_t index) const {
        if (index < 0) return not_known;
        if (site.access == Access::load) {
            const auto at = values_.find(array);
            if (at != values_.end() && index < at->second.size)
                return at->second.element == kernels::FormatArray::Element::float32
                           ? double{static_cast<const float*>(at->second.data)[index]}
                           : static_cast<const double*>(at->second.data)[index];
            const auto known = subject_.known.find(array);
            if (known != subject_.known.end() && index < static_cast<std::int64_t>(known->second.size()))
                return rounded(known->second[static_cast<std::size_t>(index)]);
            if (array == subject_.ones) return 1;
        }
        const bool is_only_store = site.access == Access::store && trace_.launches.size() == 1 && !adds_to_result_;
        const bool is_there = index < static_cast<std::int64_t>(trace_.result.size());
        return is_only_store && array == subject_.result && is_there ? trace_.result[index] : not_known;
    }

    protocol::WarpStep step_of(const WarpInstruction& step) const {
        const Site& site = trace_.sites[step.site];
        const TracedArray* const array = array_of(site);
        protocol::WarpStep made;
        made.site = place_[step.site];
        made.active = {step.active};
        made.waiting = {step.waiting};
        made.index = step.index;
        made.flops = step.flops;
        if (array == nullptr || site.space != Space::global) return made;
        std::vector<double> value(warp_size, not_known);
        std::vector<protocol::MatrixEntry> entry(warp_size);
        bool has_value = false, has_entry = false;
        for_each_lane(step.active, [&](int lane) {
            value[lane] = value_at(site, array->name, step.index[lane]);
            has_value = has_value || std::isfinite(value[lane]);
            if (site.access != Access::load || !tags_) return;
            const std::int64_t k = tags_->nonzero(array->name, step.index[lane]);
            if (k < 0 || k >= a_->nonzeros()) return;
            entry[lane] = {row_of_nonzero(*a_, k), a_->column[k]};
            has_entry = true;
        });
        if (has_value) made.value = std::move(value);
        if (has_entry) made.entry = std::move(entry);
        return made;
    }

    std::vector<protocol::WarpStep> steps() {
        for (const Site& site : trace_.sites) {
            const TracedArray* const array = array_of(site);
            const bool reads = site.access == Access::load || site.access == Access::atomic;
            if (array != nullptr && array->name == subject_.result && reads) adds_to_result_ = true;
        }
        std::vector<protocol::WarpStep> list;
        std::size_t bytes = 0;
        for (const WarpInstruction& step : trace_.steps) {
            if (list.size() % 256 == 0) progress_.check(0, 1);
            protocol::WarpStep made = step_of(step);
            bytes += made.bytes_in_line();
            if (bytes > most_bytes_) break;
            list.push_back(std::move(made));
        }
        return list;
    }

    /// Finds the rows and the first column of the nonzeros that the warp reads. If the warp reads none, finds the rows
    /// that it writes.
    void find_place() {
        if (first_row_ >= 0) {
            place_first_ = first_row_;
            place_last_ = last_row_;
        }
        if (!tags_) return;
        for (const WarpInstruction& step : trace_.steps) {
            const Site& site = trace_.sites[step.site];
            const TracedArray* const array = array_of(site);
            if (array == nullptr || site.access != Access::load || !tags_->knows(array->name)) continue;
            for_each_lane(step.active, [&](int lane) {
                const std::int64_t k = tags_->nonzero(array->name, step.index[lane]);
                if (k < 0 || k >= a_->nonzeros()) return;
                const std::int64_t row = row_of_nonzero(*a_, k);
                const std::int64_t column = a_->column[k];
                place_first_ = has_read_ ? std::min(place_first_, row) : row;
                place_last_ = has_read_ ? std::max(place_last_, row) : row;
                place_column_ = has_read_ ? std::min(place_column_, column) : column;
                has_read_ = true;
            });
        }
    }

    std::shared_ptr<const std::vector<Owner>> all_owners() {
        const bool is_whole = a_->nonzeros() <= most_nonzeros_owned;
        const std::uint64_t text = written().empty() ? 0 : simt::hash_of(*kernels::program_of_file(written()));
        const std::string key =
            protocol::to_line({kernels::to_string(settings_.operation), input_.hash, input_.rows, input_.cols,
                               settings_.kernel, text, settings_.block, is_whole ? -1 : settings_.block_index});
        auto owners = cache_ == nullptr ? nullptr : cache_->find(key).value_or(nullptr);
        if (owners != nullptr) return owners;
        owners = std::make_shared<const std::vector<Owner>>(
            find_owners(*tags_, a_->nonzeros(), subject_, settings_.block, is_whole ? -1 : settings_.block_index,
                        progress_.cancelled));
        // Do not cache the owners found in a single block, because they take a lot of memory and are rarely needed
        // again.
        if (cache_ != nullptr && is_whole) cache_->keep(key, owners);
        return owners;
    }

    protocol::WarpOwners owners() {
        const MatrixWindow w = window_around(*a_, place_first_, place_last_, place_column_);
        const auto owners = all_owners();
        protocol::WarpOwners made{w.row_begin, w.row_end, w.col_begin, w.col_end, {}};
        for (std::int64_t row = w.row_begin; row < w.row_end; ++row)
            for (auto k = a_->row_pointer[row]; k < a_->row_pointer[row + 1]; ++k) {
                const std::int64_t column = a_->column[k];
                if (column < w.col_begin || column >= w.col_end ||
                    static_cast<std::int64_t>(made.entries.size()) >= most_entries_around)
                    continue;
                const Owner& owner = (*owners)[k];
                const bool is_seen = owner.block >= 0;
                made.entries.push_back(
                    {row, column, owner.block, is_seen ? owner.warp : -1, is_seen ? owner.lane : -1});
            }
        return made;
    }

    InputInfo input_;
    const WarpSettings& settings_;
    const Progress& progress_;
    OwnerCache* cache_;
    std::size_t most_bytes_;
    TraceSubject subject_;
    const CsrMatrix* a_; ///< matrix that the kernel reads; null if there is none
    std::optional<EntryTags> tags_;
    WarpTrace trace_;
    std::map<std::string, kernels::FormatArray> values_;
    /// order_ maps an index in the document to a source location. place_ is the inverse mapping and contains -1 for
    /// locations that are not in the document.
    std::vector<int> order_, place_;
    std::int64_t first_row_ = -1, last_row_ = -1;
    std::int64_t place_first_ = 0, place_last_ = 0, place_column_ = 0;
    bool adds_to_result_ = false, has_read_ = false;
};

} // namespace

protocol::WarpDocument warp_document(const TraceInput& input, const WarpSettings& settings, const Progress& progress,
                                     OwnerCache* cache, std::size_t most_bytes) {
    return WarpDocument(input, settings, progress, cache, most_bytes).make();
}

} // namespace warploom::app
