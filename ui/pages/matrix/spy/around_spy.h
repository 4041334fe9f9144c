#pragma once

#include "ui/pages/matrix/spy/spy_frame.h"
#include "ui/pages/matrix/spy/spy_image.h"

#include <QWidget>

namespace warploom::ui {

/// Row numbers left of the spy, or column numbers above it, on the spy's frame.
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

/// The picture with its rulers above and at the left, the plot of the rows at its right and that of the columns under
/// it. The picture gets the shape of its matrix and as much room as there is, and what stands around touches it; the
/// plots take the rest.
class SpyGrid : public QWidget {
    Q_OBJECT
public:
    /// The widgets of the grid by position; the grid owns them.
    struct Parts {
        QWidget *columnRuler, *rowRuler, *spy, *rows, *columns, *rowsTitle, *columnsTitle;
    };
    explicit SpyGrid(const Parts& parts, QWidget* parent = nullptr);
    /// Rows and columns of the drawing; 0: nothing.
    void setShape(std::int64_t rows, std::int64_t cols);
    QSize sizeHint() const override;
    QSize minimumSizeHint() const override;

protected:
    bool event(QEvent* event) override;
    void resizeEvent(QResizeEvent* event) override;

private:
    void arrange();
    int above() const; ///< the height of what stands over the picture

    Parts parts_;
    std::int64_t rows_ = 0, cols_ = 0;
};

/// The legend of the colors of a spy plot at the current zoom.
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
