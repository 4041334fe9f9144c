#pragma once

#include "engine/simt/recording/variables.h"

#include <cstdint>
#include <memory>
#include <string>

namespace warploom::simt {

struct Expression;

/// An expression that a debugger evaluates in the scope of a warp's next instruction, such as `value[k] * x[column[k]]`
/// or `isnan(sum)`. Expressions have no side effects: assignments and calls to functions of the source are rejected.
/// Each operation follows the rules of the kernel language.
class Watch {
public:
    /// Parses an expression. Throws Error("debug.watch") if the expression is not supported.
    explicit Watch(const std::string& text);
    ~Watch();
    Watch(const Watch&) = delete;
    Watch& operator=(const Watch&) = delete;

    const std::string& text() const { return text_; }
    struct Result {
        LaneValues values;   ///< `unset`: lanes without a value, for example, because of an index out of bounds
        std::string problem; ///< reason why the first lane in `unset` has no value; empty if all lanes have one
    };
    /// Evaluates the expression in the active lanes. Throws Error("debug.watch") if a name is not in scope or an
    /// operand has the wrong type, and Error("debug.position") if the position is not recorded.
    Result evaluate(const BlockRecording& recording, int warp, std::int64_t position, std::size_t frame = 0) const;
    /// Returns a mask of the lanes in which the expression is not 0. Throws the same errors as evaluate().
    std::uint32_t true_lanes(const BlockRecording& recording, int warp, std::int64_t position) const;

private:
    std::string text_;
    std::unique_ptr<const Expression> tree_;
};

} // namespace warploom::simt
