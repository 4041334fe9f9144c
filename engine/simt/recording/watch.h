#pragma once

#include "engine/simt/recording/variables.h"

#include <cstdint>
#include <memory>
#include <string>

namespace warploom::simt {

struct Expression;

/// A watch expression, such as `value[k] * x[column[k]]` or `isnan(sum)`. It is evaluated in the scope of a warp's next
/// instruction. It cannot have side effects: assignments and calls to functions of the source file are rejected.
/// Operators follow the rules of the kernel language.
class Watch {
public:
    /// Parses a watch expression. Throws Error("debug.watch") if it is not supported.
    explicit Watch(const std::string& text);
    ~Watch();
    Watch(const Watch&) = delete;
    Watch& operator=(const Watch&) = delete;

    const std::string& text() const { return text_; }
    struct Result {
        /// `unset` contains the lanes in which no value is available, for example, because an index is out of bounds.
        LaneValues values;
        std::string problem; ///< reason why the first lane in `unset` has no value; empty if all lanes have one
    };
    /// Evaluates the expression in the active lanes. Throws Error("debug.watch") if a name is not in scope or an
    /// operand has the wrong type. Throws Error("debug.position") if the position was not recorded.
    Result evaluate(const BlockRecording& recording, int warp, std::int64_t position, std::size_t frame = 0) const;
    /// Returns a mask of the lanes where the expression is not 0. Throws the same errors as evaluate().
    std::uint32_t true_lanes(const BlockRecording& recording, int warp, std::int64_t position) const;

private:
    std::string text_;
    std::unique_ptr<const Expression> tree_;
};

} // namespace warploom::simt
