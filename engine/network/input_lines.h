#pragma once

#include "engine/network/water_network.h"
#include "engine/progress.h"

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace warploom::network {

/// The sections of an EPANET input file that are read; `skipped` stands for all others.
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

/// A line with something in it: without its comment and the blanks around it.
struct InputLine {
    Section section = Section::skipped;
    std::int64_t number = 0; ///< from 1
    std::string_view text;   ///< points into the file
};

struct InputLines {
    std::vector<InputLine> lines; ///< of the sections that are read, in the order of the file
    std::vector<Remark> remarks;  ///< sections that are not
};

/// Splits a file into the lines of its sections. Lines before the first section are the title; lines after [END] are
/// ignored. Errors: "file.malformed" for a text without any known section; "memory.limit", "cancelled".
InputLines split_input(const std::string& name, std::string_view text, const Progress& progress);

/// Words of a line, parted by blanks and tabs; "two words" in double quotes are one.
void split_words(std::string_view line, std::vector<std::string_view>& words);

/// Whether the word begins with the letters, in any case: how EPANET knows its keywords.
bool begins_with(std::string_view word, std::string_view letters);

} // namespace warploom::network
