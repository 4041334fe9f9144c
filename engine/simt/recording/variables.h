#pragma once

#include "engine/simt/recording/block_recording.h"

#include <cstdint>
#include <string>
#include <vector>

// The variables of a kernel at a position of a recording, in the form in which a debugger displays them.

namespace warploom::simt {

/// The values of a scalar variable, or of a scalar component of a variable, in all lanes of a warp.
struct LaneValues {
    std::string name; ///< name of the variable or component, such as `sum`, `part[3]`, or `row.length`
    std::string type; ///< type as spelled in the source file, such as `const double*`
    Kind kind = Kind::int32;
    LaneNumbers numbers{};          ///< value in each lane, in the representation that registers use
    std::uint32_t lanes = 0;        ///< mask of the lanes that execute the code in which the variable is in scope
    std::uint32_t unset = 0;        ///< mask of the lanes in which the variable has no value yet
    std::uint32_t unit = 0;         ///< register that contains the variable; no_register for a constant
    std::int64_t element_bytes = 1; ///< for a pointer, the size in bytes of the elements that it points to
};

/// A function on the call stack: the kernel, or a function that is called by it.
struct CallFrame {
    std::string function; ///< name of the function instance, such as `reduce<double>`
    /// For the innermost function, the next line to execute; for all others, the line of the call.
    SourceLocation place;
};

/// Returns the call stack at an instruction, innermost function first. The last function is the kernel.
std::vector<CallFrame> frames_of(const Code& code, std::uint32_t pc);
const Where& location_of(const Code& code, std::uint32_t pc);

/// Returns the variables that are in scope for the next instruction of a warp, in order of declaration. `frame` is the
/// index of a function on the call stack, and `most_parts` limits the number of elements that are listed per array.
/// Returns an empty list if the warp has ended or if the position was not recorded.
std::vector<LaneValues> variables_at(const BlockRecording& recording, int warp, std::int64_t position,
                                     std::size_t frame = 0, std::int64_t most_parts = 64);

/// Returns a mask of the lanes that execute the next instruction of a warp. Returns 0 if the warp has ended.
std::uint32_t active_lanes(const BlockRecording& recording, int warp, std::int64_t position);

/// Formats the value of a variable as a literal, such as "3", "0.5", or "true". A pointer is formatted as the address
/// of an array element, such as "x + 41".
std::string text_of(const BlockRecording& recording, Kind kind, std::uint64_t number, std::int64_t element_bytes = 1);

/// Returns the element type of an array as declared in the kernel. Returns null if no variable of the kernel refers to
/// the array.
const Type* element_type(const BlockRecording& recording, std::size_t object);

/// Returns the thread index (threadIdx) of a lane.
std::array<std::int64_t, 3> thread_of(const BlockRecording& recording, int warp, int lane);

} // namespace warploom::simt
