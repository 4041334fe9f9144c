#pragma once

#include "engine/matrix/density.h"
#include "engine/table.h"
#include "ui/pages/matrix/spy/spy_frame.h"
#include "ui/session/background.h"
#include "ui/session/session.h"
#include "ui/style/theme.h"

#include <QImage>
#include <QObject>

#include <array>
#include <optional>

namespace warploom::ui {

/// Maps counts to colors: the logarithm of the count, from one to `cap`, selects a color of a color map whose contrast
/// to the canvas is at least 3:1.
class DensityScale {
public:
    enum class Of {
        /// A cell with a single nonzero has the darkest color (on a dark canvas, the brightest), because it covers the
        /// fewest pixels. Denser cells differ in hue, which becomes warmer.
        nonzeros,
        amount ///< larger values contrast more with the canvas
    };
    /// `cap` is the count with the last color (at least 1). Larger counts have the same color.
    DensityScale(const Colours& colours, std::uint32_t cap, Of of = Of::nonzeros);

    std::uint32_t cap() const { return cap_; }
    QRgb colour(std::uint32_t count) const; ///< transparent for 0
    /// Returns the color at t in 0..1, from a single nonzero to `cap`.
    QColor at(double t) const;
    double position(std::uint32_t count) const; ///< returns t for a count >= 1

    /// Rounds up to the next of 1, 2, 5, 10, 20, ..., so that colors stay the same while panning.
    static std::uint32_t roundedCap(std::uint32_t count);

private:
    std::uint32_t cap_ = 1;
    std::array<QColor, 64> stops_;
};

/// A picture of a window of the matrix, which is drawn over the pixels that the window covers.
struct SpyImage {
    QImage image;          ///< one pixel per grid cell with premultiplied alpha; empty cells are transparent
    DensityGrid grid;      ///< the counts from which the image was created
    std::uint32_t cap = 1; ///< the count with the last color
    double rowsPerCell = 1, colsPerCell = 1;
};

/// The visible window and the size of its counting grid. The grid has no more cells than there are pixels, so that none
/// is lost when drawing, and no cells smaller than those of the matrix. `pixelRatio` is the device pixel ratio.
struct GridRequest {
    MatrixWindow window;
    int height = 0, width = 0;
};
GridRequest gridFor(const SpyFrame& frame, double pixelRatio);

/// Counts the nonzeros and renders the picture. Has no state and can be called on any thread.
SpyImage renderSpy(const DensityPyramid& pyramid, const GridRequest& request, const Colours& colours);
/// Renders a grid that has already been counted, for example for print or another theme.
QImage colourGrid(const DensityGrid& grid, const DensityScale& scale);

/// Returns the data of a picture: one row for each nonempty cell, with half-open ranges.
Table densityTable(const DensityGrid& grid);
/// Returns the half-open ranges of the matrix rows and columns in grid cell (i, j).
MatrixWindow gridCell(const DensityGrid& grid, int i, int j);

/// Renders spy plots on a separate thread. Only the latest request is rendered: while a picture is being rendered,
/// newer requests replace each other, so that the GUI neither blocks nor falls behind. Must be used on the GUI thread,
/// on which `rendered` is emitted.
class SpyRenderer : public QObject {
    Q_OBJECT
public:
    explicit SpyRenderer(QObject* parent = nullptr);
    ~SpyRenderer() override;

    void request(const MatrixHandle& matrix, const GridRequest& grid, const Colours& colours);
    void forget(); ///< drops waiting requests; an image that is being rendered is not delivered
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
