#pragma once

#include "ui/charts/chart.h"

#include <QByteArray>
#include <QHash>
#include <QList>
#include <QStringList>

#include <functional>
#include <optional>

class QImage;
class QMimeData;

namespace warploom::ui {

struct ExportOptions {
    QSize size{900, 560}; ///< size of the chart including its caption, in units of 1/96 inch
    int dpi = 150;        ///< resolution in dots per inch; used only for PNG
};

/// These functions paint a chart on a white background, regardless of the theme. The caption below the chart lists the
/// facts of the table, such as the machine and the settings. If a file cannot be written, the functions throw
/// Error("file.write").
QImage chartImage(const Chart& chart, const ExportOptions& options = {});
void writePicture(const QImage& image, const QString& file);
void writePng(const Chart& chart, const QString& file, const ExportOptions& options = {});
QByteArray svgText(const Chart& chart, const ExportOptions& options = {});
/// Returns an SVG image created by `draw`, which paints into the rectangle (0, 0, size). The image has no title or
/// caption.
QByteArray svgOf(const QSize& size, const std::function<void(QCPPainter&)>& draw);
void writeSvg(const Chart& chart, const QString& file, const ExportOptions& options = {});
void writePdf(const Chart& chart, const QString& file, const ExportOptions& options = {});
/// Writes the data of a chart as CSV. Additional tables are written as NAME-TITLE.csv. Returns the file names.
QStringList writeCsv(const Chart& chart, const QString& file);
/// Writes a chart in the format given by the file name extension: .png, .svg, .pdf or .csv. Returns the file names.
QStringList writeChart(const Chart& chart, const QString& file, const ExportOptions& options = {});
/// Writes all charts that have rows as PNG, SVG, PDF and CSV to a folder, which is created if necessary. Returns the
/// file names. Stores the SVG image of each chart in `drawings` for reuse.
using Drawings = QHash<const Chart*, QByteArray>;
QStringList exportAll(const QList<Chart*>& charts, const QString& folder, const ExportOptions& options = {},
                      Drawings* drawings = nullptr);
/// Returns a chart as an image together with its data as tab-separated text. The caller takes ownership.
QMimeData* clipboardData(const Chart& chart);

/// Returns the facts of a table on one line, such as "AMD EPYC, 2 cores · double · cold · tridiagonal:n=100 ·
/// 2026-11-21".
QString captionText(const Table& table);

/// Shows the export dialog and writes the selected file. Returns the file name, or std::nullopt if the user cancels the
/// dialog.
std::optional<QString> askAndExport(const Chart& chart, QWidget* parent);

} // namespace warploom::ui
