#include "engine/simulated/recorder.h"

#include "engine/error.h"

namespace warploom::simulated {

void report_undeclared_meeting(int line) {
    throw Error("simulated.undeclared",
                "A kernel uses a barrier, a shuffle or shared memory at line " + std::to_string(line) +
                    ", but does not say that its threads meet.",
                "Add `static constexpr bool meets = true;` to that phase of the kernel.");
}

} // namespace warploom::simulated
