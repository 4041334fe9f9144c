#include "kernels/sources/text_of_kernel.h"

#include "engine/comma_list.h"
#include "engine/did_you_mean.h"
#include "engine/embedded_file.h"
#include "engine/embedded_files.h"
#include "engine/error.h"
#include "engine/regular_file.h"
#include "engine/sentence.h"
#include "engine/text_encoding.h"
#include "kernels/sources/built_in_kernels.h"
#include "kernels/sources/names.h"

#include <algorithm>
#include <cstdio>
#include <deque>
#include <filesystem>
#include <mutex>
#include <optional>

namespace warploom::kernels {

namespace {

constexpr const char* of_papers = "paper:";
const std::string papers = "papers/";

/// A parsed CUDA C file. It is never moved, because tables point to it.
struct ReadKernel {
    Operation operation;
    std::string path, format, title, summary, source, text;
    std::shared_ptr<const simt::Program> program;
    SimulatedEntry entry;
};

class KernelFiles {
public:
    static KernelFiles& instance() {
        static auto& all = *new KernelFiles; // never destroyed, because tables point to its elements
        return all;
    }
    /// Returns the cached file, so that a kernel bound a thousand times is compiled only once.
    const ReadKernel* find(const std::string& path, const std::string& text, Operation operation) {
        const std::lock_guard lock(mutex_);
        for (auto known = list_.rbegin(); known != list_.rend(); ++known)
            if (known->path == path && known->operation == operation && known->text == text) {
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
    /// Adds a compiled CUDA C file. An edited file replaces the earlier version with the same name and format.
    const ReadKernel& keep(ReadKernel made) {
        const std::lock_guard lock(mutex_);
        latest_[made.path] = made.program;
        for (ReadKernel& known : list_)
            if (known.path == made.path && known.operation == made.operation && known.format == made.format) {
                known.program = std::move(made.program);
                known.text = std::move(made.text);
                return known; // keep the existing strings, because tables point to them
            }
        ReadKernel& kept = list_.emplace_back(std::move(made));
        kept.entry = {kept.operation,
                      {kept.path.c_str(), kept.format.c_str(), kept.title.c_str(), kept.summary.c_str(),
                       kept.source.c_str(), RunsOn::gpu},
                      bind_text};
        return kept;
    }

    void give(std::map<std::string, std::string> texts) {
        const std::lock_guard lock(mutex_);
        given_ = std::move(texts);
    }
    std::optional<std::string> given(const std::string& name) {
        const std::lock_guard lock(mutex_);
        if (const auto at = given_.find(name); at != given_.end()) return at->second;
        for (auto texts = carried_.rbegin(); texts != carried_.rend(); ++texts)
            if (const auto at = (*texts)->find(name); at != (*texts)->end()) return at->second;
        return std::nullopt;
    }
    void carry(const std::map<std::string, std::string>& texts) {
        const std::lock_guard lock(mutex_);
        carried_.push_back(&texts);
    }
    void drop(const std::map<std::string, std::string>& texts) {
        const std::lock_guard lock(mutex_);
        std::erase(carried_, &texts);
    }

private:
    std::mutex mutex_;
    std::deque<ReadKernel> list_;
    std::map<std::string, std::shared_ptr<const simt::Program>> latest_;
    std::map<std::string, std::string> given_;
    std::vector<const std::map<std::string, std::string>*> carried_;
};

std::string file_name(const std::string& path) { return path.substr(path.find_last_of("/:") + 1); }

/// Returns the CUDA C file of a paper with this file name (the last component of the path), or null if there is none.
const EmbeddedFile* find_paper(const std::string& path) {
    return find_embedded_file(shipped_texts(), papers + file_name(path));
}

/// Returns a hint for a path that does not exist: a similar file in the folder, or a kernel from a paper.
std::string hint_for(const std::string& path) {
    namespace fs = std::filesystem;
    const fs::path folder = fs::path(path).parent_path();
    std::vector<std::string> known;
    std::error_code none;
    for (const auto& entry : fs::directory_iterator(folder.empty() ? "." : folder, none))
        if (is_kernel_file(entry.path().filename().string()))
            known.push_back((folder / entry.path().filename()).string());
    if (find_paper(path) != nullptr)
        return sentence("Use {kernel} instead.", {{"kernel", of_papers + file_name(path)}});
    if (known.empty() && folder.empty()) return sentence("There is no .cu file in the current folder.");
    if (known.empty()) return sentence("There is no .cu file in '{folder}'.", {{"folder", folder.string()}});
    std::sort(known.begin(), known.end());
    return did_you_mean(path, known);
}

/// Returns the storage format in a directive, or else the first format with all parameters of `run`.
std::string format_for(const simt::Program& program) {
    const std::string& named = head_of(program).format;
    std::string known;
    for (const FormatInfo& info : formats()) {
        if (named == info.id) return named;
        add_item(known, std::string(info.id));
    }
    if (!named.empty())
        throw Error(
            "kernel.format",
            sentence("{kernel}: there is no format `{format}`.", {{"kernel", name_of(program)}, {"format", named}}),
            sentence("Available formats: {formats}.", {{"formats", known}}));
    const auto wanted = parameters_of(program);
    for (const FormatInfo& info : formats()) {
        const auto names = run_names(Operation::spmv, info.id);
        if (std::all_of(wanted.begin(), wanted.end(), [&](const std::string& name) {
                return std::any_of(names.begin(), names.end(), [&](const RunName& n) { return n.name == name; });
            }))
            return info.id;
    }
    return "csr"; // binding the kernel will report the unknown parameter
}

/// Returns the row layout that a file's directives request for a tridiagonal system. The separate arrays are always
/// passed to the kernel as well.
std::string row_layout_of(const simt::Program& program) {
    const std::string& named = head_of(program).format;
    if (named.empty() || named == "arrays") return "arrays";
    if (named == "records") return named;
    throw Error("kernel.format",
                sentence("{kernel}: tridiagonal systems have no format `{format}`.",
                         {{"kernel", name_of(program)}, {"format", named}}),
                sentence("Choose arrays or records."));
}

std::string format_of_operation(Operation operation, const simt::Program& program) {
    switch (operation) {
    case Operation::spmv: return format_for(program);
    case Operation::tridiagonal: return row_layout_of(program);
    case Operation::ata: return "dense";
    case Operation::trsv:
    case Operation::ilu: return "csr";
    case Operation::free: return "declared";
    case Operation::cg: break;
    }
    throw Error(
        "kernel.operation", sentence("A kernel file cannot implement CG."),
        sentence("Use cg:{kernel}, which runs the method cg with your product.", {{"kernel", name_of(program)}}));
}

/// Compiles a CUDA C file, and throws if this fails. `path` is the path as entered by the user.
std::shared_ptr<const simt::Program> translate_or_refuse(const std::string& name, const std::string& path,
                                                         const std::string& text) {
    const auto translation = simt::translate(name, text);
    if (translation.program != nullptr) return translation.program;
    const auto& first = translation.refusals.front();
    std::string said =
        sentence("{file}:{line}:{column}: {problem}",
                 {{"file", path}, {"line", first.line}, {"column", first.column}, {"problem", first.sentence}});
    for (std::size_t r = 1; r < translation.refusals.size(); ++r)
        said += " " + sentence("Line {line}: {problem}",
                               {{"line", translation.refusals[r].line}, {"problem", translation.refusals[r].sentence}});
    throw Error("kernel.refused-text", said, first.hint);
}

} // namespace

void set_request_sources(std::map<std::string, std::string> texts) { KernelFiles::instance().give(std::move(texts)); }

ScopedKernelSources::ScopedKernelSources(std::map<std::string, std::string> texts) : texts_(std::move(texts)) {
    KernelFiles::instance().carry(texts_);
}
ScopedKernelSources::~ScopedKernelSources() { KernelFiles::instance().drop(texts_); }

std::string text_of_kernel(const std::string& path) {
    constexpr std::size_t longest_text = std::size_t{1} << 20;
    if (const auto given = KernelFiles::instance().given(path)) return *given;
    if (path.rfind(of_papers, 0) == 0) {
        if (const EmbeddedFile* const own = find_paper(path)) return own->text;
        std::vector<std::string> known;
        for (const EmbeddedFile& file : shipped_texts())
            if (file.name.rfind(papers, 0) == 0) known.push_back(of_papers + file_name(file.name));
        throw Error("kernel.unknown", sentence("There is no paper kernel named '{kernel}'.", {{"kernel", path}}),
                    did_you_mean(path, known));
    }
    std::error_code none; // ignored: hint_for() suggests similar files if the file cannot be read
    const bool is_there = std::filesystem::is_regular_file(path, none);
    return to_utf8(read_regular_file(path, longest_text,
                                     is_there ? sentence("Check the permissions of the file.") : hint_for(path)));
}

bool is_own_text(const std::string& path) {
    if (path.rfind(of_papers, 0) != 0) return false;
    const EmbeddedFile* const own = find_paper(path);
    // Compare the source code, because the user may mean a different file of the same name.
    return own != nullptr && own->text == text_of_kernel(path);
}

const SimulatedEntry* find_kernel_file(Operation operation, const std::string& path) {
    auto& all = KernelFiles::instance();
    std::string text = text_of_kernel(path);
    if (const ReadKernel* const known = all.find(path, text, operation)) return &known->entry;
    const auto program = translate_or_refuse(file_name(path), path, text);
    const auto or_else = [](const std::string& word, const std::string& standard) {
        return word.empty() ? standard : word;
    };
    const simt::Head& head = head_of(*program);
    ReadKernel made{operation,
                    path,
                    format_of_operation(operation, *program),
                    or_else(head.title, file_name(path)),
                    or_else(head.summary, sentence("A kernel file in CUDA C.")),
                    or_else(head.source, sentence("a file")),
                    std::move(text),
                    program,
                    {}};
    return &all.keep(std::move(made)).entry;
}

std::shared_ptr<const simt::Program> translated(const std::string& name, const std::string& text) {
    return translate_or_refuse(name, name, text);
}

std::shared_ptr<const simt::Program> program_of(Operation operation, const std::string& kernel) {
    return is_kernel_file(kernel) ? program_of_file(kernel) : built_in_program(operation, kernel);
}

std::shared_ptr<const simt::Program> program_of_file(const std::string& path) {
    auto known = KernelFiles::instance().latest(path);
    if (known == nullptr)
        throw Error("kernel.unknown", sentence("Kernel '{kernel}' has not been loaded yet.", {{"kernel", path}}));
    return known;
}

std::string name_with_text(const std::string& kernel) {
    if (!is_kernel_file(kernel)) return kernel;
    const std::size_t colon = kernel.rfind("cg", 0) == 0 ? kernel.find(':') : std::string::npos;
    const std::size_t path = colon == std::string::npos ? 0 : colon + 1;
    const auto program = program_of_file(kernel.substr(path));
    char hash[17];
    std::snprintf(hash, sizeof hash, "%016llx", static_cast<unsigned long long>(hash_of(*program)));
    return kernel.substr(0, path) + name_of(*program) + ", text " + hash;
}

void require_file_runs_on(const std::string& kernel, const simulated::Card& card) {
    if (!is_kernel_file(kernel)) return;
    const std::string why_not = why_not_on(*program_of_file(kernel), card);
    if (!why_not.empty())
        throw Error("kernel.machine",
                    sentence("Kernel '{kernel}' cannot run on {card}: {reason}",
                             {{"kernel", kernel}, {"card", card.id}, {"reason", why_not}}),
                    sentence("Choose a newer card."));
}

} // namespace warploom::kernels
