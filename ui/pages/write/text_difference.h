#pragma once

#include <QString>

#include <utility>
#include <vector>

namespace warploom::ui {

/// The lines, from 0, of `a` that `b` has not, and of `b` that `a` has not, when what they share stays in its order.
std::pair<std::vector<int>, std::vector<int>> differingLines(const QString& a, const QString& b);

} // namespace warploom::ui
