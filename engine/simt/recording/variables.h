#pragma once

#include "engine/simt/recording/block_recording.h"

#include <cstdint>
#include <string>
#include <vector>

// The variables of a kernel at a position of a recording, for display in a debugger.

namespace warploom::simt {

/// The values of a scalar variable, or of a scalar component, in all lanes of a warp.
struct LaneValues {
    std::string name;
    std::string type; ///< type as it is spelled in the source, such as `const double*`
    Kind kind = Kind::int32;
    LaneNumbers numbers{};          ///< value in each lane, as stored in registers
    std::uint32_t lanes = 0;        ///< mask of the lanes that are executing code in the scope of the variable
    std::uint32_t unset = 0;        ///< mask of the lanes in which no value is available
    std::uint32_t unit = 0;         ///< register of the variable; no_register if it is a constant
    std::int64_t element_bytes = 1; ///< size in bytes of the elements that a pointer points to
};

/// A call stack entry, which is the kernel or a function.
struct CallFrame {
    std::string function;
    /// Location of the next instruction in the innermost function, or of the call in all other functions.
    SourceLocation place;
};

/// Returns the call stack at an instruction, from the innermost function to the kernel.
std::vector<CallFrame> frames_of(const Code& code, std::uint32_t pc);
const Where& location_of(const Code& code, std::uint32_t pc);

/// Returns the variables in scope at the next instruction of a warp, in order of declaration. `frame` is an index into
/// the call stack, and `most_parts` is the maximum number of elements that are listed per array. Returns an empty list
/// if the warp has ended, or if the position was not recorded.
std::vector<LaneValues> variables_at(const BlockRecording& recording, int warp, std::int64_t position,
                                     std::size_t frame = 0, std::int64_t most_parts = 64);

/// Returns a mask of the lanes that execute the next instruction of a warp, or 0 if the warp has ended.
std::uint32_t active_lanes(const BlockRecording& recording, int warp, std::int64_t position);

/// Formats a value as a literal, such as "3", "0.5" or "true". Formats a pointer as the address of an array element,
/// such as "x + 41".
std::string text_of(const BlockRecording& recording, Kind kind, std::uint64_t number, std::int64_t element_bytes = 1);

/// Returns the element type of an array as declared in the kernel, or null if no variable refers to the array.
const Type* element_type(const BlockRecording& recording, std::size_t object);

/// Returns the thread index (threadIdx) of a lane.
std::array<std::int64_t, 3> thread_of(const BlockRecording& recording, int warp, int lane);

} // namespace warploom::simt
