#pragma once

#include "engine/network/water_network.h"
#include "engine/progress.h"

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace warploom::network {

/// The sections of an EPANET input file that the program reads. All other sections are `skipped`.
enum class Section {
    skipped,
    junctions,
    reservoirs,
    tanks,
    pipes,
    pumps,
    valves,
    curves,
    patterns,
    demands,
    status,
    options,
    times,
    coordinates,
    vertices
};

struct InputLine {
    Section section = Section::skipped;
    std::int64_t number = 0;
    std::string_view text; ///< contents of the line; refers to the text of the file
};

struct InputLines {
    std::vector<InputLine> lines;
    std::vector<Remark> remarks;
};

/// Splits an EPANET input file into the lines of its sections. Lines before the first section are the title, and lines
/// after [END] are ignored. Errors: "file.malformed" if the text has no known section; "memory.limit", "cancelled".
InputLines split_input(const std::string& name, std::string_view text, const Progress& progress);

/// Splits a line into words at spaces and tabs. Text in double quotes is a single word.
void split_words(std::string_view line, std::vector<std::string_view>& words);

/// Returns whether the word starts with these letters, ignoring case. This is how EPANET recognizes keywords.
bool begins_with(std::string_view word, std::string_view letters);

} // namespace warploom::network
