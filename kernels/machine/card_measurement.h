#pragma once

#include <functional>
#include <string>
#include <vector>

namespace warploom::kernels {

/// Parameters of a card file that the GPU reports or that were measured, none of them from a product with a matrix.
struct CardMeasurement {
    struct Figure {
        std::string key; ///< as card files have it, "l2_latency_ns"
        double value = 0;
        std::string how; ///< "a chain through 2 MiB, gone through before"
    };
    std::string title, compute_capability;
    std::vector<Figure> figures;
    const Figure* find(const std::string& key) const {
        for (const Figure& figure : figures)
            if (figure.key == key) return &figure;
        return nullptr;
    }
};

/// Told of each step before it begins; whatever it throws ends the measurement.
using CardStep = std::function<void(const std::string& what)>;

} // namespace warploom::kernels
