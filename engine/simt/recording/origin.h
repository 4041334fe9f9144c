#pragma once

#include "engine/simt/recording/variables.h"

#include <cstdint>
#include <string>
#include <vector>

// The origin of a recorded value: the statement that computed it, and the values that the statement used. These values
// can be traced back in the same way.

namespace warploom::simt {

/// Refers to a variable of one thread, or to an element of an array, at a position of the recording.
struct ValueRef {
    enum class Form : std::uint8_t { variable, element };
    Form form = Form::variable;
    std::int64_t position = 0;
    Kind kind = Kind::int32;
    std::string name; ///< variable or element, such as `sum` or `x[41]`
    int warp = 0, lane = 0;
    std::uint32_t unit = 0;         ///< register of the variable
    std::size_t object = 0;         ///< index of the array that contains the element
    std::int64_t offset = 0;        ///< byte offset of the element in its array
    std::int64_t element_bytes = 1; ///< if the value is a pointer: size of the elements that it points to
};

struct Origin {
    enum class Form : std::uint8_t {
        computed,  ///< computed by a statement of the thread
        stored,    ///< element that a thread of the block wrote
        added,     ///< element that an atomic operation of the block modified
        shuffled,  ///< received from another lane
        voted,     ///< result of a vote across the warp or the block
        given,     ///< parameter, thread index, or value from before the recording
        contents,  ///< element that the block had not written; it still had its earlier value
        unset,     ///< uninitialized variable
        unwritten, ///< element of shared memory that no thread had written
        unknown    ///< value that was not recorded
    };
    Form form = Form::unknown;
    std::int64_t position = -1; ///< position of the instruction that produced the value; -1 if there is none
    int warp = 0, lane = 0;     ///< warp and lane that executed the instruction
    Where where;                ///< source location of the instruction
    std::uint64_t number = 0;   ///< bits of the value
    std::vector<ValueRef> inputs;
    /// For `contents` and `unwritten`: the position of the block's first write to the element after it was read; -1 if
    /// there is none. A missing barrier between the read and the write may be the cause.
    std::int64_t written_later = -1;
    int later_warp = 0, later_lane = 0;
};

/// Returns the bits of a value, or std::nullopt if the value was not recorded.
std::optional<std::uint64_t> number_of(const BlockRecording& recording, const ValueRef& value);
/// Determines the origin of a value.
Origin origin_of(const BlockRecording& recording, const ValueRef& value);
/// Returns a reference to the variable that is called `name` in a lane of a warp at a position. The name can also
/// denote a part of a variable, such as `part[3]`. Returns std::nullopt if there is no such variable.
std::optional<ValueRef> variable_ref(const BlockRecording& recording, const std::string& name, int warp, int lane,
                                     std::int64_t position);
/// Returns a reference to the array element with index `element`.
ValueRef element_ref(const BlockRecording& recording, std::size_t object, std::int64_t element, Kind kind,
                     std::int64_t position);

} // namespace warploom::simt
