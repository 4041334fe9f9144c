#include "ui/pages/step/sheet_export.h"

#include "engine/atomic_file.h"
#include "engine/error.h"
#include "ui/style/text.h"

#include <QApplication>
#include <QBuffer>
#include <QDir>
#include <QFile>
#include <QPainter>
#include <QPdfWriter>

#include <algorithm>

namespace warploom::ui {

namespace {

const WalkthroughEntry* entryOf(const QString& name) {
    const QList<WalkthroughEntry>& all = walkthroughEntries();
    const auto at =
        std::find_if(all.begin(), all.end(), [&](const WalkthroughEntry& each) { return each.name == name; });
    return at == all.end() ? nullptr : &*at;
}

/// Paints an A4 page in units of 1/96 inch. On larger paper, the same page is scaled up.
void paintSheet(QPainter& painter, const Walkthrough& walkthrough, const QRectF& page) {
    const Colours& colours = Theme::print();
    QFont font = QApplication::font();
    font.setPixelSize(13);
    PictureStyle style{colours, font, 1.0};
    QFont large = font;
    large.setPixelSize(26);
    large.setBold(true);
    const double margin = 42, width = page.width() - 2 * margin;
    double y = margin;
    const auto write = [&](const QString& text, const QFont& with, const QColor& colour) {
        painter.setFont(with);
        painter.setPen(colour);
        const QRectF room(margin, y, width, page.height());
        y += painter.boundingRect(room, Qt::TextWordWrap, text).height() + 6;
        painter.drawText(room, Qt::TextWordWrap, text);
    };
    write(walkthrough.title(), large, colours.text);
    write(walkthrough.openingSentence(), font, colours.text);
    const QString foot = walkthrough.caption(),
                  source = Text::tr("Source: %1 · Warploom %2")
                               .arg(walkthrough.source(), QApplication::applicationVersion());
    painter.setFont(font);
    const double foot_height =
        painter.boundingRect(QRectF(margin, 0, width, page.height()), Qt::TextWordWrap, foot).height() + 6;
    const double line = QFontMetricsF(font).height();
    const QRectF picture(margin, y + 10, width, page.height() - y - 10 - foot_height - 2.5 * line - margin - 14);
    walkthrough.paint(painter, picture, walkthrough.steps() - 1, -1, style);
    walkthrough.paintPosterLegend(painter, QRectF(margin, picture.bottom() + 8, width, line), style);
    y = picture.bottom() + 1.5 * line + 12;
    write(foot, font, colours.text);
    write(source, font, colours.muted);
}

} // namespace

QString sheetOf(const QString& topic) {
    if (topic.endsWith(QLatin1String("-sheet"))) return entryOf(topic) != nullptr ? topic : QString();
    const QString name = topic.section(QLatin1Char('-'), 0, 0) + QStringLiteral("-sheet");
    return entryOf(name) != nullptr ? name : QString();
}

void writeSheet(const Walkthrough& walkthrough, Paper paper, const QString& file) {
    QByteArray bytes;
    {
        QBuffer buffer(&bytes);
        buffer.open(QIODevice::WriteOnly);
        QPdfWriter writer(&buffer);
        writer.setTitle(walkthrough.title());
        writer.setCreator(QStringLiteral("Warploom"));
        writer.setPageSize(QPageSize(paper == Paper::a4 ? QPageSize::A4 : QPageSize::A3));
        writer.setPageOrientation(QPageLayout::Landscape);
        writer.setPageMargins(QMarginsF(0, 0, 0, 0));
        constexpr int dots = 600; // resolution in dots per inch; high enough that rounding to whole dots is not visible
        writer.setResolution(dots);
        QPainter painter(&writer);
        // Size of a landscape A4 page in units of 1/96 inch.
        constexpr double wide = 297 / 25.4 * 96, high = 210 / 25.4 * 96;
        const double scale = writer.width() / wide;
        painter.scale(scale, scale);
        paintSheet(painter, walkthrough, QRectF(0, 0, wide, high));
    }
    write_whole_file(QFile::encodeName(file).toStdString(),
                     {bytes.constData(), static_cast<std::size_t>(bytes.size())});
}

QStringList writeSheets(const QString& topic, const QString& folder) {
    const WalkthroughEntry* const entry = entryOf(sheetOf(topic));
    if (entry == nullptr) return {};
    if (!QDir().mkpath(folder))
        throw Error("file.write", Text::tr("Could not create the folder '%1'.").arg(folder).toStdString(),
                    Text::tr("Select another folder, or free up disk space.").toStdString());
    WalkthroughChoices choices;
    choices.is_poster = true;
    const WalkthroughHandle walkthrough = entry->make(choices);
    QStringList files;
    for (const auto& [paper, ending] : {std::pair{Paper::a4, "a4"}, std::pair{Paper::a3, "a3"}}) {
        files << QDir(folder).filePath(QStringLiteral("%1-%2.pdf").arg(entry->name, QLatin1String(ending)));
        writeSheet(*walkthrough, paper, files.last());
    }
    return files;
}

} // namespace warploom::ui
