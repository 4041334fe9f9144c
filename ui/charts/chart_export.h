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
    QSize size{900, 560}; ///< of picture and caption, in units of 1/96 inch
    int dpi = 150;        ///< of PNG only
};

/// All of these draw on white whatever the screen shows, with a caption of machine and settings under the picture (the
/// table's facts), and throw Error("file.write") with the file when it cannot be written.
QImage chartImage(const Chart& chart, const ExportOptions& options = {});
void writePicture(const QImage& image, const QString& file); ///< as PNG
void writePng(const Chart& chart, const QString& file, const ExportOptions& options = {});
QByteArray svgText(const Chart& chart, const ExportOptions& options = {});
/// Returns the painting of `draw` in (0, 0, size) as SVG, without title and caption.
QByteArray svgOf(const QSize& size, const std::function<void(QCPPainter&)>& draw);
void writeSvg(const Chart& chart, const QString& file, const ExportOptions& options = {});
void writePdf(const Chart& chart, const QString& file, const ExportOptions& options = {});
/// Exactly the numbers of the picture; further tables go beside it as NAME-TITLE.csv. Returns the files.
QStringList writeCsv(const Chart& chart, const QString& file);
/// By the suffix: .png, .svg, .pdf or .csv.
QStringList writeChart(const Chart& chart, const QString& file, const ExportOptions& options = {});
/// Every chart that has rows as PNG, SVG, PDF and CSV into a folder that is made if needed. Returns the files.
/// `drawings` gets the SVG of each, to show them again.
using Drawings = QHash<const Chart*, QByteArray>;
QStringList exportAll(const QList<Chart*>& charts, const QString& folder, const ExportOptions& options = {},
                      Drawings* drawings = nullptr);
/// Picture and numbers (tab-separated) together; the caller owns it.
QMimeData* clipboardData(const Chart& chart);

/// "AMD EPYC, 2 cores · double · cold · tridiagonal:n=100 · 2026-11-21": the facts of a table in one line.
QString captionText(const Table& table);

/// Asks for a file name and what else is needed, then writes. Returns the file, or nothing when it was given up.
std::optional<QString> askAndExport(const Chart& chart, QWidget* parent);

} // namespace warploom::ui
