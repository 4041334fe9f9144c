#include "kernels/written/written_kernel.h"

#include "engine/error.h"
#include "engine/regular_file.h"
#include "kernels/written/names.h"

#include <algorithm>
#include <deque>
#include <map>
#include <mutex>
#include <optional>

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
            if (known->path == path && known->operation == operation && hash_of(*known->program) == hash) {
                latest_[path] = known->program;
                return &*known;
            }
        return nullptr;
    }
    std::shared_ptr<const simt::Program> latest(const std::string& path) {
        const std::lock_guard lock(mutex_);
        const auto known = latest_.find(path);
        return known == latest_.end() ? nullptr : known->second;
    }
    /// Another text of the same name and format takes the place of the one before: somebody writes on it.
    const ReadKernel& keep(ReadKernel made) {
        const std::lock_guard lock(mutex_);
        latest_[made.path] = made.program;
        for (ReadKernel& known : list_)
            if (known.path == made.path && known.operation == made.operation && known.format == made.format) {
                known.program = std::move(made.program);
                return known;
            }
        ReadKernel& kept = list_.emplace_back(std::move(made));
        kept.entry = {kept.operation,
                      {kept.path.c_str(), kept.format.c_str(), kept.title.c_str(),
                       "Written in CUDA C and run by the machine of this program.", "a file", RunsOn::gpu},
                      bind_written,
                      bind_written};
        return kept;
    }

    void give(std::map<std::string, std::string> texts) {
        const std::lock_guard lock(mutex_);
        given_ = std::move(texts);
    }
    std::optional<std::string> given(const std::string& name) {
        const std::lock_guard lock(mutex_);
        const auto at = given_.find(name);
        return at == given_.end() ? std::nullopt : std::make_optional(at->second);
    }

private:
    std::mutex mutex_;
    std::deque<ReadKernel> list_;
    std::map<std::string, std::shared_ptr<const simt::Program>> latest_; ///< by path
    std::map<std::string, std::string> given_;
};

std::string file_name(const std::string& path) { return path.substr(path.rfind('/') + 1); }

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
        const auto names = run_names(Operation::spmv, info.id);
        if (std::all_of(wanted.begin(), wanted.end(), [&](const std::string& name) {
                return std::any_of(names.begin(), names.end(), [&](const RunName& n) { return n.name == name; });
            }))
            return info.id;
    }
    return "csr"; // binding says which parameter has no meaning
}

std::string format_of_operation(Operation operation, const simt::Program& program) {
    switch (operation) {
    case Operation::spmv: return format_for(program);
    case Operation::tridiagonal: return "arrays";
    case Operation::ata: return "dense";
    default: break;
    }
    throw Error("kernel.operation", std::string("A file cannot be a kernel of ") + to_string(operation) + " yet.",
                "Files are taken by spmv, tridiagonal and ata.");
}

} // namespace

bool is_written_kernel(const std::string& name) {
    return name.size() > 3 && name.compare(name.size() - 3, 3, ".cu") == 0;
}

void give_texts(std::map<std::string, std::string> texts) { WrittenKernels::instance().give(std::move(texts)); }

std::string text_of_kernel(const std::string& path) {
    constexpr std::size_t longest_text = std::size_t{1} << 20;
    if (const auto given = WrittenKernels::instance().given(path)) return *given;
    return read_regular_file(path, longest_text, "Write the path of a kernel in CUDA C (FILE.cu).");
}

const SimulatedEntry* find_written_kernel(Operation operation, const std::string& path) {
    const auto translation = simt::translate(file_name(path), text_of_kernel(path));
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
