#include "ui/components/spy/spy_image.h"

#include <algorithm>
#include <cmath>

namespace warploom::ui {
namespace {

/// Part of the cividis color map whose colors have a contrast of more than 3:1 to the canvas, for light and dark
/// themes.
struct Segment {
    double one, full;
};
constexpr Segment on_light{0.50, 0.0}, on_dark{0.50, 1.0};

/// Colors of the plasma color map with a contrast of more than 3:1 to the canvas, starting with the highest contrast.
/// They range from navy to rose on a white canvas, and from yellow to rose on a black one. The color map is from
/// Matplotlib (CC0). Its order can be recognized with any color vision deficiency.
const QVector<QColor>& warmer(bool is_dark) {
    static const QVector<QColor> light{"#0d0887", "#3a049a", "#5c01a6", "#7e03a8",
                                       "#9c179e", "#b52f8c", "#cc4778", "#d8576b"},
        dark{"#f0f921", "#f9dc24", "#febd2a", "#fba238", "#f38748", "#e66c5c", "#d8576b"};
    return is_dark ? dark : light;
}

} // namespace

DensityScale::DensityScale(const Colours& colours, std::uint32_t cap, Of of) : cap_(std::max<std::uint32_t>(cap, 1)) {
    const bool is_dark = colours.canvas.lightnessF() < 0.5;
    const Segment segment = is_dark ? on_dark : on_light;
    const QVector<QColor>& ramp = warmer(is_dark);
    for (std::size_t i = 0; i < stops_.size(); ++i) {
        const double t = static_cast<double>(i) / static_cast<double>(stops_.size() - 1);
        if (of == Of::amount) {
            stops_[i] = Colours::density(segment.one + t * (segment.full - segment.one));
            continue;
        }
        const double place = t * static_cast<double>(ramp.size() - 1);
        const auto before = static_cast<qsizetype>(place), after = std::min(before + 1, ramp.size() - 1);
        stops_[i] = mixed(ramp[after], ramp[before], place - static_cast<double>(before));
    }
}

QColor DensityScale::at(double t) const {
    const double last = static_cast<double>(stops_.size() - 1);
    return stops_[static_cast<std::size_t>(std::lround(std::clamp(t, 0.0, 1.0) * last))];
}

double DensityScale::position(std::uint32_t count) const {
    if (cap_ <= 1) return 0.0; // each grid cell contains at most one nonzero
    return std::min(1.0, std::log(static_cast<double>(std::max<std::uint32_t>(count, 1))) / std::log(double{1} * cap_));
}

QRgb DensityScale::colour(std::uint32_t count) const { return count == 0 ? 0U : at(position(count)).rgba(); }

std::uint32_t DensityScale::roundedCap(std::uint32_t count) {
    std::uint64_t step = 1;
    while (true) {
        for (const std::uint64_t factor : {1ULL, 2ULL, 5ULL})
            if (step * factor >= count)
                return static_cast<std::uint32_t>(std::min<std::uint64_t>(step * factor, 0xffffffffU));
        step *= 10;
    }
}

GridRequest gridFor(const SpyFrame& frame, double pixelRatio) {
    GridRequest request;
    if (frame.isEmpty()) return request;
    request.window = {frame.firstRow(), frame.lastRow(), frame.firstCol(), frame.lastCol()};
    const auto cells = [pixelRatio](std::int64_t count, double pixels) {
        const double fitting = std::floor(static_cast<double>(count) * pixels * pixelRatio);
        return static_cast<int>(std::clamp(fitting, 1.0, static_cast<double>(std::max<std::int64_t>(count, 1))));
    };
    request.height = cells(request.window.row_end - request.window.row_begin, frame.rowHeight());
    request.width = cells(request.window.col_end - request.window.col_begin, frame.colWidth());
    return request;
}

QImage colourGrid(const DensityGrid& grid, const DensityScale& scale) {
    QImage image(std::max(grid.width, 1), std::max(grid.height, 1), QImage::Format_ARGB32_Premultiplied);
    image.fill(Qt::transparent);
    if (grid.count.empty()) return image;
    // Use a lookup table, because most counts are small. Coloring one megapixel then takes less than two milliseconds.
    std::array<QRgb, 1024> table{};
    for (std::uint32_t count = 0; count < table.size(); ++count) table[count] = scale.colour(count);
    for (int i = 0; i < grid.height; ++i) {
        auto* line = reinterpret_cast<QRgb*>(image.scanLine(i));
        const std::uint32_t* counts =
            grid.count.data() + static_cast<std::size_t>(i) * static_cast<std::size_t>(grid.width);
        for (int j = 0; j < grid.width; ++j)
            line[j] = counts[j] < table.size() ? table[counts[j]] : scale.colour(counts[j]);
    }
    return image;
}

SpyImage renderSpy(const DensityPyramid& pyramid, const GridRequest& request, const Colours& colours) {
    SpyImage result;
    result.grid = pyramid.count(request.window, request.height, request.width);
    const auto largest = std::max_element(result.grid.count.begin(), result.grid.count.end());
    result.cap = largest == result.grid.count.end() ? 1 : DensityScale::roundedCap(*largest);
    const MatrixWindow& window = result.grid.window;
    result.rowsPerCell = static_cast<double>(window.row_end - window.row_begin) / std::max(result.grid.height, 1);
    result.colsPerCell = static_cast<double>(window.col_end - window.col_begin) / std::max(result.grid.width, 1);
    result.image = colourGrid(result.grid, DensityScale(colours, result.cap));
    return result;
}

MatrixWindow gridCell(const DensityGrid& grid, int i, int j) {
    const auto edge = [](std::int64_t begin, std::int64_t end, int index, int count) {
        return begin + (end - begin) * index / std::max(count, 1);
    };
    const MatrixWindow& w = grid.window;
    return {edge(w.row_begin, w.row_end, i, grid.height), edge(w.row_begin, w.row_end, i + 1, grid.height),
            edge(w.col_begin, w.col_end, j, grid.width), edge(w.col_begin, w.col_end, j + 1, grid.width)};
}

Table densityTable(const DensityGrid& grid) {
    Table table{.title = "Nonzeros counted on a grid",
                .columns = {{"row_begin", ""}, {"row_end", ""}, {"col_begin", ""}, {"col_end", ""}, {"nonzeros", ""}}};
    for (int i = 0; i < grid.height; ++i)
        for (int j = 0; j < grid.width; ++j) {
            const std::uint32_t count = grid.count[static_cast<std::size_t>(i) * static_cast<std::size_t>(grid.width) +
                                                   static_cast<std::size_t>(j)];
            if (count == 0) continue;
            const MatrixWindow cell = gridCell(grid, i, j);
            table.add_row(
                {cell.row_begin, cell.row_end, cell.col_begin, cell.col_end, static_cast<std::int64_t>(count)});
        }
    return table;
}

SpyRenderer::SpyRenderer(QObject* parent) : QObject(parent) {}

SpyRenderer::~SpyRenderer() { pool_.waitForDone(); }

void SpyRenderer::request(const MatrixHandle& matrix, const GridRequest& grid, const Colours& colours) {
    if (!matrix || !matrix->pyramid || grid.height <= 0 || grid.width <= 0) return;
    Job job{matrix, grid, colours};
    if (running_) waiting_ = std::move(job);
    else start(std::move(job));
}

void SpyRenderer::forget() {
    waiting_.reset();
    ++round_;
}

void SpyRenderer::start(Job job) {
    running_ = true;
    const MatrixHandle matrix = job.matrix;
    const auto work = [job = std::move(job)] {
        return std::make_shared<const SpyImage>(renderSpy(*job.matrix->pyramid, job.grid, job.colours));
    };
    computeInBackground(
        pool_, this, work,
        [this, matrix, round = round_](const std::shared_ptr<const SpyImage>& image) { finish(image, matrix, round); });
}

void SpyRenderer::finish(const std::shared_ptr<const SpyImage>& image, const MatrixHandle& matrix, int round) {
    running_ = false;
    if (waiting_) {
        Job next = std::move(*waiting_);
        waiting_.reset();
        start(std::move(next));
    }
    if (round == round_) emit rendered(image, matrix);
}

} // namespace warploom::ui
