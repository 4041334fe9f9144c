#include "engine/simulated/trace.h"

namespace warploom::simulated {

const char* to_string(Access access) {
    switch (access) {
    case Access::load: return "load";
    case Access::store: return "store";
    case Access::atomic: return "atomic";
    case Access::shuffle: return "shuffle";
    case Access::ballot: return "ballot";
    case Access::warp_barrier: return "warp_barrier";
    case Access::barrier: return "barrier";
    }
    return "";
}

const char* to_string(Space space) {
    switch (space) {
    case Space::global: return "global";
    case Space::shared: return "shared";
    case Space::none: return "none";
    }
    return "";
}

const char* to_string(Finding::Kind kind) {
    switch (kind) {
    case Finding::Kind::divergent_meeting: return "divergent-meeting";
    case Finding::Kind::unwritten_shared: return "unwritten-shared";
    case Finding::Kind::out_of_bounds: return "out-of-bounds";
    case Finding::Kind::shared_race: return "shared-race";
    case Finding::Kind::missing_syncwarp: return "missing-syncwarp";
    case Finding::Kind::absent_lane: return "absent-lane";
    case Finding::Kind::absent_mask: return "absent-mask";
    case Finding::Kind::endless_loop: return "endless-loop";
    case Finding::Kind::integer_overflow: return "integer-overflow";
    case Finding::Kind::failed_assertion: return "failed-assertion";
    case Finding::Kind::global_race: return "global-race";
    case Finding::Kind::input_write: return "input-write";
    case Finding::Kind::unwritten_global: return "unwritten-global";
    case Finding::Kind::unset_value: return "unset-value";
    }
    return "";
}

} // namespace warploom::simulated
