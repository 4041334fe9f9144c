#pragma once

#include "engine/simt/recording/variables.h"

#include <cstdint>
#include <string>
#include <vector>

// The origin of a recorded value consists of the statement that computed the value, and the values that this statement
// used. The origin of each of these values can be determined in the same way.

namespace warploom::simt {

/// Identifies a variable of one thread, or an element of an array, at a position of a recording.
struct ValueRef {
    enum class Form : std::uint8_t { variable, element };
    Form form = Form::variable;
    std::int64_t position = 0;
    Kind kind = Kind::int32;
    std::string name; ///< name of the variable or element, such as `sum` or `x[41]`
    int warp = 0, lane = 0;
    std::uint32_t unit = 0;         ///< register that contains the variable
    std::size_t object = 0;         ///< index of the array that contains the element
    std::int64_t offset = 0;        ///< offset of the element in bytes from the start of its array
    std::int64_t element_bytes = 1; ///< for a pointer, the size in bytes of the elements that it points to
};

struct Origin {
    enum class Form : std::uint8_t {
        computed,  ///< by a statement of the thread
        stored,    ///< an element that a thread of the block wrote
        added,     ///< an element that an atomic operation of the block changed
        shuffled,  ///< received from another lane
        voted,     ///< the result of a vote of the warp or the block
        given,     ///< a parameter, or an index of the thread
        earlier,   ///< by an instruction before the recorded values; `position` is -1 if it is not known
        contents,  ///< an element that no thread of the block had written: what the array contained before
        unset,     ///< a variable without a value
        unwritten, ///< an element of shared memory that no thread had written
        unknown    ///< its values are not recorded
    };
    Form form = Form::unknown;
    std::int64_t position = -1; ///< position of the instruction that produced the value; -1 if there is none
    int warp = 0, lane = 0;     ///< warp and lane that computed the value
    Where where;                ///< source location of the instruction that produced the value
    std::uint64_t number = 0;   ///< bits of the value, in the representation that registers use
    std::vector<ValueRef> inputs;
    /// For `contents` and `unwritten`, the position of the block's first write to the element after the element was
    /// read; -1 if there is none. A missing barrier between the read and the write may be the cause.
    std::int64_t written_later = -1;
    int later_warp = 0, later_lane = 0;
};

/// Returns the bits of a variable or array element, or std::nullopt if its value was not recorded.
std::optional<std::uint64_t> number_of(const BlockRecording& recording, const ValueRef& value);
/// Determines the origin of a recorded value.
Origin origin_of(const BlockRecording& recording, const ValueRef& value);
/// Returns a reference to the variable `name` in a lane of a warp at a position. `name` can also denote a part of a
/// variable, such as `part[3]`. Returns std::nullopt if there is no such variable.
std::optional<ValueRef> variable_ref(const BlockRecording& recording, const std::string& name, int warp, int lane,
                                     std::int64_t position);
/// Returns a reference to an array element. `object` is the index of the array, and `element` is the index of the
/// element.
ValueRef element_ref(const BlockRecording& recording, std::size_t object, std::int64_t element, Kind kind,
                     std::int64_t position);

} // namespace warploom::simt
