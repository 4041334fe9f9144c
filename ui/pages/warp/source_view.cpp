#include "ui/pages/warp/source_view.h"

#include "ui/look/qt_text.h"
#include "ui/widgets/painted_view.h"

#include <qcustomplot.h>

#include <QKeyEvent>
#include <QLocale>
#include <QPainter>
#include <QScrollBar>

#include <algorithm>
#include <cmath>

namespace warploom::ui {

namespace {

QColor inkOn(const QColor& ground) {
    return contrast(ground, QColor(Qt::white)) > contrast(ground, QColor(Qt::black)) ? QColor(Qt::white)
                                                                                     : QColor(Qt::black);
}

bool isComment(const QString& line) {
    const QString text = line.trimmed();
    return text.startsWith(QLatin1String("//")) || text.startsWith(QLatin1Char('#')) ||
           text.startsWith(QLatin1Char('*'));
}

} // namespace

SourceView::SourceView(QWidget* parent) : QAbstractScrollArea(parent) {
    setFrameShape(QFrame::NoFrame);
    setFocusPolicy(Qt::StrongFocus);
    setAccessibleName(tr("Source of the kernel"));
    connect(&theme(), &Theme::changed, this, [this] {
        updateGeometry();
        updateBars();
        showCurrent();
    });
}

QSize SourceView::sizeHint() const { return {theme().px(560), theme().px(170)}; }
QSize SourceView::minimumSizeHint() const { return {theme().px(260), theme().px(90)}; }

QString SourceView::countTitle(Count count) {
    switch (count) {
    case Count::transactions: return tr("transactions, bank passes");
    case Count::instructions: return tr("warp instructions");
    case Count::lanes: return tr("lane accesses");
    }
    return {};
}

int SourceView::lineHeight() const {
    return static_cast<int>(std::ceil(QFontMetricsF(theme().monospace(0.95)).height())) + theme().px(1);
}

void SourceView::setAnalysis(std::shared_ptr<const WarpAnalysis> analysis) {
    analysis_ = std::move(analysis);
    file_ = 0;
    step_ = 0;
    sumUp();
    updateBars();
    showCurrent();
}

void SourceView::sumUp() {
    counts_.clear();
    most_ = 0;
    if (!analysis_) return;
    const wire::Warp& trace = analysis_->trace();
    counts_.resize(trace.sources.size());
    for (std::size_t i = 0; i < trace.sites.size(); ++i) {
        const SiteCost& cost = analysis_->sites()[i];
        const std::int64_t value = count_ == Count::transactions   ? cost.transactions + cost.bank_passes
                                   : count_ == Count::instructions ? cost.warp_instructions
                                                                   : cost.lane_accesses;
        if (value == 0) continue;
        for (std::size_t f = 0; f < counts_.size(); ++f) {
            if (trace.sources[f].file == trace.sites[i].file) counts_[f][trace.sites[i].line] += value;
            else if (f == 0) counts_[f][trace.sites[i].kernel_line] += value; // where the kernel calls the helper
        }
    }
    for (const auto& lines : counts_)
        for (const auto& [line, value] : lines) most_ = std::max(most_, value);
}

void SourceView::setCount(Count count) {
    count_ = count;
    sumUp();
    viewport()->update();
}

std::int64_t SourceView::countOf(int file, int line) const {
    if (file < 0 || file >= static_cast<int>(counts_.size())) return 0;
    const auto& lines = counts_[file];
    const auto at = lines.find(line);
    return at == lines.end() ? 0 : at->second;
}

int SourceView::currentLine() const {
    if (!analysis_ || step_ >= analysis_->trace().step_count() || file_ >= static_cast<int>(counts_.size())) return 0;
    const wire::Warp& trace = analysis_->trace();
    const wire::WarpSite& site = trace.site_of(step_);
    if (site.file == trace.sources[file_].file) return site.line;
    return file_ == 0 ? site.kernel_line : 0;
}

void SourceView::setStep(int step) {
    step_ = step;
    if (analysis_ && step < analysis_->trace().step_count()) {
        const wire::Warp& trace = analysis_->trace();
        for (std::size_t f = 0; f < trace.sources.size(); ++f) {
            if (trace.sources[f].file != trace.site_of(step).file || static_cast<int>(f) == file_) continue;
            file_ = static_cast<int>(f);
            updateBars();
            emit fileChanged(file_);
        }
    }
    showCurrent();
}

void SourceView::setFile(int file) {
    if (!analysis_ || file < 0 || file >= static_cast<int>(analysis_->trace().sources.size())) return;
    file_ = file;
    updateBars();
    showCurrent();
}

void SourceView::updateBars() {
    const bool has = analysis_ && file_ < static_cast<int>(analysis_->trace().sources.size());
    const wire::WarpSource* source = has ? &analysis_->trace().sources[file_] : nullptr;
    const int height = source ? static_cast<int>(source->lines.size()) * lineHeight() : 0;
    verticalScrollBar()->setRange(0, std::max(0, height - viewport()->height()));
    verticalScrollBar()->setPageStep(viewport()->height());
    verticalScrollBar()->setSingleStep(lineHeight());
    qsizetype widest = 0;
    if (source)
        for (const std::string& line : source->lines) widest = std::max(widest, qt(line).size());
    const double width = QFontMetricsF(theme().monospace(0.95)).averageCharWidth() * (static_cast<double>(widest) + 16);
    horizontalScrollBar()->setRange(0, std::max(0, static_cast<int>(width) - viewport()->width()));
    horizontalScrollBar()->setPageStep(viewport()->width());
    viewport()->update();
}

/// Where the lines with counts fit on the screen together they stand still; else the current line is in the middle. Never
/// a matter of which line was shown before.
void SourceView::showCurrent() {
    viewport()->update();
    const int line = currentLine();
    if (line == 0) return;
    const wire::WarpSource& source = analysis_->trace().sources[file_];
    const auto& lines = counts_[file_];
    int first = line, last = line;
    if (!lines.empty()) {
        first = std::min(first, lines.begin()->first);
        last = std::max(last, lines.rbegin()->first);
    }
    if ((last - first + 1) * lineHeight() > viewport()->height()) first = last = line;
    const int middle = (first + last - 2 * source.first_line + 1) * lineHeight() / 2;
    verticalScrollBar()->setValue(middle - viewport()->height() / 2);
    const qsizetype index = line - source.first_line;
    setAccessibleDescription(index >= 0 && index < static_cast<int>(source.lines.size())
                                 ? tr("Line %1: %2").arg(line).arg(qt(source.lines[index]).trimmed())
                                 : QString());
}

QRect SourceView::lineRect(int line) const {
    if (!analysis_ || counts_.empty()) return {};
    const int first = analysis_->trace().sources[file_].first_line;
    return {0, (line - first) * lineHeight() - verticalScrollBar()->value(), viewport()->width(), lineHeight()};
}

void SourceView::paintLines(QPainter& painter, const QRectF& area, int first, int last, double lineHeight,
                            const PictureStyle& style, const QFont& code) const {
    const wire::WarpSource& source = analysis_->trace().sources[file_];
    const QFontMetricsF numbers(style.font), letters(code);
    const double unit = style.unit;
    const double heat =
        std::max(numbers.horizontalAdvance(QLocale().toString(static_cast<qlonglong>(most_))) + 10 * unit, 44 * unit);
    const double number =
        letters.horizontalAdvance(QString::number(source.first_line + static_cast<int>(source.lines.size()))) +
        8 * unit;
    const int current = currentLine();
    double y = area.top();
    for (int line = first; line <= last; ++line, y += lineHeight) {
        const QString text = qt(source.lines[line - source.first_line]);
        const QRectF row(area.left(), y, area.width(), lineHeight);
        if (line == current) {
            QColor mark = style.colours.accent;
            mark.setAlphaF(0.22F);
            painter.fillRect(row, mark);
        }
        if (const std::int64_t value = countOf(file_, line); value > 0) {
            const QColor fill =
                Colours::density(static_cast<double>(value) / static_cast<double>(std::max<std::int64_t>(1, most_)));
            const QRectF cell(area.left(), y + 0.5, heat, lineHeight - 1);
            painter.fillRect(cell, fill);
            painter.setFont(style.font);
            painter.setPen(inkOn(fill));
            painter.drawText(cell.adjusted(0, 0, -4 * unit, 0), Qt::AlignRight | Qt::AlignVCenter,
                             QLocale().toString(static_cast<qlonglong>(value)));
        }
        painter.setFont(code);
        painter.setPen(style.colours.muted);
        painter.drawText(QRectF(area.left() + heat, y, number, lineHeight), Qt::AlignRight | Qt::AlignVCenter,
                         QString::number(line));
        painter.setPen(isComment(text) ? style.colours.muted : style.colours.text);
        const double left = area.left() + heat + number + 10 * unit;
        painter.save();
        painter.setClipRect(QRectF(left, y, area.right() - left, lineHeight), Qt::IntersectClip);
        const double shift = &style.colours == &theme().colours() ? horizontalScrollBar()->value() : 0;
        painter.drawText(QPointF(left - shift, y + (lineHeight - letters.height()) / 2 + letters.ascent()), text);
        painter.restore();
        if (line == current) {
            painter.setPen(QPen(style.colours.accent, 2 * unit));
            painter.drawLine(QPointF(area.left() + heat + 2 * unit, y),
                             QPointF(area.left() + heat + 2 * unit, y + lineHeight));
        }
    }
}

void SourceView::paintEvent(QPaintEvent*) {
    QPainter painter(viewport());
    painter.fillRect(viewport()->rect(), theme().colours().canvas);
    if (!counts_.empty()) {
        const wire::WarpSource& source = analysis_->trace().sources[file_];
        const int height = lineHeight(), top = verticalScrollBar()->value();
        const int begin = top / height;
        const int end = std::min<int>(static_cast<int>(source.lines.size()), (top + viewport()->height()) / height + 1);
        if (end > begin)
            paintLines(painter, QRectF(0, begin * height - top, viewport()->width(), 1), source.first_line + begin,
                       source.first_line + end - 1, height, screenStyle(), theme().monospace(0.95));
    }
    if (hasFocus()) paintFocusFrame(painter, viewport()->rect());
}

void SourceView::resizeEvent(QResizeEvent* event) {
    QAbstractScrollArea::resizeEvent(event);
    updateBars();
    showCurrent();
}

void SourceView::keyPressEvent(QKeyEvent* event) {
    switch (event->key()) {
    case Qt::Key_Up:
    case Qt::Key_Down:
    case Qt::Key_PageUp:
    case Qt::Key_PageDown: QAbstractScrollArea::keyPressEvent(event); break;
    default: event->ignore(); // the page steps
    }
}

void SourceView::focusInEvent(QFocusEvent* event) {
    QAbstractScrollArea::focusInEvent(event);
    viewport()->update();
}
void SourceView::focusOutEvent(QFocusEvent* event) {
    QAbstractScrollArea::focusOutEvent(event);
    viewport()->update();
}

QString SourceView::chartTitle() const {
    if (counts_.empty()) return tr("Source");
    return tr("%1, %2 of each line").arg(qt(analysis_->trace().sources[file_].title), countTitle(count_));
}

QStringList SourceView::shorterTitles() const {
    if (counts_.empty()) return {};
    return {qt(analysis_->trace().sources[file_].title)};
}

Table SourceView::chartTable() const { return analysis_ ? analysis_->lineTable() : Table{}; }

void SourceView::drawChart(QCPPainter& painter, const QSize& size, const Colours& colours) const {
    const PictureStyle style = paperStyle(colours);
    const QRectF room = paintPaperTitle(painter, chartTitle(), size, style);
    if (counts_.empty()) return;
    QFont code = theme().monospace();
    code.setPixelSize(12);
    const wire::WarpSource& source = analysis_->trace().sources[file_];
    const auto count = static_cast<int>(source.lines.size());
    const double height = QFontMetricsF(code).height() + 1;
    const int fitting = std::max(1, static_cast<int>(room.height() / height));
    const int middle = currentLine() > 0 ? currentLine() - source.first_line : 0;
    const int begin = std::clamp(middle - fitting / 2, 0, std::max(0, count - fitting));
    paintLines(painter, room, source.first_line + begin, source.first_line + std::min(count, begin + fitting) - 1,
               height, style, code);
}

} // namespace warploom::ui
