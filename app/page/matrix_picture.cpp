#include "app/page/matrix_picture.h"

#include "engine/protocol/messages/cause.h"
#include "engine/sentence.h"

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <cstdio>

namespace warploom::app {

namespace {

std::string decimal(double value) {
    char text[32];
    std::snprintf(text, sizeof text, "%.2f", value);
    return text;
}

std::string rectangle(double x, double y, double width, double height, const std::string& rest) {
    return "<rect x=\"" + decimal(x) + "\" y=\"" + decimal(y) + "\" width=\"" + decimal(width) + "\" height=\"" +
           decimal(height) + "\" " + rest + "/>";
}

std::string word(int x, int y, const char* anchor, const std::string& text) {
    return "<text x=\"" + std::to_string(x) + "\" y=\"" + std::to_string(y) + "\" text-anchor=\"" + anchor +
           "\" font-size=\"12\" font-family=\"sans-serif\" fill=\"currentColor\">" + text + "</text>";
}

std::string picture(const std::string& name, std::int64_t width, std::int64_t height, const std::string& title,
                    const std::string& content) {
    const std::string w = std::to_string(width), h = std::to_string(height);
    return "<svg xmlns=\"http://www.w3.org/2000/svg\" role=\"img\" class=\"" + name + "\" width=\"" + w +
           "\" height=\"" + h + "\" viewBox=\"0 0 " + w + " " + h + "\" aria-label=\"" + title + "\"><title>" + title +
           "</title>" + content + "</svg>";
}

} // namespace

Spied spy(const CsrMatrix& matrix) {
    constexpr std::int64_t most = 96;
    const std::int64_t largest = std::max<std::int64_t>({1, matrix.rows, matrix.cols}), side = std::min(most, largest);
    Spied spied{side, std::vector<std::int64_t>(static_cast<std::size_t>(side * side))};
    for (std::int64_t row = 0; row < matrix.rows; ++row)
        for (std::int64_t k = matrix.row_pointer[static_cast<std::size_t>(row)];
             k < matrix.row_pointer[static_cast<std::size_t>(row) + 1]; ++k)
            ++spied.counts[static_cast<std::size_t>(row * side / largest * side +
                                                    matrix.column[static_cast<std::size_t>(k)] * side / largest)];
    return spied;
}

std::string spy_picture(const Spied& spied, std::int64_t rows, std::int64_t cols) {
    constexpr int size = 288;
    const auto largest = static_cast<double>(std::max<std::int64_t>({1, rows, cols}));
    const double cell = static_cast<double>(size) / static_cast<double>(spied.side), dot = std::max(cell, 1.0);
    std::int64_t most = 1;
    for (const std::int64_t count : spied.counts) most = std::max(most, count);
    std::string svg = rectangle(0, 0, size * static_cast<double>(cols) / largest,
                                size * static_cast<double>(rows) / largest, "class=\"ground\"");
    for (std::size_t i = 0; i < spied.counts.size(); ++i) {
        if (spied.counts[i] == 0) continue;
        const auto at = static_cast<std::int64_t>(i);
        const double share = static_cast<double>(spied.counts[i]) / static_cast<double>(most);
        svg += rectangle(static_cast<double>(at % spied.side) * cell, static_cast<double>(at / spied.side) * cell, dot,
                         dot, "class=\"dot\" fill-opacity=\"" + decimal(0.35 + 0.65 * std::sqrt(share)) + "\"");
    }
    return picture(
        "spy", size, size,
        sentence("Positions of the nonzeros: {rows} rows from top to bottom, {columns} columns from left to right",
                 {{"rows", protocol::grouped(rows)}, {"columns", protocol::grouped(cols)}}),
        svg);
}

std::string row_lengths_picture(const std::vector<HistogramBar>& bars) {
    constexpr int wide = 22, tall = 120, top = 8, letter = 7, line = 12, gap = 6;
    std::int64_t most = 1;
    for (const HistogramBar& bar : bars) most = std::max(most, bar.rows);
    const int left = letter * static_cast<int>(protocol::grouped(most).size()) + gap;
    // Label the vertical axis with the maximum and zero. Label each bar with its minimum row length if there is enough
    // space.
    std::string svg =
        word(left - gap, top + line / 2, "end", protocol::grouped(most)) + word(left - gap, top + tall, "end", "0");
    int x = left, free_from = 0, end = left;
    for (const HistogramBar& bar : bars) {
        const double share = static_cast<double>(bar.rows) / static_cast<double>(most);
        const double height = bar.rows > 0 ? std::max(2.0, tall * share) : 0;
        svg += rectangle(x, top + tall - height, wide - 4, height, "class=\"dot\"");
        const std::string length = protocol::grouped(bar.first);
        const int middle = x + (wide - 4) / 2, half = letter * static_cast<int>(length.size()) / 2;
        if (middle - half >= free_from) {
            svg += word(middle, top + tall + line + 2, "middle", length);
            free_from = middle + half + gap / 2;
        }
        end = std::max(x + wide, middle + half);
        x += wide;
    }
    return picture("bars", end + gap, top + tall + line + gap,
                   sentence("Number of rows by number of nonzeros. The table below contains the data."), svg);
}

} // namespace warploom::app
