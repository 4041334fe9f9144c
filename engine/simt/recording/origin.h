#pragma once

#include "engine/simt/recording/variables.h"

#include <cstdint>
#include <string>
#include <vector>

// Finds the origin of a recorded value: the statement that computed it, and the operands of that statement.

namespace warploom::simt {

/// A variable of one thread, or an array element, at a position of a recording.
struct ValueRef {
    enum class Form : std::uint8_t { variable, element };
    Form form = Form::variable;
    std::int64_t position = 0;
    Kind kind = Kind::int32;
    std::string name;
    int warp = 0, lane = 0;
    std::uint32_t unit = 0;
    std::size_t object = 0;
    std::int64_t offset = 0;        ///< offset of the element in its array, in bytes
    std::int64_t element_bytes = 1; ///< size in bytes of the elements that a pointer points to
};

struct Origin {
    enum class Form : std::uint8_t {
        computed,
        stored, ///< an element written by a thread of the block
        added,  ///< an element changed by an atomic operation of the block
        shuffled,
        voted,    ///< the result of a warp or block vote
        given,    ///< a parameter or a thread index
        earlier,  ///< a value written before the first recorded position; `position` is -1 if unknown
        contents, ///< an element that the block has not written; it has its initial value
        unset,
        unwritten, ///< an element of shared memory that has not been written
        unknown    ///< a value that was not recorded
    };
    Form form = Form::unknown;
    std::int64_t position = -1; ///< instruction that produced the value; -1 if there is none
    int warp = 0, lane = 0;     ///< warp and lane that computed the value
    Where where;
    std::uint64_t number = 0; ///< bits of the value, as stored in registers
    std::vector<ValueRef> inputs;
    /// Position at which the block first writes the element after reading it as `contents` or `unwritten`; -1 if it
    /// never does. If it does, a barrier between the two accesses may be missing.
    std::int64_t written_later = -1;
    int later_warp = 0, later_lane = 0;
};

/// Returns the bits of a variable or array element. Returns std::nullopt if they were not recorded.
std::optional<std::uint64_t> number_of(const BlockRecording& recording, const ValueRef& value);
/// Determines the origin of a recorded value.
Origin origin_of(const BlockRecording& recording, const ValueRef& value);
/// Returns a reference to the variable `name` in a lane at a position. `name` can also be a part of a variable, such as
/// `part[3]`. Returns std::nullopt if there is no such variable.
std::optional<ValueRef> variable_ref(const BlockRecording& recording, const std::string& name, int warp, int lane,
                                     std::int64_t position);
/// Returns a reference to element `element` of array `object`.
ValueRef element_ref(const BlockRecording& recording, std::size_t object, std::int64_t element, Kind kind,
                     std::int64_t position);

} // namespace warploom::simt
