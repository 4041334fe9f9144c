#include "app/check/finding_cause.h"

#include "engine/sentence.h"
#include "engine/simt/language/headers.h"

#include <algorithm>

namespace warploom::app {

namespace {

using Kind = simulated::Finding::Kind;

std::string sentence_of(const simulated::Finding& finding) {
    switch (finding.kind) {
    case Kind::divergent_meeting:
        return sentence("Not all threads reach the barrier on line {line}.", {{"line", finding.line}});
    case Kind::unwritten_shared:
        return sentence("Line {line} reads uninitialized shared memory.", {{"line", finding.line}});
    case Kind::out_of_bounds: return sentence("Line {line} accesses an array out of bounds.", {{"line", finding.line}});
    case Kind::shared_race:
    case Kind::global_race:
    case Kind::missing_syncwarp: return sentence("There is a data race on line {line}.", {{"line", finding.line}});
    case Kind::absent_mask:
        return sentence("The mask or the width of the warp function on line {line} is wrong.",
                        {{"line", finding.line}});
    case Kind::absent_lane:
        return sentence(
            "The warp function on line {line} reads from a lane that does not execute it or is not in its mask.",
            {{"line", finding.line}});
    case Kind::endless_loop: break; // the verdict already names the loop
    case Kind::integer_overflow: return sentence("An integer overflows on line {line}.", {{"line", finding.line}});
    case Kind::failed_assertion: return sentence("The assertion on line {line} fails.", {{"line", finding.line}});
    case Kind::input_write: return sentence("Line {line} writes to a read-only array.", {{"line", finding.line}});
    case Kind::unwritten_global:
        return sentence("Line {line} reads uninitialized global memory.", {{"line", finding.line}});
    case Kind::unset_value:
        if (finding.variable.empty())
            return sentence("An uninitialized variable is used on line {line}.", {{"line", finding.line}});
        return sentence("`{name}` is used uninitialized on line {line}.",
                        {{"name", finding.variable}, {"line", finding.line}});
    }
    return {};
}

} // namespace

std::string cause_of(const std::vector<simulated::Finding>& findings) {
    const simulated::Finding* cause = nullptr;
    for (const simulated::Finding& finding : findings) {
        if (simt::is_header(finding.file)) continue;
        // An integer overflow or an uninitialized variable is often the cause of other findings, such as an
        // out-of-bounds access.
        const bool is_root = finding.kind == Kind::integer_overflow || finding.kind == Kind::unset_value;
        if (cause == nullptr || is_root) cause = &finding;
        if (is_root) break;
    }
    return cause == nullptr ? std::string() : sentence_of(*cause);
}

} // namespace warploom::app
