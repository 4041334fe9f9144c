#include "engine/simt/language/headers.h"
#include "engine/simt/program_impl.h"

#include <algorithm>

namespace warploom::simt {

namespace {

/// Returns the offset of each line in a source file.
std::vector<std::size_t> line_starts(const std::string& text) {
    std::vector<std::size_t> starts{0};
    for (std::size_t i = 0; i < text.size(); ++i)
        if (text[i] == '\n') starts.push_back(i + 1);
    return starts;
}

/// Replaces a range with spaces. Preserves line breaks, so that line numbers in compiler messages stay correct.
void blank(std::string& text, std::size_t from, std::size_t to) {
    for (std::size_t i = from; i < std::min(to, text.size()); ++i)
        if (text[i] != '\n') text[i] = ' ';
}

/// Returns the name of the preprocessor directive on the line at offset `from`, such as "include" for `# include
/// <math.h>`, or an empty string if there is none.
std::string directive_at(const std::string& text, std::size_t from) {
    const auto skip = [&] { from = std::min(text.find_first_not_of(" \t", from), text.size()); };
    skip();
    if (from == text.size() || text[from] != '#') return {};
    ++from;
    skip();
    return text.substr(from, text.find_first_of(" \t\r\n<\"", from) - from);
}

bool ends_with_backslash(const std::string& text, std::size_t from, std::size_t to) {
    const std::size_t last = text.find_last_not_of(" \t\r\n", to - 1);
    return last != std::string::npos && last >= from && text[last] == '\\';
}

/// Returns the source code of a kernel or header for GPU compilers, with each #include replaced by the header. `number`
/// is the 1-based index of the header, or 0 for the kernel.
std::string text_for_devices(const Program& program, int number) {
    std::string text = number == 0 ? program.text : header(number).text;
    if (text.compare(0, byte_order_mark.size(), byte_order_mark) == 0) text.erase(0, byte_order_mark.size());
    const auto starts = line_starts(text);
    const auto offset = [&](SourceLocation place) {
        return starts[static_cast<std::size_t>(place.line) - 1] + static_cast<std::size_t>(place.column) - 1;
    };
    std::vector<std::pair<SourceLocation, SourceLocation>> hosts = program.tree.skipped_ranges;
    for (const auto& function : program.tree.functions)
        if (function->where == Function::Where::host) hosts.emplace_back(function->begin, function->end);
    for (const auto& [begin, end] : hosts) {
        if (begin.header != number) continue;
        std::size_t from = offset(begin);
        // Whether the directive continues on the next line, because the line ends with a backslash.
        bool goes_on = false;
        for (int line = begin.line; line <= end.line; ++line) {
            const std::size_t to = line == end.line ? offset(end) + 1 : starts[static_cast<std::size_t>(line)];
            const std::string directive = directive_at(text, from);
            // Remove host code, but keep its preprocessor directives, which may affect device code. Remove pragmas,
            // which may be meant for other compilers.
            const bool is_kept = goes_on || (!directive.empty() && directive != "pragma");
            goes_on = is_kept && ends_with_backslash(text, from, to);
            if (!is_kept) blank(text, from, to);
            from = to;
        }
    }
    for (const std::size_t start : starts) {
        const std::string directive = directive_at(text, start);
        // Remove `#pragma once`, which would apply to the kernel source file once the header has been inlined.
        const bool is_once = number != 0 && directive == "pragma" && text.compare(start, 12, "#pragma once") == 0;
        if (directive == "include" || is_once) blank(text, start, text.find('\n', start));
    }
    for (auto included = program.inclusions.rbegin(); included != program.inclusions.rend(); ++included) {
        if (included->place.header != number) continue;
        const std::size_t end = text.find('\n', offset(included->place));
        const std::string own = file_of({1, 1, number}, program.name);
        text.insert(end == std::string::npos ? text.size() : end,
                    "\n#line 1 \"" + file_of({1, 1, included->header}, {}) + "\"\n" +
                        text_for_devices(program, included->header) + "#line " +
                        std::to_string(included->place.line + 1) + " \"" + own + "\"");
    }
    return text;
}

} // namespace

std::string device_text(const Program& program) {
    std::string text = text_for_devices(program, 0);
    // Define the functions of namespace std that the kernel uses, because compilers such as NVRTC have no standard
    // library headers.
    if (!program.standard_names.empty()) {
        std::string names = "namespace std {";
        for (const std::string& name : program.standard_names) names += " using ::" + name + ";";
        text.insert(0, names + " }\n#line 1\n");
    }
    // The parser ignores namespaces, so the kernel may use their names without qualifiers.
    for (const std::string& name : program.namespaces) text += "\nusing namespace " + name + ";";
    return text;
}

} // namespace warploom::simt
