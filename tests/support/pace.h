// How fast this machine is just now. Limits in milliseconds were set on an idle one.
#pragma once

#include "support/own_time.h"

#include <QByteArray>
#include <QCryptographicHash>

#include <algorithm>

namespace warploom::test {

/// How many times as long as on an idle machine of 2.5 GHz a fixed piece of work takes here: at least 1. A core of a
/// virtual machine gives half of itself while another machine uses its second thread, and processor time does not tell.
class Pace {
public:
    Pace() { feel(); }
    /// The slowest seen until now; a limit is multiplied by it after the work that it limits.
    double slowest() {
        feel();
        return slowest_;
    }

private:
    void feel() {
        static constexpr int bytes = 1 << 20, rounds = 3;
        static constexpr double idle_ms = 8.0; // the library's code, so builds without optimisation are as fast
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
