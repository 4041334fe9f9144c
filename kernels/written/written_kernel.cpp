#include "kernels/written/written_kernel.h"

#include "engine/error.h"
#include "engine/regular_file.h"

#include <algorithm>
#include <deque>
#include <mutex>
#include <set>

namespace warploom::kernels {

namespace {

/// What was read of one text. Entries stay where they are: tables point to them.
struct ReadKernel {
    Operation operation;
    std::string path, format, title;
    std::shared_ptr<const simt::Program> program;
    SimulatedEntry entry;
};

class WrittenKernels {
public:
    static WrittenKernels& instance() {
        static auto& all = *new WrittenKernels; // never destroyed, as its entries are pointed to
        return all;
    }
    const ReadKernel* find(const std::string& path, std::uint64_t hash, Operation operation) {
        const std::lock_guard lock(mutex_);
        for (auto known = list_.rbegin(); known != list_.rend(); ++known)
            if (known->path == path && known->operation == operation && hash_of(*known->program) == hash)
                return &*known;
        return nullptr;
    }
    std::shared_ptr<const simt::Program> latest(const std::string& path) {
        const std::lock_guard lock(mutex_);
        for (auto known = list_.rbegin(); known != list_.rend(); ++known)
            if (known->path == path) return known->program;
        return nullptr;
    }
    const ReadKernel& keep(ReadKernel made) {
        const std::lock_guard lock(mutex_);
        ReadKernel& kept = list_.emplace_back(std::move(made));
        kept.entry = {kept.operation,
                      {kept.path.c_str(), kept.format.c_str(), kept.title.c_str(),
                       "Written in CUDA C and run by the machine of this program.", "a file", RunsOn::gpu},
                      bind_written,
                      bind_written};
        return kept;
    }

private:
    std::mutex mutex_;
    std::deque<ReadKernel> list_;
};

std::string file_name(const std::string& path) { return path.substr(path.rfind('/') + 1); }

/// The names that a format has for run's parameters.
std::set<std::string> names_in(const char* format) {
    CsrMatrix one;
    one.rows = one.cols = 1;
    one.row_pointer = {0, 1};
    one.column = {0};
    one.value = {1};
    const auto made = make_format(format, one, Precision::float64, {.limit_factor = 1e9});
    std::set<std::string> names{"x", "y", "block", "nonzeros"};
    for (const auto& array : made->arrays()) names.insert(array.name);
    for (const auto& [name, value] : numbers_of(*made)) names.insert(name);
    return names;
}

/// The format that a line names, or the first that has all that run asks for.
std::string format_for(const simt::Program& program) {
    const std::string& named = format_of(program);
    std::string known;
    for (const FormatInfo& info : formats()) {
        if (named == info.id) return named;
        known += (known.empty() ? "" : ", ") + std::string(info.id);
    }
    if (!named.empty())
        throw Error("kernel.format", name_of(program) + ": there is no format `" + named + "`.",
                    "Known are: " + known + ".");
    const auto wanted = parameters_of(program);
    for (const FormatInfo& info : formats()) {
        const auto names = names_in(info.id);
        if (std::all_of(wanted.begin(), wanted.end(), [&](const std::string& name) { return names.count(name) != 0; }))
            return info.id;
    }
    return "csr"; // binding says which parameter has no meaning
}

std::string format_of_operation(Operation operation, const simt::Program& program) {
    switch (operation) {
    case Operation::spmv: return format_for(program);
    case Operation::tridiagonal: return "arrays";
    case Operation::ata: return "dense";
    case Operation::trsv: return "csr";
    case Operation::cg: break;
    }
    throw Error("kernel.operation", "A file cannot be a method of cg.",
                "Write cg:" + name_of(program) + ": the method cg over your product.");
}

} // namespace

const SimulatedEntry* find_written_kernel(Operation operation, const std::string& path) {
    constexpr std::size_t longest_text = std::size_t{1} << 20;
    const std::string text = read_regular_file(path, longest_text, "Write the path of a kernel in CUDA C (FILE.cu).");
    const auto translation = simt::translate(file_name(path), text);
    if (translation.program == nullptr) {
        const auto& first = translation.refusals.front();
        std::string more;
        for (std::size_t r = 1; r < translation.refusals.size(); ++r)
            more += " Line " + std::to_string(translation.refusals[r].line) + ": " + translation.refusals[r].sentence;
        throw Error("kernel.refused-text",
                    path + ":" + std::to_string(first.line) + ":" + std::to_string(first.column) + ": " +
                        first.sentence + more,
                    first.hint);
    }
    auto& all = WrittenKernels::instance();
    if (const ReadKernel* const known = all.find(path, hash_of(*translation.program), operation)) return &known->entry;
    ReadKernel made{operation,           path, format_of_operation(operation, *translation.program), file_name(path),
                    translation.program, {}};
    return &all.keep(std::move(made)).entry;
}

std::shared_ptr<const simt::Program> written_program(const std::string& path) {
    auto known = WrittenKernels::instance().latest(path);
    if (known == nullptr) throw Error("kernel.unknown", "Kernel '" + path + "' was not read yet.");
    return known;
}

void require_written_runs_on(const std::string& kernel, const simulated::Card& card) {
    if (!is_written_kernel(kernel)) return;
    const std::string why_not = why_not_on(*written_program(kernel), card);
    if (!why_not.empty())
        throw Error("kernel.machine", "Kernel '" + kernel + "' cannot run on " + card.id + ": " + why_not,
                    "Choose a newer card.");
}

} // namespace warploom::kernels
