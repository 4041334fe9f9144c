#pragma once

#include "engine/protocol/messages/layout.h"
#include "ui/session/session.h"
#include "ui/style/theme.h"

#include <QLineF>
#include <QWidget>

#include <cstdint>
#include <memory>

class QPainter;

namespace warploom::ui {

/// Geometry of a matrix window of at most 16 x 16 cells. The cells are square and centered, with space for row and
/// column indices.
struct WindowGrid {
    QRectF area;
    double cell = 1;

    WindowGrid() = default;
    WindowGrid(const QSizeF& size, std::int64_t rows, std::int64_t cols, double labelWidth, double labelHeight);
    /// Returns the rectangle of a cell. `row` and `col` are relative to the window.
    QRectF rect(std::int64_t row, std::int64_t col) const;
    /// Returns the row and column of the cell at a pixel, relative to the window, or {-1, -1} outside the cells.
    HoveredNonzero cellAt(const QPointF& pixel, std::int64_t rows, std::int64_t cols) const;
};

/// Shows a window of the matrix with its values. Each nonzero has the color of the warp that reads it. The arrow keys
/// move the window by one row or column or, with Ctrl, by a full window.
class WindowView : public QWidget {
    Q_OBJECT
public:
    explicit WindowView(QWidget* parent = nullptr);

    void setMatrix(const MatrixHandle& matrix);
    void setWindow(const MatrixWindow& window);
    /// Sets the layout document, which contains the owner of each nonzero. Can be null.
    void setDocument(std::shared_ptr<const protocol::Layout> document);
    /// Sets the hovered nonzero, whose row and column refer to the whole matrix.
    void setHovered(const HoveredNonzero& hovered);
    WindowGrid grid() const;
    /// Paints the matrix window at its current size in the given colors.
    void paintWindow(QPainter& painter, const Colours& colours) const;
    QSize sizeHint() const override;
    QSize minimumSizeHint() const override;

signals:
    void hoveredChanged(const warploom::ui::HoveredNonzero& nonzero);
    /// Emitted when the user clicks the view. `nonzero` is invalid if there is none at the clicked position.
    void clicked(const warploom::ui::HoveredNonzero& nonzero);
    void windowMoved(const warploom::MatrixWindow& window);

protected:
    void paintEvent(QPaintEvent* event) override;
    void mouseMoveEvent(QMouseEvent* event) override;
    void mousePressEvent(QMouseEvent* event) override;
    void leaveEvent(QEvent* event) override;
    void keyPressEvent(QKeyEvent* event) override;

private:
    HoveredNonzero nonzeroAt(const QPointF& pixel) const;
    std::int64_t rows() const { return window_.row_end - window_.row_begin; }
    std::int64_t cols() const { return window_.col_end - window_.col_begin; }

    MatrixHandle matrix_;
    MatrixWindow window_;
    std::shared_ptr<const protocol::Layout> document_;
    HoveredNonzero hovered_;
};

class WindowView;

/// Draws a line from the hovered nonzero to the label that names its thread, lane and warp, in the color of the warp.
/// This widget is on top of the window and the label, and ignores mouse events.
class OwnerConnector : public QWidget {
    Q_OBJECT
public:
    /// Creates a line on top of the widget `over`, which must be an ancestor of both `window` and `words`.
    OwnerConnector(WindowView* window, QWidget* words, QWidget* over);

    /// Sets the start of the line to the cell at the given row and column of the window. The line has the color of
    /// `warp`.
    void connectFrom(std::int64_t row, std::int64_t col, int warp);
    void disconnectAll();
    /// Returns the connecting line in the parent widget's coordinates, or a null line if no cell is connected.
    QLineF line() const;

protected:
    void paintEvent(QPaintEvent* event) override;
    bool eventFilter(QObject* watched, QEvent* event) override;

private:
    WindowView* window_;
    QWidget* words_;
    std::int64_t row_ = -1, col_ = -1;
    int warp_ = 0;
};

} // namespace warploom::ui
