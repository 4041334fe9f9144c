#pragma once

#include "ui/components/spy/spy_frame.h"
#include "ui/components/spy/spy_image.h"

#include <QWidget>

namespace warploom::ui {

/// Shows row indices to the left of the spy plot, or column indices above it, for the visible range of the plot.
class AxisRuler : public QWidget {
    Q_OBJECT
public:
    explicit AxisRuler(Qt::Orientation orientation, QWidget* parent = nullptr);
    void setFrame(const SpyFrame& frame);
    QSize sizeHint() const override;

protected:
    void paintEvent(QPaintEvent* event) override;

private:
    Qt::Orientation orientation_;
    SpyFrame frame_;
};

class SpyView;

/// Arranges the spy plot with rulers on the left and top, the row profile on the right, and the column profile at the
/// bottom. The plot has the aspect ratio of the matrix and is as large as possible. The profiles use the remaining
/// space.
class SpyGrid : public QWidget {
    Q_OBJECT
public:
    /// The widgets in the grid, which takes ownership of them.
    struct Parts {
        QWidget *columnRuler, *rowRuler, *spy, *rows, *columns, *rowsTitle, *columnsTitle;
    };
    explicit SpyGrid(const Parts& parts, QWidget* parent = nullptr);
    /// Sets the number of rows and columns of the matrix. Both are 0 if there is no matrix.
    void setShape(std::int64_t rows, std::int64_t cols);
    QSize sizeHint() const override;
    QSize minimumSizeHint() const override;

protected:
    bool event(QEvent* event) override;
    void resizeEvent(QResizeEvent* event) override;

private:
    void arrange();
    int above() const; ///< Returns the height of the widgets above the plot.

    Parts parts_;
    std::int64_t rows_ = 0, cols_ = 0;
};

/// Shows the color legend of a spy plot at its current zoom level.
class LegendStrip : public QWidget {
    Q_OBJECT
public:
    explicit LegendStrip(SpyView* spy, QWidget* parent = nullptr);
    QSize sizeHint() const override;
    QSize minimumSizeHint() const override;

protected:
    void paintEvent(QPaintEvent* event) override;

private:
    SpyView* spy_;
};

} // namespace warploom::ui
