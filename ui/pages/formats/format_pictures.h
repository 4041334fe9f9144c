#pragma once

#include "ui/charts/chart.h"

namespace warploom::ui {

class ArraysView;
class Session;
class WindowView;

// Charts of the Formats page for export. Each paints its view in its current state, without a frame or scroll bars.

/// The window of the matrix, colored by the warps that own its nonzeros.
class WindowPicture : public Chart {
public:
    WindowPicture(const WindowView& view, const Session& session) : view_(view), session_(session) {}

    QString chartTitle() const override;
    QString chartName() const override { return QStringLiteral("formats-window"); }
    /// Returns the row, column and value of each nonzero, with indices into the whole matrix.
    Table chartTable() const override;
    void drawChart(QCPPainter& painter, const QSize& size, const Colours& colours) const override;

private:
    const WindowView& view_;
    const Session& session_;
};

/// The arrays of the shown formats, scaled to the sheet.
class ArraysPicture : public Chart {
public:
    explicit ArraysPicture(const ArraysView& view) : view_(view) {}

    QString chartTitle() const override;
    QString chartName() const override { return QStringLiteral("formats-arrays"); }
    /// Returns all shown slots: format, array, slot, value and index of the nonzero.
    Table chartTable() const override;
    void drawChart(QCPPainter& painter, const QSize& size, const Colours& colours) const override;

private:
    const ArraysView& view_;
};

} // namespace warploom::ui
