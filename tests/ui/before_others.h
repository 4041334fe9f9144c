// Wall-clock measurements on a machine that is busy with other programs.
#pragma once

#include <sched.h>

namespace warploom::test {

/// As long as an instance exists, processes started by this thread have priority over all other programs, if the user
/// has permission to do so.
class BeforeOthers {
public:
    BeforeOthers() : is_so_(set(SCHED_RR, 1)) {}
    ~BeforeOthers() {
        if (is_so_) set(SCHED_OTHER, 0);
    }
    BeforeOthers(const BeforeOthers&) = delete;
    BeforeOthers& operator=(const BeforeOthers&) = delete;

    bool is_so() const { return is_so_; }

private:
    static bool set(int policy, int priority) {
        sched_param how{};
        how.sched_priority = priority;
        return sched_setscheduler(0, policy, &how) == 0;
    }
    bool is_so_;
};

} // namespace warploom::test
