// The current speed of this machine. Limits in milliseconds were chosen on an idle machine.
#pragma once

#include "support/own_time.h"

#include <QByteArray>
#include <QCryptographicHash>

#include <algorithm>

namespace warploom::test {

/// Measures how much longer a fixed piece of work takes here than on an idle machine of 2.5 GHz; at least 1. A core of
/// a virtual machine is only half as fast while another machine uses its second hardware thread, and processor time
/// does not reveal this.
class Pace {
public:
    Pace() { feel(); }
    /// Returns the largest factor so far. A limit is multiplied by it after the work that it limits.
    double slowest() {
        feel();
        return slowest_;
    }

private:
    void feel() {
        static constexpr int bytes = 1 << 20, rounds = 3;
        static constexpr double idle_ms = 8.0; // code of the library, so builds without optimization are as fast
        for (int round = 0; round < rounds; ++round) {
            const QByteArray data(bytes, 'w');
            const OwnTime time;
            QCryptographicHash::hash(data, QCryptographicHash::Sha256);
            slowest_ = std::max(slowest_, time.ms() / idle_ms);
        }
    }
    double slowest_ = 1;
};

} // namespace warploom::test
