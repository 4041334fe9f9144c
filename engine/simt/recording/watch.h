#pragma once

#include "engine/simt/recording/variables.h"

#include <cstdint>
#include <memory>
#include <string>

namespace warploom::simt {

struct Expression;

/// An expression that a debugger evaluates in the scope of a warp's next instruction, such as
/// `value[k] * x[column[k]]` or `isnan(sum)`. It cannot change anything: assignments and calls of functions of the
/// source are rejected. Arithmetic is that of the language, operation by operation.
class Watch {
public:
    /// Errors: "debug.watch" for a text that is not a supported expression.
    explicit Watch(const std::string& text);
    ~Watch();
    Watch(const Watch&) = delete;
    Watch& operator=(const Watch&) = delete;

    const std::string& text() const { return text_; }
    struct Result {
        LaneValues values;   ///< `unset`: lanes without a value, for example because an index is out of bounds
        std::string problem; ///< why the first of these lanes has none; empty if all have one
    };
    /// Evaluates the expression in the active lanes. Errors: "debug.watch" for names that are not in scope and for
    /// operands of the wrong type.
    Result evaluate(const BlockRecording& recording, int warp, std::int64_t position, std::size_t frame = 0) const;
    /// Returns the lanes in which the expression is true, that is, not 0. Errors: those of evaluate().
    std::uint32_t true_lanes(const BlockRecording& recording, int warp, std::int64_t position) const;

private:
    std::string text_;
    std::unique_ptr<const Expression> tree_;
};

} // namespace warploom::simt
