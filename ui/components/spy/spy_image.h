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

/// Maps counts to colors. The logarithm of a count, from one to `cap`, selects a color from a color map with a contrast
/// of at least 3:1 to the canvas.
class DensityScale {
public:
    enum class Of {
        /// Cells with a single nonzero have the darkest color (the brightest on a dark canvas), because they cover the
        /// fewest pixels. Denser cells have warmer hues.
        nonzeros,
        amount ///< the larger the value, the higher the contrast to the canvas
    };
    /// `cap` (at least 1) is the count that has the last color. Larger counts have the same color.
    DensityScale(const Colours& colours, std::uint32_t cap, Of of = Of::nonzeros);

    std::uint32_t cap() const { return cap_; }
    QRgb colour(std::uint32_t count) const; ///< Returns the color of a count, which is transparent for 0.
    /// Returns the color at `t`, from 0 (a single nonzero) to 1 (`cap`).
    QColor at(double t) const;
    double position(std::uint32_t count) const; ///< Returns the position `t` of a count, which must be at least 1.

    /// Rounds up to the next value in 1, 2, 5, 10, 20, ..., so that colors do not change while the user pans.
    static std::uint32_t roundedCap(std::uint32_t count);

private:
    std::uint32_t cap_ = 1;
    std::array<QColor, 64> stops_;
};

/// Image of a window of the matrix, to be drawn over the pixels of the window.
struct SpyImage {
    QImage image;          ///< one pixel per grid cell, with premultiplied alpha; empty cells are transparent
    DensityGrid grid;      ///< counts from which the image was created
    std::uint32_t cap = 1; ///< count that has the last color
    double rowsPerCell = 1, colsPerCell = 1;
};

/// The visible window, and the size of the grid in which its nonzeros are counted. Each grid cell covers at least one
/// pixel, so that it is visible, and at least one element of the matrix. `pixelRatio` is the device pixel ratio.
struct GridRequest {
    MatrixWindow window;
    int height = 0, width = 0;
};
GridRequest gridFor(const SpyFrame& frame, double pixelRatio);

/// Counts the nonzeros and renders the image. This function is stateless and thread-safe.
SpyImage renderSpy(const DensityPyramid& pyramid, const GridRequest& request, const Colours& colours);
/// Renders the image of an existing grid, such as for printing or for another theme.
QImage colourGrid(const DensityGrid& grid, const DensityScale& scale);

/// Returns one row per nonempty cell of the grid, with half-open ranges of matrix rows and columns.
Table densityTable(const DensityGrid& grid);
/// Returns the half-open ranges of matrix rows and columns in grid cell (i, j).
MatrixWindow gridCell(const DensityGrid& grid, int i, int j);

/// Renders spy plots on a separate thread. If several requests arrive while an image is being rendered, keeps only the
/// latest, so that the GUI neither blocks nor falls behind. Must be used on the GUI thread, where `rendered` is
/// emitted.
class SpyRenderer : public QObject {
    Q_OBJECT
public:
    explicit SpyRenderer(QObject* parent = nullptr);
    ~SpyRenderer() override;

    void request(const MatrixHandle& matrix, const GridRequest& grid, const Colours& colours);
    void forget(); ///< Discards the waiting request and the image being rendered.
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
