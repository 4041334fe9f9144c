#pragma once

#include "engine/simt/recording/variables.h"

#include <cstdint>
#include <memory>
#include <string>

namespace warploom::simt {

struct Expression;

/// A watch expression, which a debugger evaluates in the scope of a warp's next instruction, such as `value[k] *
/// x[column[k]]` or `isnan(sum)`. Watch expressions have no side effects: assignments and calls to functions of the
/// kernel source file are rejected. Each operation follows the rules of the kernel language.
class Watch {
public:
    /// Parses a watch expression. Throws Error("debug.watch") if the expression is not supported.
    explicit Watch(const std::string& text);
    ~Watch();
    Watch(const Watch&) = delete;
    Watch& operator=(const Watch&) = delete;

    const std::string& text() const { return text_; }
    struct Result {
        /// Values of the expression; the mask `unset` contains lanes without a value, for example, because of an index
        /// out of bounds.
        LaneValues values;
        std::string problem; ///< reason why the first lane in `unset` has no value; empty if all lanes have a value
    };
    /// Evaluates the watch expression in the active lanes. Throws Error("debug.watch") if a name is not in scope or an
    /// operand has the wrong type, and Error("debug.position") if the position was not recorded.
    Result evaluate(const BlockRecording& recording, int warp, std::int64_t position, std::size_t frame = 0) const;
    /// Returns a mask of the lanes in which the value of the watch expression is not 0. Throws the same errors as
    /// evaluate().
    std::uint32_t true_lanes(const BlockRecording& recording, int warp, std::int64_t position) const;

private:
    std::string text_;
    std::unique_ptr<const Expression> tree_;
};

} // namespace warploom::simt
