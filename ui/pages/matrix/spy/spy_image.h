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

/// How counts become colours: the logarithm of the count, from one to `cap`, on a ramp that stands out from the canvas
/// by at least 3:1 everywhere.
class DensityScale {
public:
    enum class Of {
        /// A cell with a single nonzero has the darkest color (on a dark canvas the brightest), because it covers the
        /// fewest pixels. Denser cells differ in hue, which becomes warmer.
        nonzeros,
        amount ///< more is farther from the canvas
    };
    /// `cap`: the count that gets the last colour (at least 1); more is drawn alike.
    DensityScale(const Colours& colours, std::uint32_t cap, Of of = Of::nonzeros);

    std::uint32_t cap() const { return cap_; }
    QRgb colour(std::uint32_t count) const; ///< of 0: transparent
    /// Colour at t in 0..1, from a single nonzero to `cap`.
    QColor at(double t) const;
    double position(std::uint32_t count) const; ///< t of a count >= 1

    /// The next of 1, 2, 5, 10, 20, ... that is not under `count`, so that the colours keep still while one pans.
    static std::uint32_t roundedCap(std::uint32_t count);

private:
    std::uint32_t cap_ = 1;
    std::array<QColor, 64> stops_;
};

/// A picture of a window of the matrix, ready to be drawn over the pixels that the window covers.
struct SpyImage {
    QImage image;          ///< one pixel a grid cell, premultiplied, transparent where nothing is
    DensityGrid grid;      ///< the counts that the image was made from
    std::uint32_t cap = 1; ///< the count with the last colour
    double rowsPerCell = 1, colsPerCell = 1;
};

/// The window a frame shows and how many cells to count it on: never more cells than pixels, so that no cell is lost
/// when the picture is drawn, and never smaller cells than the matrix has. `pixelRatio` is device pixels a pixel.
struct GridRequest {
    MatrixWindow window;
    int height = 0, width = 0;
};
GridRequest gridFor(const SpyFrame& frame, double pixelRatio);

/// Counts and colours one picture. Stateless; may run on any thread.
SpyImage renderSpy(const DensityPyramid& pyramid, const GridRequest& request, const Colours& colours);
/// Colours a grid that was counted before (paper, another theme).
QImage colourGrid(const DensityGrid& grid, const DensityScale& scale);

/// Exactly the numbers of a picture: a row for each cell that holds a nonzero, half-open ranges.
Table densityTable(const DensityGrid& grid);
/// The rows and columns of grid cell (i, j), in the matrix, half open.
MatrixWindow gridCell(const DensityGrid& grid, int i, int j);

/// Renders spy pictures on a thread of its own. Of several requests only the latest is rendered: while one picture is
/// made, newer requests replace each other, so that the window never waits and never falls behind.
/// Lives on the GUI thread; `rendered` is emitted there.
class SpyRenderer : public QObject {
    Q_OBJECT
public:
    explicit SpyRenderer(QObject* parent = nullptr);
    ~SpyRenderer() override;

    void request(const MatrixHandle& matrix, const GridRequest& grid, const Colours& colours);
    void forget(); ///< drops waiting requests; an image being rendered is not delivered
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
