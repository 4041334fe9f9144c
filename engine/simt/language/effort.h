#pragma once

#include "engine/error.h"
#include "engine/sentence.h"
#include "engine/simt/language/diagnostic.h"

#include <atomic>
#include <cstdint>

namespace warploom::simt {

/// Thrown when a source exceeds its compile budget. Stops the entire compilation.
class BudgetExceeded {
public:
    explicit BudgetExceeded(SourceLocation at)
        : diagnostic{at.line, at.column, sentence("Compiling this source takes too long."),
                     sentence("Check for nested macros, calls, or loops that multiply, or split the file."),
                     at.header} {}
    Diagnostic diagnostic;
};

/// Limits the work spent on compiling a source. Work is measured in steps of about 0.1 microseconds, which are consumed
/// by every stage that reads tokens, traverses a tree or emits instructions. Therefore, a source is rejected at the
/// same point on every machine, and compilation can be canceled at any time.
class CompileBudget {
public:
    static constexpr std::int64_t most = 10'000'000;

    /// Creates a budget. Any thread can set `stop` to cancel the compilation. `stop` may be null.
    explicit CompileBudget(const std::atomic<bool>* stop) : stop_(stop) {}
    CompileBudget(const CompileBudget&) = delete;
    CompileBudget& operator=(const CompileBudget&) = delete;

    /// Consumes steps. Throws BudgetExceeded, or Error("cancelled") if a stop was requested.
    void spend(SourceLocation at, std::int64_t steps = 1) {
        spent_ += steps;
        if (spent_ > most) throw BudgetExceeded(at);
        if (stop_ != nullptr && stop_->load(std::memory_order_relaxed))
            throw Error("cancelled", sentence("The task was canceled."));
    }
    std::int64_t spent() const { return spent_; }

private:
    const std::atomic<bool>* stop_;
    std::int64_t spent_ = 0;
};

} // namespace warploom::simt
