#pragma once

#include "engine/matrix/density.h"
#include "engine/table.h"
#include "ui/components/spy/spy_frame.h"
#include "ui/session/background.h"
#include "ui/session/session.h"
#include "ui/style/theme.h"

#include <QImage>
#include <QObject>

#include <array>
#include <optional>

namespace warploom::ui {

/// Maps counts to colors. Counts from one to `cap` select a color on a logarithmic scale. All colors have a contrast of
/// at least 3:1 to the canvas.
class DensityScale {
public:
    enum class Of {
        /// Cells with a single nonzero have the darkest color (the brightest on a dark canvas), because they cover the
        /// fewest pixels. Denser cells have warmer hues.
        nonzeros,
        amount ///< the larger the value, the higher the contrast of its color to the canvas
    };
    /// Creates a scale. `cap` (at least 1) is the count at the end of the scale. Larger counts have the same color as
    /// `cap`.
    DensityScale(const Colours& colours, std::uint32_t cap, Of of = Of::nonzeros);

    std::uint32_t cap() const { return cap_; }
    QRgb colour(std::uint32_t count) const; ///< Returns the color of a count, which is transparent for 0.
    /// Returns the color at position `t` of the color scale, from 0 (a single nonzero) to 1 (`cap` nonzeros).
    QColor at(double t) const;
    /// Returns the position of a count (at least 1) on the color scale, from 0 to 1.
    double position(std::uint32_t count) const;

    /// Rounds a maximum count up to the next value in 1, 2, 5, 10, 20, ..., so that the colors do not change while the
    /// user pans.
    static std::uint32_t roundedCap(std::uint32_t count);

private:
    std::uint32_t cap_ = 1;
    std::array<QColor, 64> stops_;
};

/// A spy plot of a window of the matrix. The image is stretched to the pixels of the window.
struct SpyImage {
    QImage image;          ///< one pixel per grid cell, with premultiplied alpha; empty cells are transparent
    DensityGrid grid;      ///< nonzero counts shown in the image
    std::uint32_t cap = 1; ///< count at the end of the color scale
    double rowsPerCell = 1, colsPerCell = 1;
};

/// The visible window of a matrix, and the size of the grid in which its nonzeros are counted. A grid cell covers at
/// least one element of the matrix and, so that it is visible, at least one pixel. `pixelRatio` is the device pixel
/// ratio.
struct GridRequest {
    MatrixWindow window;
    int height = 0, width = 0;
};
GridRequest gridFor(const SpyFrame& frame, double pixelRatio);

/// Counts the nonzeros in each grid cell and renders the spy plot. This function is stateless and thread-safe.
SpyImage renderSpy(const DensityPyramid& pyramid, const GridRequest& request, const Colours& colours);
/// Renders the spy plot from existing counts, for example, for printing or for another theme.
QImage colourGrid(const DensityGrid& grid, const DensityScale& scale);

/// Returns a table with one row per nonempty grid cell, including its half-open ranges of matrix rows and columns.
Table densityTable(const DensityGrid& grid);
/// Returns the half-open ranges of matrix rows and columns in grid cell (i, j).
MatrixWindow gridCell(const DensityGrid& grid, int i, int j);

/// Renders spy plots on a separate thread. If several requests arrive during rendering, only the latest one is kept, so
/// that the GUI neither blocks nor lags behind. Must be used on the GUI thread. The signal `rendered` is also emitted
/// on that thread.
class SpyRenderer : public QObject {
    Q_OBJECT
public:
    explicit SpyRenderer(QObject* parent = nullptr);
    ~SpyRenderer() override;

    void request(const MatrixHandle& matrix, const GridRequest& grid, const Colours& colours);
    void forget(); ///< Discards the pending request and the image in progress.
    bool isBusy() const { return running_; }

signals:
    void rendered(const std::shared_ptr<const SpyImage>& image, const MatrixHandle& matrix);

private:
    struct Job {
        MatrixHandle matrix;
        GridRequest grid;
        Colours colours;
    };
    void start(Job job);
    void finish(const std::shared_ptr<const SpyImage>& image, const MatrixHandle& matrix, int round);

    BackgroundPool pool_{"spy plot", 1};
    std::optional<Job> waiting_;
    bool running_ = false;
    int round_ = 0;
};

} // namespace warploom::ui
