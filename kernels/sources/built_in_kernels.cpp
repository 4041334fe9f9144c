#include "kernels/sources/built_in_kernels.h"

#include "engine/embedded_files.h"
#include "engine/error.h"
#include "engine/sentence.h"
#include "engine/simt/language/headers.h"
#include "kernels/sources/text_of_kernel.h"

#include <algorithm>
#include <deque>
#include <map>
#include <mutex>
#include <tuple>
#include <utility>

namespace warploom {
const std::vector<EmbeddedFile>& method_texts(); // the embedded source files kernels/cg/*.cu
}

namespace warploom::kernels {

namespace {

/// A built-in kernel with the directives of its CUDA C file. Tables point to the strings of this object.
struct BuiltIn {
    const EmbeddedFile* file;
    Operation operation;
    std::string id;
    simt::Head head;
};

std::string format_of(const simt::Head& head, Operation operation) {
    if (!head.format.empty()) return head.format;
    return operation == Operation::tridiagonal ? "arrays" : operation == Operation::ata ? "dense" : "csr";
}

/// Returns all built-in kernels with a CUDA C file, such as "spmv/csr_vector.cu" for the spmv kernel `csr-vector`.
const std::deque<BuiltIn>& all() {
    static const std::deque<BuiltIn> once = [] {
        std::deque<BuiltIn> list;
        for (const EmbeddedFile& file : shipped_texts()) {
            const std::size_t slash = file.name.find('/');
            const auto operation = operation_from(file.name.substr(0, slash));
            if (!operation) continue; // skip papers, lessons and other folders
            std::string id = file.name.substr(slash + 1, file.name.size() - slash - 4);
            std::replace(id.begin(), id.end(), '_', '-');
            list.push_back({&file, *operation, std::move(id), simt::head_of_text(file.text)});
            list.back().head.format = format_of(list.back().head, *operation);
        }
        const auto place_of_format = [](const BuiltIn& text) {
            const auto& known = formats();
            return std::find_if(known.begin(), known.end(), [&](const auto& f) { return f.id == text.head.format; }) -
                   known.begin();
        };
        std::map<const EmbeddedFile*, std::size_t> length;
        for (const BuiltIn& text : list) length[text.file] = simt::length_with_headers(text.file->text);
        const auto key = [&](const BuiltIn& text) {
            return std::tuple(static_cast<int>(text.operation), place_of_format(text), text.head.format,
                              length.at(text.file));
        };
        std::sort(list.begin(), list.end(), [&](const BuiltIn& a, const BuiltIn& b) { return key(a) < key(b); });
        return list;
    }();
    return once;
}

const BuiltIn* find(Operation operation, const std::string& kernel) {
    for (const BuiltIn& text : all())
        if (text.operation == operation && text.id == kernel) return &text;
    return nullptr;
}

} // namespace

const std::vector<SimulatedEntry>& built_in_texts() {
    static const std::vector<SimulatedEntry> once = [] {
        std::vector<SimulatedEntry> list;
        for (const BuiltIn& text : all())
            list.push_back({text.operation,
                            {text.id.c_str(), text.head.format.c_str(), text.head.title.c_str(),
                             text.head.summary.c_str(), text.head.source.c_str(), RunsOn::gpu, text.head.takes_block},
                            bind_text});
        return list;
    }();
    return once;
}

const EmbeddedFile* built_in_text(Operation operation, const std::string& kernel) {
    const BuiltIn* const text = find(operation, kernel);
    return text == nullptr ? nullptr : text->file;
}

std::shared_ptr<const simt::Program> built_in_program(Operation operation, const std::string& kernel) {
    static std::mutex mutex;
    static std::map<const EmbeddedFile*, std::shared_ptr<const simt::Program>> programs;
    const EmbeddedFile* const file = built_in_text(operation, kernel);
    if (file == nullptr)
        throw Error("kernel.unknown",
                    sentence("There is no source for a built-in kernel '{kernel}'.", {{"kernel", kernel}}));
    const std::lock_guard lock(mutex);
    auto& program = programs[file];
    if (program == nullptr) program = translated("kernels/" + file->name, file->text);
    return program;
}

const std::string* text_of_file(const std::string& file) {
    const std::string folder = "kernels/";
    if (file.rfind(folder, 0) != 0) return nullptr;
    for (const auto* const files : {&shipped_texts(), &method_texts()})
        if (const EmbeddedFile* const known = find_embedded_file(*files, file.substr(folder.size())))
            return &known->text;
    return nullptr;
}

} // namespace warploom::kernels
