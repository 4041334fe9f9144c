#include "engine/network/input_lines.h"

#include "engine/error.h"
#include "engine/matrix/file_kind.h"
#include "engine/matrix/matrix_market_header.h"
#include "engine/memory.h"
#include "engine/sentence.h"

#include <algorithm>
#include <array>
#include <cctype>

namespace warploom::network {

namespace {

/// Estimated size in bytes of a line and of the node, pipe or number that it defines, including its entry in a lookup
/// table.
constexpr double bytes_a_line = 400;

struct KnownSection {
    std::string_view letters; ///< first four letters of the section name; EPANET ignores the rest
    Section section;
    const char* loss; ///< sentence that states how skipping the section affects the matrix
};

constexpr std::array known_sections{
    KnownSection{"JUNC", Section::junctions, ""},
    KnownSection{"RESE", Section::reservoirs, ""},
    KnownSection{"TANK", Section::tanks, ""},
    KnownSection{"PIPE", Section::pipes, ""},
    KnownSection{"PUMP", Section::pumps, ""},
    KnownSection{"VALV", Section::valves, ""},
    KnownSection{"CURV", Section::curves, ""},
    KnownSection{"PATT", Section::patterns, ""},
    KnownSection{"DEMA", Section::demands, ""},
    KnownSection{"STAT", Section::status, ""},
    KnownSection{"OPTI", Section::options, ""},
    KnownSection{"TIME", Section::times, ""},
    KnownSection{"COOR", Section::coordinates, ""},
    KnownSection{"VERT", Section::vertices, ""},
    KnownSection{"CONT", Section::skipped, sentence_pattern("Pumps, pipes and valves keep their initial status.")},
    KnownSection{"RULE", Section::skipped, sentence_pattern("Pumps, pipes and valves keep their initial status.")},
    KnownSection{"EMIT", Section::skipped, sentence_pattern("Emitters discharge no water.")},
    KnownSection{"LEAK", Section::skipped, sentence_pattern("Leaks discharge no water.")},
    KnownSection{"TITL", Section::skipped, ""},
    KnownSection{"TAGS", Section::skipped, ""},
    KnownSection{"ENER", Section::skipped, ""},
    KnownSection{"QUAL", Section::skipped, ""},
    KnownSection{"SOUR", Section::skipped, ""},
    KnownSection{"REAC", Section::skipped, ""},
    KnownSection{"MIXI", Section::skipped, ""},
    KnownSection{"REPO", Section::skipped, ""},
    KnownSection{"LABE", Section::skipped, ""},
    KnownSection{"BACK", Section::skipped, ""},
};

std::string_view trimmed(std::string_view line) {
    line = line.substr(0, line.find(';'));
    constexpr std::string_view blanks = " \t\r\f\v";
    const std::size_t begin = line.find_first_not_of(blanks);
    if (begin == std::string_view::npos) return {};
    return line.substr(begin, line.find_last_not_of(blanks) - begin + 1);
}

} // namespace

bool begins_with(std::string_view word, std::string_view letters) {
    return word.size() >= letters.size() &&
           std::equal(letters.begin(), letters.end(), word.begin(), [](char a, char b) {
               return std::toupper(static_cast<unsigned char>(a)) == std::toupper(static_cast<unsigned char>(b));
           });
}

InputLines split_input(const std::string& name, std::string_view text, const Progress& progress) {
    InputLines found;
    bool is_title = true; // whether the line precedes the first section and is therefore part of the title
    bool has_sections = false;
    const KnownSection* current = nullptr;
    const KnownSection* told = nullptr;
    std::string_view heading;
    if (text.starts_with("\xef\xbb\xbf")) text.remove_prefix(3);
    std::int64_t number = 0, told_remarks = 0;
    // Maximum number of stored remarks. The limit is needed because a malformed file may consist only of section
    // headings.
    constexpr std::int64_t most_remarks = 100;
    const auto tell = [&](std::int64_t line, const auto& remark) {
        if (++told_remarks <= most_remarks) found.remarks.push_back({line, remark()});
        if (told_remarks == most_remarks) found.remarks.push_back({line, sentence("More sections were skipped.")});
    };
    for (std::size_t at = 0; at < text.size();) {
        const std::size_t end = std::min(text.find('\n', at), text.size());
        const std::string_view line = trimmed(text.substr(at, end - at));
        at = end + 1;
        if (++number % 65536 == 0)
            progress.check(static_cast<std::int64_t>(at), static_cast<std::int64_t>(text.size()));
        if (line.empty()) continue;
        if (line.front() == '[') {
            const std::string_view title = line.substr(1);
            if (begins_with(title, "END")) {
                has_sections = true;
                break;
            }
            const auto known = std::find_if(known_sections.begin(), known_sections.end(),
                                            [&](const KnownSection& s) { return begins_with(title, s.letters); });
            is_title = false;
            heading = line;
            current = known == known_sections.end() ? nullptr : &*known;
            has_sections = has_sections || current != nullptr;
            if (current == nullptr)
                tell(number, [&] {
                    return sentence("The unknown section {section} was skipped.", {{"section", quoted(line)}});
                });
            continue;
        }
        if (is_title || current == nullptr) continue;
        if (current->section != Section::skipped) {
            if (found.lines.size() == found.lines.capacity())
                require_memory(bytes_a_line * static_cast<double>(2 * found.lines.size()),
                               sentence("The network in {network}", {{"network", name}}));
            found.lines.push_back({current->section, number, line});
        } else if (*current->loss != '\0' && told != current) {
            told = current;
            tell(number, [&] {
                return sentence("The section {section} is not supported. {effect}",
                                {{"section", quoted(heading)}, {"effect", current->loss}});
            });
        }
    }
    if (has_sections) return found;
    if (const auto kind = foreign_file_kind(text.substr(0, std::size_t{4} << 10)))
        throw Error("file.malformed", malformed(name, 1, kind->sentence).what(), kind->hint);
    throw malformed(name, 1,
                    sentence("Expected the sections of an EPANET input file, such as [JUNCTIONS], but found none."));
}

void split_words(std::string_view line, std::vector<std::string_view>& words) {
    words.clear();
    constexpr std::string_view blanks = " \t\r\f\v";
    for (std::size_t begin = line.find_first_not_of(blanks); begin != std::string_view::npos;) {
        std::size_t end = 0;
        if (line[begin] == '"') {
            end = std::min(line.find('"', ++begin), line.size());
            words.push_back(line.substr(begin, end - begin));
            end = std::min(end + 1, line.size());
        } else {
            end = std::min(line.find_first_of(blanks, begin), line.size());
            words.push_back(line.substr(begin, end - begin));
        }
        begin = line.find_first_not_of(blanks, end);
    }
}

} // namespace warploom::network
