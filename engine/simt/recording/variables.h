#pragma once

#include "engine/simt/recording/block_recording.h"

#include <cstdint>
#include <string>
#include <vector>

// Variables of the source at a position of a recording, as a debugger shows them.

namespace warploom::simt {

/// A scalar in each lane: a variable, or a part of one.
struct LaneValues {
    std::string name; ///< `sum`, `part[3]`, `row.length`
    std::string type; ///< as in the source: `const double*`
    Kind kind = Kind::int32;
    LaneNumbers numbers{};          ///< in the form in which registers store them
    std::uint32_t lanes = 0;        ///< lanes that execute the code in which the variable is in scope
    std::uint32_t unset = 0;        ///< lanes in which the variable has no value yet
    std::uint32_t unit = 0;         ///< its register; for a constant, no_register
    std::int64_t element_bytes = 1; ///< for a pointer: size of the elements that it points to
};

/// A function that is being executed: the kernel, or a function called from it.
struct CallFrame {
    std::string function; ///< its instance: `reduce<double>`
    SourceLocation place; ///< the line that is executed next, or the line of the call
};

/// Returns the inlined calls around an instruction, innermost first; the last one is the kernel.
std::vector<CallFrame> frames_of(const Code& code, std::uint32_t pc);
const Where& location_of(const Code& code, std::uint32_t pc);

/// Returns the variables that are in scope for the next instruction of a warp, in the order of their declarations.
/// `frame` counts from the innermost function. Empty if the warp has ended. `most_parts` limits the number of elements
/// per array.
std::vector<LaneValues> variables_at(const BlockRecording& recording, int warp, std::int64_t position,
                                     std::size_t frame = 0, std::int64_t most_parts = 64);

/// Returns the lanes of a warp that execute its next instruction; 0 if it has ended.
std::uint32_t active_lanes(const BlockRecording& recording, int warp, std::int64_t position);

/// Returns a number as a literal of the source: "3", "0.5", "true". A pointer is the address of an element: "x + 41".
std::string text_of(const BlockRecording& recording, Kind kind, std::uint64_t number, std::int64_t element_bytes = 1);

/// Returns the type of an array's elements, as the kernel declares it; null if the kernel does not name the array.
const Type* element_type(const BlockRecording& recording, std::size_t object);

/// Returns the thread index of a lane.
std::array<std::int64_t, 3> thread_of(const BlockRecording& recording, int warp, int lane);

} // namespace warploom::simt
