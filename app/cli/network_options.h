#pragma once

#include <CLI/CLI.hpp>

#include <string>

namespace warploom::app {

/// `--step`, `--unit-conductances` and `--with-fill`: the matrix of a water network in other words than its name has.
class NetworkOptions {
public:
    void add_to(CLI::App& command);

    /// The name with what the options ask for; as it is when none was given.
    /// Errors: "matrix.parameter" for a name that is no network's.
    std::string name_of(const std::string& matrix) const;

private:
    int step_ = -1; ///< not given
    bool unit_conductances_ = false, with_fill_ = false;
};

} // namespace warploom::app
