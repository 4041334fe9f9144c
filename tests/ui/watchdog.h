#pragma once

#include <QElapsedTimer>
#include <QObject>
#include <QString>
#include <QTimer>

#include <cstdio>
#include <ctime>

namespace ui_test {

/// Nanoseconds this thread was ready to run and some other program had the core: on a busy machine that is no fault
/// of the window. 0 where the kernel does not say.
inline qint64 waited_for_a_core() {
    qint64 running = 0, waiting = 0;
    if (std::FILE* file = std::fopen("/proc/thread-self/schedstat", "r")) {
        long long a = 0, b = 0;
        if (std::fscanf(file, "%lld %lld", &a, &b) == 2) {
            running = a;
            waiting = b;
        }
        std::fclose(file);
    }
    Q_UNUSED(running);
    return waiting;
}

/// Milliseconds of a core that this thread has used.
inline double busy_ms() {
    timespec now{};
    clock_gettime(CLOCK_THREAD_CPUTIME_ID, &now);
    return static_cast<double>(now.tv_sec) * 1e3 + static_cast<double>(now.tv_nsec) / 1e6;
}

/// Measures how long the event loop is away, from tick to tick.
class Watchdog {
public:
    Watchdog() {
        timer_.setTimerType(Qt::PreciseTimer);
        QObject::connect(&timer_, &QTimer::timeout, &timer_, [this] { tick(); });
        clock_.start();
        waited_ = waited_for_a_core();
        timer_.start(5);
    }
    double longest_ms() const { return longest_; }
    int ticks() const { return ticks_; }
    QString when() const { return when_; }
    void setPhase(const QString& phase) { phase_ = phase; }

private:
    void tick() {
        const qint64 waited = waited_for_a_core();
        const double gap = static_cast<double>(clock_.nsecsElapsed() - (waited - waited_)) / 1e6;
        clock_.restart();
        waited_ = waited;
        ++ticks_;
        if (gap > longest_) {
            longest_ = gap;
            when_ = phase_;
        }
    }
    QTimer timer_;
    QElapsedTimer clock_;
    qint64 waited_ = 0;
    double longest_ = 0;
    int ticks_ = 0;
    QString phase_, when_;
};

} // namespace ui_test
