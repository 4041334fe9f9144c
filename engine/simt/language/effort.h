#pragma once

#include "engine/error.h"
#include "engine/sentence.h"
#include "engine/simt/language/diagnostic.h"
#include "engine/stop_request.h"

#include <cstdint>

namespace warploom::simt {

/// Thrown if a source file exceeds the compile budget. Stops the compilation.
class BudgetExceeded {
public:
    explicit BudgetExceeded(SourceLocation at)
        : diagnostic{at.line, at.column, sentence("Compiling this source takes too long."),
                     sentence("Check for nested macros, calls, or loops that multiply, or split the file."),
                     at.header} {}
    Diagnostic diagnostic;
};

/// Limits the work of compiling a source file. Every stage that reads tokens, traverses a syntax tree or emits
/// instructions spends steps of about 0.1 microseconds each. The limit is a number of steps instead of a time, so that
/// every machine rejects a source file at the same point. The compilation can be canceled at every step.
class CompileBudget {
public:
    static constexpr std::int64_t most = 10'000'000;

    /// Creates a compile budget. `stop` can cancel the compilation, and may be null.
    explicit CompileBudget(const StopRequest* stop) : stop_(stop) {}
    CompileBudget(const CompileBudget&) = delete;
    CompileBudget& operator=(const CompileBudget&) = delete;

    /// Consumes steps of the compile budget. Throws BudgetExceeded if no steps are left, or Error("cancelled") if the
    /// compilation was canceled.
    void spend(SourceLocation at, std::int64_t steps = 1) {
        spent_ += steps;
        if (spent_ > most) throw BudgetExceeded(at);
        if (stop_ != nullptr && stop_->is_cancelled()) throw Error("cancelled", sentence("The task was canceled."));
    }
    std::int64_t spent() const { return spent_; }

private:
    const StopRequest* stop_;
    std::int64_t spent_ = 0;
};

} // namespace warploom::simt
