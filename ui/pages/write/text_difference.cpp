#include "ui/pages/write/text_difference.h"

#include <QStringList>

#include <algorithm>

namespace warploom::ui {

std::pair<std::vector<int>, std::vector<int>> differingLines(const QString& a, const QString& b) {
    const QStringList left = a.split(QLatin1Char('\n')), right = b.split(QLatin1Char('\n'));
    // Strip the common prefix and suffix, then compute the longest common subsequence of the lines in between.
    int begin = 0, left_end = static_cast<int>(left.size()), right_end = static_cast<int>(right.size());
    while (begin < left_end && begin < right_end && left[begin] == right[begin]) ++begin;
    while (left_end > begin && right_end > begin && left[left_end - 1] == right[right_end - 1]) --left_end, --right_end;
    const int rows = left_end - begin, cols = right_end - begin;
    constexpr std::int64_t most_compared = 4'000'000;
    // If there are too many lines between the common prefix and suffix, treat all of them as different.
    const bool is_long = std::int64_t{rows} * cols > most_compared;
    std::vector<std::vector<int>> longest(static_cast<std::size_t>(is_long ? 1 : rows + 1),
                                          std::vector<int>(static_cast<std::size_t>(is_long ? 1 : cols + 1), 0));
    for (int i = rows - 1; i >= 0 && !is_long; --i)
        for (int j = cols - 1; j >= 0; --j)
            longest[i][j] = left[begin + i] == right[begin + j] ? longest[i + 1][j + 1] + 1
                                                                : std::max(longest[i + 1][j], longest[i][j + 1]);
    std::pair<std::vector<int>, std::vector<int>> differing;
    int i = 0, j = 0;
    while (i < rows || j < cols) {
        const bool is_shared = !is_long && i < rows && j < cols && left[begin + i] == right[begin + j];
        if (is_shared) ++i, ++j;
        else if (j == cols || (i < rows && (is_long || longest[i + 1][j] >= longest[i][j + 1])))
            differing.first.push_back(begin + i++);
        else differing.second.push_back(begin + j++);
    }
    return differing;
}

} // namespace warploom::ui
