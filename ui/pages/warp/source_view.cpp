#include "ui/pages/warp/source_view.h"

#include "ui/style/qt_text.h"
#include "ui/widgets/painted_view.h"

#include <qcustomplot.h>

#include <QKeyEvent>
#include <QLocale>
#include <QPainter>
#include <QScrollBar>

#include <algorithm>
#include <cmath>
#include <limits>

namespace warploom::ui {

namespace {

bool isComment(const QString& line) {
    const QString text = line.trimmed();
    return text.startsWith(QLatin1String("//")) || text.startsWith(QLatin1Char('#')) ||
           text.startsWith(QLatin1Char('*'));
}

/// Wraps a source line after spaces or commas, and indents the continuation rows further.
QStringList inRows(const QString& line, int letters) {
    QStringList rows;
    QString rest = line;
    const auto indent = static_cast<int>(line.size() - QStringView(line).trimmed().size()) + 4;
    while (rest.size() > letters && letters > 2 * indent) {
        qsizetype end = letters;
        while (end > indent && rest[end - 1] != QLatin1Char(' ') && rest[end - 1] != QLatin1Char(',')) --end;
        if (end <= indent) end = letters;
        rows += rest.left(end);
        rest = QString(indent, QLatin1Char(' ')) + rest.mid(end).trimmed();
    }
    return rows << rest;
}

} // namespace

SourceView::SourceView(QWidget* parent) : QAbstractScrollArea(parent) {
    setFrameShape(QFrame::NoFrame);
    setFocusPolicy(Qt::StrongFocus);
    setAccessibleName(tr("Kernel source"));
    connect(&theme(), &Theme::changed, this, [this] {
        updateGeometry();
        updateBars();
        showCurrent();
    });
}

QSize SourceView::sizeHint() const { return {theme().px(560), theme().px(170)}; }
QSize SourceView::minimumSizeHint() const { return {theme().px(260), theme().px(84)}; }

QString SourceView::countTitle(Count count) {
    switch (count) {
    case Count::transactions: return tr("transactions, wavefronts");
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
    const protocol::WarpDocument& trace = analysis_->trace();
    counts_.resize(trace.sources.size());
    for (std::size_t i = 0; i < trace.sites.size(); ++i) {
        const SiteCost& cost = analysis_->sites()[i];
        const std::int64_t value = count_ == Count::transactions   ? cost.transactions + cost.bank_passes
                                   : count_ == Count::instructions ? cost.warp_instructions
                                                                   : cost.lane_accesses;
        if (value == 0) continue;
        for (std::size_t f = 0; f < counts_.size(); ++f) {
            if (trace.sources[f].file == trace.sites[i].file) counts_[f][trace.sites[i].line] += value;
            // Attribute the cost of a helper function to the kernel line that calls it.
            else if (f == 0) counts_[f][trace.sites[i].kernel_line] += value;
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
    const protocol::WarpDocument& trace = analysis_->trace();
    const protocol::WarpSite& site = trace.site_of(step_);
    if (site.file == trace.sources[file_].file) return site.line;
    return file_ == 0 ? site.kernel_line : 0;
}

void SourceView::setStep(int step) {
    step_ = step;
    if (analysis_ && step < analysis_->trace().step_count()) {
        const protocol::WarpDocument& trace = analysis_->trace();
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
    const protocol::WarpSource* source = has ? &analysis_->trace().sources[file_] : nullptr;
    const QFont code = theme().monospace(0.95);
    const auto [heat, number] = has ? margins(screenStyle(), code) : std::pair(0.0, 0.0);
    letters_ = static_cast<int>((viewport()->width() - heat - number) / QFontMetricsF(code).averageCharWidth());
    tops_ = {0};
    if (source)
        for (const std::string& line : source->lines)
            tops_.push_back(tops_.back() + static_cast<int>(inRows(toQString(line), letters_).size()));
    const int height = tops_.back() * lineHeight();
    verticalScrollBar()->setRange(0, std::max(0, height - viewport()->height()));
    verticalScrollBar()->setPageStep(viewport()->height());
    verticalScrollBar()->setSingleStep(lineHeight());
    viewport()->update();
}

/// Centers all lines that have counts in the view, so that the text does not scroll between steps. If these lines do
/// not fit, centers the current line. The result does not depend on the previous scroll position.
void SourceView::showCurrent() {
    viewport()->update();
    const int line = currentLine();
    if (line == 0) return;
    const protocol::WarpSource& source = analysis_->trace().sources[file_];
    const auto& lines = counts_[file_];
    int first = line, last = line;
    if (!lines.empty()) {
        first = std::min(first, lines.begin()->first);
        last = std::max(last, lines.rbegin()->first);
    }
    const auto top = [&](int of) { return tops_[static_cast<std::size_t>(of - source.first_line)]; };
    if ((top(last + 1) - top(first)) * lineHeight() > viewport()->height()) first = last = line;
    const int middle = (top(first) + top(last + 1)) * lineHeight() / 2;
    verticalScrollBar()->setValue(middle - viewport()->height() / 2);
    const qsizetype index = line - source.first_line;
    setAccessibleDescription(index >= 0 && index < static_cast<int>(source.lines.size())
                                 ? tr("Line %1: %2").arg(line).arg(toQString(source.lines[index]).trimmed())
                                 : QString());
}

QRect SourceView::lineRect(int line) const {
    if (!analysis_ || counts_.empty()) return {};
    const int first = analysis_->trace().sources[file_].first_line;
    const auto at = static_cast<std::size_t>(line - first);
    if (line < first || at + 1 >= tops_.size()) return {};
    return {0, tops_[at] * lineHeight() - verticalScrollBar()->value(), viewport()->width(),
            (tops_[at + 1] - tops_[at]) * lineHeight()};
}

std::pair<double, double> SourceView::margins(const PictureStyle& style, const QFont& code) const {
    const protocol::WarpSource& source = analysis_->trace().sources[file_];
    const QString count = QLocale().toString(static_cast<qlonglong>(most_)),
                  last = QString::number(source.first_line + static_cast<int>(source.lines.size()));
    return {std::max(QFontMetricsF(style.font).horizontalAdvance(count) + 10 * style.unit, 44 * style.unit),
            QFontMetricsF(code).horizontalAdvance(last) + 18 * style.unit};
}

void SourceView::paintLines(QPainter& painter, const QRectF& area, int first, int last, double lineHeight,
                            const PictureStyle& style, const QFont& code, int letters) const {
    const protocol::WarpSource& source = analysis_->trace().sources[file_];
    const QFontMetricsF metrics(code);
    const double unit = style.unit;
    const auto [heat, beside] = margins(style, code);
    const double number = beside - 10 * unit;
    const int current = currentLine();
    double y = area.top();
    for (int line = first; line <= last; ++line) {
        const QStringList rows = inRows(toQString(source.lines[line - source.first_line]), letters);
        const double high = lineHeight * static_cast<double>(rows.size());
        const QRectF row(area.left(), y, area.width(), high);
        if (line == current) painter.fillRect(row, pale(style.colours.accent, 0.22F));
        if (const std::int64_t value = countOf(file_, line); value > 0) {
            const QColor fill =
                Colours::density(static_cast<double>(value) / static_cast<double>(std::max<std::int64_t>(1, most_)));
            const QRectF cell(area.left(), y + 0.5, heat, lineHeight - 1);
            painter.fillRect(cell, fill);
            painter.setFont(style.font);
            paintText(painter, inkOn(fill), cell.adjusted(0, 0, -4 * unit, 0), Qt::AlignRight | Qt::AlignVCenter,
                      QLocale().toString(static_cast<qlonglong>(value)));
        }
        painter.setFont(code);
        paintText(painter, style.colours.muted, QRectF(area.left() + heat, y, number, lineHeight),
                  Qt::AlignRight | Qt::AlignVCenter, QString::number(line));
        painter.setPen(isComment(rows.first()) ? style.colours.muted : style.colours.text);
        const double left = area.left() + heat + beside;
        painter.save();
        painter.setClipRect(QRectF(left, y, area.right() - left, high), Qt::IntersectClip);
        double base = y + (lineHeight - metrics.height()) / 2 + metrics.ascent();
        for (const QString& part : rows) {
            painter.drawText(QPointF(left, base), part);
            base += lineHeight;
        }
        painter.restore();
        if (line == current) {
            paintStroke(painter, QPen(style.colours.accent, 2 * unit), QPointF(area.left() + heat + 2 * unit, y),
                        QPointF(area.left() + heat + 2 * unit, y + high));
        }
        y += high;
    }
}

void SourceView::paintEvent(QPaintEvent*) {
    QPainter painter(viewport());
    painter.fillRect(viewport()->rect(), theme().colours().canvas);
    if (!counts_.empty()) {
        const protocol::WarpSource& source = analysis_->trace().sources[file_];
        const int height = lineHeight(), top = verticalScrollBar()->value();
        // first and last source line that are visible in the viewport
        const auto line_at = [&](int row) {
            return static_cast<int>(std::upper_bound(tops_.begin(), tops_.end(), row) - tops_.begin()) - 1;
        };
        const int begin = line_at(top / height);
        const int end =
            std::min(static_cast<int>(source.lines.size()), line_at((top + viewport()->height()) / height) + 1);
        if (end > begin)
            paintLines(painter,
                       QRectF(0, tops_[static_cast<std::size_t>(begin)] * height - top, viewport()->width(), 1),
                       source.first_line + begin, source.first_line + end - 1, height, screenStyle(),
                       theme().monospace(0.95), letters_);
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
    default: event->ignore(); // the page handles the remaining keys, such as those that change the step
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
    const QString pattern = count_ == Count::transactions ? tr("%1: transactions and shared-memory wavefronts per line")
                            : count_ == Count::instructions ? tr("%1: warp instructions per line")
                                                            : tr("%1: lane accesses per line");
    return pattern.arg(toQString(analysis_->trace().sources[file_].title));
}

QStringList SourceView::shorterTitles() const {
    if (counts_.empty()) return {};
    return {toQString(analysis_->trace().sources[file_].title)};
}

Table SourceView::chartTable() const { return analysis_ ? analysis_->lineTable() : Table{}; }

void SourceView::drawChart(QCPPainter& painter, const QSize& size, const Colours& colours) const {
    const PictureStyle style = paperStyle(colours);
    const QRectF room = paintPaperTitle(painter, chartTitle(), size, style);
    if (counts_.empty()) return;
    QFont code = theme().monospace();
    code.setPixelSize(12);
    const protocol::WarpSource& source = analysis_->trace().sources[file_];
    const auto count = static_cast<int>(source.lines.size());
    const double height = QFontMetricsF(code).height() + 1;
    const int fitting = std::max(1, static_cast<int>(room.height() / height));
    const int middle = currentLine() > 0 ? currentLine() - source.first_line : 0;
    const int begin = std::clamp(middle - fitting / 2, 0, std::max(0, count - fitting));
    paintLines(painter, room, source.first_line + begin, source.first_line + std::min(count, begin + fitting) - 1,
               height, style, code, std::numeric_limits<int>::max());
}

} // namespace warploom::ui
