#pragma once

#include "engine/measure/statistics.h"

#include <string>

namespace warploom::measure {

/// What a time is: taken with a clock on the machine it names, or modelled for a card from counts of its work.
enum class TimeKind { measured, modelled };
const char* to_string(TimeKind);

/// A kernel against the baseline. `ratio` above 1 means faster than the baseline.
struct Comparison {
    enum class Verdict { same, faster, slower, cannot_tell };
    double ratio = 0; ///< median of the baseline / median of the kernel
    double low = 0;   ///< baseline's min / kernel's q3
    double high = 0;  ///< baseline's q3 / kernel's min
    Verdict verdict = Verdict::cannot_tell;
    std::string reason; ///< why it cannot be told, or what the verdict rests on; may be empty
};
const char* to_string(Comparison::Verdict); ///< "same", "faster", "slower", "cannot tell"

/// Faster or slower only where the ranges [min, q3] lie apart by at least 0.5 % and the medians by at least 0.5 us
/// (what an event pair resolves). Same where the medians differ by under 0.5 % and neither range is wider than 2 %.
/// Two modelled times have no scatter: their ratio alone decides (same under 0.5 %), and `reason` says that it does.
/// Times of different kinds are never compared: `cannot_tell`, with every figure NaN.
Comparison compare(const Summary& kernel, TimeKind kernel_kind, const Summary& baseline, TimeKind baseline_kind);

} // namespace warploom::measure
