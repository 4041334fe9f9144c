#include "engine/simt/language/headers.h"

#include "engine/sentence.h"

#include <algorithm>
#include <set>
#include <string_view>
#include <utility>

namespace warploom {
const std::vector<EmbeddedFile>& kernel_headers(); // generated from kernels/headers/*.cuh
}

namespace warploom::simt {

namespace {
constexpr const char* folder = "headers/";
constexpr const char* folder_beside = "../headers/";
/// Headers that implement headers of CUDA.
constexpr std::pair<std::string_view, std::string_view> of_cuda[] = {
    {"cooperative_groups.h", "cooperative_groups.cuh"},
    {"cooperative_groups/reduce.h", "cooperative_groups.cuh"},
    {"cooperative_groups/scan.h", "cooperative_groups.cuh"},
    {"cooperative_groups/memcpy_async.h", "cooperative_groups.cuh"},
    {"cuda/atomic", "cuda_atomic.cuh"},
    {"cuda/std/atomic", "cuda_atomic.cuh"},
    {"cuda/barrier", "cuda_barrier.cuh"},
    {"cuda/std/barrier", "cuda_barrier.cuh"}};
constexpr const char* old_folder_beside = "../parts/"; // path prefix used by kernels written before version 0.2.0

bool implements_cuda(const std::string& name) {
    return std::any_of(std::begin(of_cuda), std::end(of_cuda), [&](const auto& each) { return each.second == name; });
}

std::string without(const char* beginning, const std::string& name) {
    const std::string prefix = beginning;
    return name.rfind(prefix, 0) == 0 ? name.substr(prefix.size()) : name;
}

/// Returns the 1-based index of the embedded header in an #include line, or 0 if there is none.
int header_in(std::string_view line) {
    const std::size_t open = line.rfind("#include", 0) == 0 ? line.find('"') : std::string_view::npos;
    if (open == std::string_view::npos) return 0;
    return find_header(std::string(line.substr(open + 1, line.find('"', open + 1) - open - 1)));
}

/// Calls take(line) for each line without its line break. Does not use string streams, because they would account for
/// half of the time of a kernel's first syntax check.
template <class Take> void for_each_line(const std::string& text, const Take& take) {
    for (std::size_t at = 0; at < text.size();) {
        const std::size_t end = std::min(text.find('\n', at), text.size());
        take(std::string_view(text).substr(at, end - at));
        at = end + 1;
    }
}

bool holds_kernels(int number) {
    if (header(number).text.find("__global__") != std::string::npos) return true;
    bool holds = false;
    for_each_line(header(number).text, [&](std::string_view line) {
        if (holds) return;
        const int inner = header_in(line);
        holds = inner != 0 && holds_kernels(inner);
    });
    return holds;
}

void add_lines(const std::string& text, std::set<int>& there, std::string& whole) {
    for_each_line(text, [&](std::string_view line) {
        const int included = header_in(line);
        if (line == "#pragma once" || (included != 0 && !there.insert(included).second)) return;
        const bool is_gap = line.empty() && (whole.empty() || whole.ends_with("\n\n"));
        if (included != 0 && holds_kernels(included)) add_lines(header(included).text, there, whole);
        else if (!is_gap) (whole += line) += '\n';
    });
}

void add_length(const std::string& text, std::set<int>& there, std::size_t& length) {
    length += text.size();
    for_each_line(text, [&](std::string_view line) {
        if (const int included = header_in(line); included != 0 && there.insert(included).second)
            add_length(header(included).text, there, length);
    });
}
} // namespace

int find_header(const std::string& included) {
    const auto& all = kernel_headers();
    std::string name = without(old_folder_beside, without(folder_beside, included));
    for (const auto& [header_of_cuda, own] : of_cuda)
        if (included == header_of_cuda) name = own;
    for (std::size_t n = 0; n < all.size(); ++n)
        if (all[n].name == name) return static_cast<int>(n) + 1;
    return 0;
}

const EmbeddedFile& header(int number) { return kernel_headers()[static_cast<std::size_t>(number) - 1]; }

bool is_header_of_cuda(int number) { return number != 0 && implements_cuda(header(number).name); }

std::string header_names() {
    std::string names;
    for (const EmbeddedFile& each : kernel_headers())
        if (!implements_cuda(each.name)) names += (names.empty() ? "" : ", ") + each.name;
    return names;
}

std::string file_of(SourceLocation place, const std::string& text) {
    return place.header == 0 ? text : folder + header(place.header).name;
}

std::string line_of(SourceLocation place) {
    if (place.header == 0) return sentence("line {line}", {{"line", place.line}});
    return sentence("line {line} of {file}", {{"file", folder + header(place.header).name}, {"line", place.line}});
}

bool is_header(const std::string& file) { return file.rfind(folder, 0) == 0; }

std::string expand_kernel_headers(const std::string& text) {
    std::set<int> there;
    std::string whole;
    add_lines(text, there, whole);
    return whole;
}

std::size_t length_with_headers(const std::string& text) {
    std::set<int> there;
    std::size_t length = 0;
    add_length(text, there, length);
    return length;
}

const std::string* header_source(const std::string& file) {
    const EmbeddedFile* const known =
        is_header(file) ? find_embedded_file(kernel_headers(), without(folder, file)) : nullptr;
    return known == nullptr ? nullptr : &known->text;
}

} // namespace warploom::simt
