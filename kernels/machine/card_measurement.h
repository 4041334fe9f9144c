#pragma once

#include <functional>
#include <string>
#include <vector>

namespace warploom::kernels {

/// The value of one parameter of a card file, reported by the GPU or measured with a microbenchmark, never with a
/// matrix product.
struct CardMeasurement {
    struct Figure {
        std::string key;
        double value = 0;
        std::string how; ///< how the value was measured, such as "a chain through 2 MiB, gone through before"
    };
    std::string title, compute_capability;
    std::vector<Figure> figures;
    const Figure* find(const std::string& key) const {
        for (const Figure& figure : figures)
            if (figure.key == key) return &figure;
        return nullptr;
    }
};

/// Called before each step of a measurement. An exception ends the measurement.
using CardStep = std::function<void(const std::string& what)>;

} // namespace warploom::kernels
