#pragma once

#include "ui/charts/chart.h"

namespace warploom::ui {

class ArraysView;
class Session;
class WindowView;

// Exportable charts of the Formats page. Each paints its view in its current state, without a frame or scroll bars.

/// The matrix window, with each nonzero in the color of the warp that reads it.
class WindowPicture : public Chart {
public:
    WindowPicture(const WindowView& view, const Session& session) : view_(view), session_(session) {}

    QString chartTitle() const override;
    QString chartName() const override { return QStringLiteral("formats-window"); }
    /// Returns the row and column (in the whole matrix) and the value of each nonzero.
    Table chartTable() const override;
    void drawChart(QCPPainter& painter, const QSize& size, const Colours& colours) const override;

private:
    const WindowView& view_;
    const Session& session_;
};

/// The arrays of the visible formats, scaled to the page.
class ArraysPicture : public Chart {
public:
    explicit ArraysPicture(const ArraysView& view) : view_(view) {}

    QString chartTitle() const override;
    QString chartName() const override { return QStringLiteral("formats-arrays"); }
    /// Returns all visible slots: format, array, slot, value and the nonzero's index.
    Table chartTable() const override;
    void drawChart(QCPPainter& painter, const QSize& size, const Colours& colours) const override;

private:
    const ArraysView& view_;
};

} // namespace warploom::ui
