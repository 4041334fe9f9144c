#pragma once

#include "app/check/check.h"
#include "app/inputs/inputs.h"

#include <string>

namespace warploom::app {

/// What a page that runs in a browser asks of the engine: a line of JSON in, a line of JSON out. The same class is compiled
/// into this program, so that a test can hold both against each other. One thread at a time.
///
/// {"do": "lists"}: cards, matrices to choose, built-in kernels with their texts.
/// {"do": "check", "text", "matrix", "card", "precision", "block", "from"}: the document of `check` (docs/protocol.md).
/// {"do": "count", "operation", "kernel" or "text", "matrix", "card", "precision", "block"}: the document of `trace`, and the
/// numbers of the result as `values`, to the last bit.
class PageEngine {
public:
    /// Throws nothing but std::bad_alloc of the answer itself: all else is {"error": {"code", "sentence", "hint"}}.
    std::string answer(const std::string& line);

private:
    Checker checker_;
    Inputs inputs_;
};

} // namespace warploom::app
