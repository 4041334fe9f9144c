#pragma once

#include <QString>

#include <utility>
#include <vector>

namespace warploom::ui {

/// Returns the lines of `a` that are missing from `b`, and the lines of `b` that are missing from `a`. Line numbers
/// start at 0.
std::pair<std::vector<int>, std::vector<int>> differingLines(const QString& a, const QString& b);

} // namespace warploom::ui
