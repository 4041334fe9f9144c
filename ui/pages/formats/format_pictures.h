#pragma once

#include "ui/charts/chart.h"

namespace warploom::ui {

class ArraysView;
class Session;
class WindowView;

// Exportable charts of the Formats page. Each chart paints the current state of a view, without a frame or scroll bars.

/// Chart of the matrix window. Each nonzero has the color of the warp that reads it.
class WindowPicture : public Chart {
public:
    WindowPicture(const WindowView& view, const Session& session) : view_(view), session_(session) {}

    QString chartTitle() const override;
    QString chartName() const override { return QStringLiteral("formats-window"); }
    /// Returns a table with one row per nonzero: its row and column in the whole matrix, and its value.
    Table chartTable() const override;
    void drawChart(QCPPainter& painter, const QSize& size, const Colours& colours) const override;

private:
    const WindowView& view_;
    const Session& session_;
};

/// Chart of the arrays of the visible formats, scaled to the printed page.
class ArraysPicture : public Chart {
public:
    explicit ArraysPicture(const ArraysView& view) : view_(view) {}

    QString chartTitle() const override;
    QString chartName() const override { return QStringLiteral("formats-arrays"); }
    /// Returns a table of all visible slots with the columns format, array, index, value and nonzero.
    Table chartTable() const override;
    void drawChart(QCPPainter& painter, const QSize& size, const Colours& colours) const override;

private:
    const ArraysView& view_;
};

} // namespace warploom::ui
