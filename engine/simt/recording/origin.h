#pragma once

#include "engine/simt/recording/variables.h"

#include <cstdint>
#include <string>
#include <vector>

// Where a value of a recording comes from: the statement that computed it and the values that the statement used, each
// of which can be traced further.

namespace warploom::simt {

/// A value of one thread, or an element of an array, before an instruction.
struct ValueRef {
    enum class Form : std::uint8_t { variable, element };
    Form form = Form::variable;
    std::int64_t position = 0;
    Kind kind = Kind::int32;
    std::string name; ///< `sum`, `x[41]`
    int warp = 0, lane = 0;
    std::uint32_t unit = 0;         ///< register of a variable
    std::size_t object = 0;         ///< array of an element
    std::int64_t offset = 0;        ///< its first byte
    std::int64_t element_bytes = 1; ///< for a pointer: size of the elements that it points to
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
    std::int64_t position = -1; ///< the instruction that produced the value; -1 if there is none
    int warp = 0, lane = 0;     ///< of the thread that executed it
    Where where;                ///< its location in the source
    std::uint64_t number = 0;   ///< the value
    std::vector<ValueRef> inputs;
    /// For `contents` and `unwritten`: the first later write of the element by a thread of the block; -1 if none. A
    /// barrier may be missing between the two.
    std::int64_t written_later = -1;
    int later_warp = 0, later_lane = 0;
};

/// Returns a value. Empty if it is not recorded.
std::optional<std::uint64_t> number_of(const BlockRecording& recording, const ValueRef& value);
/// Returns where a value comes from.
Origin origin_of(const BlockRecording& recording, const ValueRef& value);
/// Returns the variable with this name in a lane of a warp at a position, such as `sum` or `part[3]`; empty if there is
/// none.
std::optional<ValueRef> variable_ref(const BlockRecording& recording, const std::string& name, int warp, int lane,
                                     std::int64_t position);
/// Returns an element of an array by its index.
ValueRef element_ref(const BlockRecording& recording, std::size_t object, std::int64_t element, Kind kind,
                     std::int64_t position);

} // namespace warploom::simt
