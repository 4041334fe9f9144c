#pragma once

#include "app/operations/operation.h"

#include <string>

namespace warploom::app {

/// A diagonal of more rows and columns than 20 bits count, and than 4,096 blocks of 256 threads have.
inline constexpr const char* very_many_rows = "diagonal:n=1100003";

/// Whether a text may cut off far rows or columns: two of its numbers make more than the 70,001 rows of `many_rows`, as blocks and
/// their threads do, it shifts by ten bits or more, or it has a type of few bits. Others cut off nothing that smaller inputs have not.
/// `block`: threads a block, a number of the text as well.
bool may_cut_off(const std::string& text, int block);

/// Whether a text that may cut off is worth the time on `very_many_rows`. Few blocks of each launch run: the first, the last, and the
/// one that the last row belongs to where threads go on to further rows. The answer is yes where something is found in
/// them, where a number is wrong, or where none of them writes the last row. No texts: those whose blocks are not right alone on
/// a small diagonal, because one needs what another wrote; and those with so few threads that each takes many rows, which
/// smaller inputs cut off, too. False in a browser. Errors: those of trace_kernel.
bool is_worth_very_many_rows(Inputs& inputs, const TraceSettings& settings, const Progress& progress,
                             const TraceWays& ways = TraceWays::plain());

} // namespace warploom::app
