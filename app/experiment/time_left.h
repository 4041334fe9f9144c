#pragma once

#include <array>
#include <optional>
#include <string>

namespace warploom::app {

/// How long the rest of an experiment will take, by what its parts have taken so far. Parts are traces and
/// measurements; the time of a trace goes with the size of its input, that of a measurement hardly, as a stop rule ends
/// it.
class TimeLeft {
public:
    enum class Part { model, measurement };

    /// Work that is ahead. `size`: about how many numbers the input has.
    void expect(Part part, double size);
    /// This much of it is done, and took so long. Nothing is learnt of what took no time, as it was there already.
    void did(Part part, double size, double seconds);
    /// Absent until something was done; and of a part of which nothing was done yet, a usual time is taken.
    std::optional<double> seconds() const;

private:
    struct Share {
        double ahead = 0, done = 0, seconds = 0; ///< weights; what they took
    };
    static double weight(Part part, double size);
    std::array<Share, 2> shares_{};
};

/// "about 40 s left", "about 3 min left"; empty where nothing is known.
std::string time_left_text(std::optional<double> seconds);

} // namespace warploom::app
