#include "ui/charts/chart_export.h"
#include "ui/style/text.h"
#include "ui/widgets/file_dialogs.h"

#include "engine/atomic_file.h"
#include "engine/error.h"

#include <QApplication>
#include <QBuffer>
#include <QDir>
#include <QFileInfo>
#include <QInputDialog>
#include <QMimeData>
#include <QPdfWriter>
#include <QSettings>
#include <QSvgGenerator>
#include <qcustomplot.h>

#include <sstream>

namespace warploom::ui {
namespace {

constexpr int caption_px = 11;

[[noreturn]] void refuse(const QString& file, const QString& why) {
    throw Error("file.write", Text::tr("Could not write '%1': %2.").arg(file, why).toStdString(),
                Text::tr("Select another folder, or free up disk space.").toStdString());
}

void save(const QString& file, const QByteArray& bytes) {
    write_whole_file(file.toStdString(), {bytes.data(), static_cast<std::size_t>(bytes.size())});
}

/// Replaces control characters in XML text. XML does not allow them, and QSvgGenerator does not remove them.
QByteArray withoutControls(QByteArray xml) {
    for (char& c : xml)
        if (static_cast<unsigned char>(c) < ' ' && c != '\t' && c != '\n' && c != '\r') c = ' ';
    return xml.replace("\xEF\xBF\xBE", "\xEF\xBF\xBD").replace("\xEF\xBF\xBF", "\xEF\xBF\xBD");
}

QFont caption_font() {
    QFont font = QApplication::font();
    font.setPixelSize(caption_px);
    return font;
}

/// Paints a chart with its caption below. All output formats use this function, so that the chart looks the same in
/// each of them.
void paint(const Chart& chart, QCPPainter& painter, const QSize& size) {
    const Colours& colours = Theme::print();
    painter.fillRect(QRect(QPoint(), size), colours.canvas);
    const QString caption = captionText(chart.chartTable());
    const QRect room(12, 0, size.width() - 24, size.height());
    int caption_height = 0;
    if (!caption.isEmpty()) {
        const QFontMetrics metrics(caption_font());
        caption_height = metrics.boundingRect(room, Qt::TextWordWrap, caption).height() + 10;
    }
    painter.save();
    chart.drawChart(painter, QSize(size.width(), size.height() - caption_height), colours);
    painter.restore();
    if (caption_height > 0) {
        painter.setFont(caption_font());
        painter.setPen(colours.muted);
        painter.drawText(QRect(room.left(), size.height() - caption_height, room.width(), caption_height - 6),
                         Qt::TextWordWrap | Qt::AlignLeft | Qt::AlignBottom, caption);
    }
}

QByteArray csv(const Table& table) {
    std::ostringstream out;
    write_csv(out, table);
    return QByteArray::fromStdString(out.str());
}

QString stem_of(const QString& file) {
    const QFileInfo info(file);
    return info.dir().filePath(info.completeBaseName());
}

} // namespace

QString captionText(const Table& table) {
    QStringList parts;
    for (const auto& [key, value] : table.facts) {
        if (value.empty()) continue;
        const QString text = QString::fromStdString(value);
        parts.append(QStringLiteral("%1: %2").arg(QString::fromStdString(key), text));
    }
    return parts.join(QStringLiteral("  ·  "));
}

QImage chartImage(const Chart& chart, const ExportOptions& options) {
    const double factor = options.dpi / 96.0;
    QImage image((QSizeF(options.size) * factor).toSize(), QImage::Format_RGB32);
    image.fill(Qt::white);
    QCPPainter painter(&image);
    painter.setMode(QCPPainter::pmNoCaching);
    painter.setRenderHint(QPainter::TextAntialiasing);
    painter.scale(factor, factor);
    paint(chart, painter, options.size);
    painter.end();
    image.setDotsPerMeterX(static_cast<int>(options.dpi / 0.0254));
    image.setDotsPerMeterY(static_cast<int>(options.dpi / 0.0254));
    return image;
}

void writePicture(const QImage& image, const QString& file) {
    QByteArray bytes;
    QBuffer buffer(&bytes);
    buffer.open(QIODevice::WriteOnly);
    if (!image.save(&buffer, "PNG")) refuse(file, Text::tr("the image is too large"));
    save(file, bytes);
}

void writePng(const Chart& chart, const QString& file, const ExportOptions& options) {
    writePicture(chartImage(chart, options), file);
}

namespace {

QByteArray svgOf(const QSize& size, const QString& title, const QString& description,
                 const std::function<void(QCPPainter&)>& draw) {
    QByteArray bytes;
    QBuffer buffer(&bytes);
    buffer.open(QIODevice::WriteOnly);
    QSvgGenerator generator;
    generator.setOutputDevice(&buffer);
    generator.setResolution(96);
    generator.setSize(size);
    generator.setViewBox(QRect(QPoint(), size));
    // Escape the title and the description, because QSvgGenerator escapes only drawn text.
    generator.setTitle(title.toHtmlEscaped());
    generator.setDescription(description.toHtmlEscaped());
    QCPPainter painter;
    painter.begin(&generator);
    painter.setMode(QCPPainter::pmVectorized);
    painter.setMode(QCPPainter::pmNoCaching);
    draw(painter);
    painter.end();
    return withoutControls(bytes);
}

} // namespace

QByteArray svgText(const Chart& chart, const ExportOptions& options) {
    return svgOf(options.size, chart.chartTitle(), captionText(chart.chartTable()),
                 [&](QCPPainter& painter) { paint(chart, painter, options.size); });
}

QByteArray svgOf(const QSize& size, const std::function<void(QCPPainter&)>& draw) { return svgOf(size, {}, {}, draw); }

void writeSvg(const Chart& chart, const QString& file, const ExportOptions& options) {
    save(file, svgText(chart, options));
}

void writePdf(const Chart& chart, const QString& file, const ExportOptions& options) {
    QByteArray bytes;
    QBuffer buffer(&bytes);
    buffer.open(QIODevice::WriteOnly);
    QPdfWriter writer(&buffer);
    writer.setTitle(chart.chartTitle());
    writer.setCreator(QStringLiteral("Warploom"));
    writer.setResolution(96);
    writer.setPageSize(
        QPageSize(QSizeF(options.size) * 72.0 / 96.0, QPageSize::Point, QString(), QPageSize::ExactMatch));
    writer.setPageMargins(QMarginsF(0, 0, 0, 0));
    QCPPainter painter;
    painter.begin(&writer);
    painter.setMode(QCPPainter::pmVectorized);
    painter.setMode(QCPPainter::pmNoCaching);
    paint(chart, painter, options.size);
    painter.end();
    save(file, bytes);
}

QStringList writeCsv(const Chart& chart, const QString& file) {
    QStringList files{file};
    save(file, csv(chart.chartTable()));
    for (const Table& more : chart.moreTables()) {
        if (more.rows.empty()) continue;
        const QString name = QStringLiteral("%1-%2.csv").arg(stem_of(file), QString::fromStdString(more.title));
        save(name, csv(more));
        files.append(name);
    }
    return files;
}

QStringList writeChart(const Chart& chart, const QString& file, const ExportOptions& options) {
    const QString suffix = QFileInfo(file).suffix().toLower();
    if (suffix == QLatin1String("csv")) return writeCsv(chart, file);
    if (suffix == QLatin1String("svg")) {
        writeSvg(chart, file, options);
    } else if (suffix == QLatin1String("pdf")) {
        writePdf(chart, file, options);
    } else if (suffix == QLatin1String("png")) {
        writePng(chart, file, options);
    } else {
        throw Error("file.write", Text::tr("The file extension of '%1' is not supported.").arg(file).toStdString(),
                    Text::tr("Use .png, .svg, .pdf or .csv.").toStdString());
    }
    return {file};
}

QStringList exportAll(const QList<Chart*>& charts, const QString& folder, const ExportOptions& options,
                      Drawings* drawings) {
    if (!QDir().mkpath(folder)) refuse(folder, Text::tr("the folder could not be created"));
    QStringList files;
    for (const Chart* chart : charts) {
        if (chart->chartTable().rows.empty()) continue;
        const QString stem = QDir(folder).filePath(chart->chartName());
        for (const char* suffix : {".png", ".pdf", ".csv"})
            files += writeChart(*chart, stem + QLatin1String(suffix), options);
        const QByteArray drawing = svgText(*chart, options);
        save(stem + QStringLiteral(".svg"), drawing);
        files += stem + QStringLiteral(".svg");
        if (drawings != nullptr) drawings->insert(chart, drawing);
    }
    return files;
}

QMimeData* clipboardData(const Chart& chart) {
    auto* data = new QMimeData;
    data->setImageData(chartImage(chart));
    const Table table = chart.chartTable();
    data->setData(QStringLiteral("text/csv"), csv(table));
    // Spreadsheets accept tab-separated text from the clipboard.
    QString text;
    QStringList header;
    for (const Column& column : table.columns) header.append(QString::fromStdString(column.header()));
    text = header.join(QLatin1Char('\t')) + QLatin1Char('\n');
    for (const auto& row : table.rows) {
        QStringList cells;
        for (const Cell& cell : row) cells.append(QString::fromStdString(spreadsheet_text(cell)));
        text += cells.join(QLatin1Char('\t')) + QLatin1Char('\n');
    }
    data->setText(text);
    return data;
}

std::optional<QString> askAndExport(const Chart& chart, QWidget* parent) {
    QSettings settings;
    const QString file =
        askToSave(parent, Text::tr("Export '%1'").arg(chart.chartTitle()), QStringLiteral("export/folder"),
                  chart.chartName() + QStringLiteral(".png"),
                  Text::tr("PNG image (*.png);;SVG image (*.svg);;PDF document (*.pdf);;CSV data (*.csv)"));
    if (file.isEmpty()) return std::nullopt;
    ExportOptions options;
    if (file.endsWith(QLatin1String(".png"), Qt::CaseInsensitive)) {
        bool ok = false;
        options.dpi = QInputDialog::getInt(parent, Text::tr("Export"), Text::tr("Dots per inch:"),
                                           settings.value(QStringLiteral("export/dpi"), 150).toInt(), 72, 1200, 1, &ok);
        if (!ok) return std::nullopt;
        settings.setValue(QStringLiteral("export/dpi"), options.dpi);
    }
    writeChart(chart, file, options);
    return file;
}

} // namespace warploom::ui
