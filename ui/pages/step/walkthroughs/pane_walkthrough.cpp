// Paints panes with titles, cells and row names, and arrows between panes.
#include "ui/pages/step/walkthroughs/walkthrough.h"

#include "engine/walkthrough/pane_steps.h"
#include "ui/pages/step/walkthroughs/step_painting.h"
#include "ui/style/qt_text.h"
#include "ui/style/text.h"

#include <QFontMetricsF>

#include <algorithm>
#include <cmath>
#include <set>

namespace warploom::ui {

using walkthrough::Pane;
using walkthrough::PaneCell;
using Look = walkthrough::PaneCell::Look;

namespace {

/// Layout of the cells of a pane in a walkthrough figure.
struct PaneFrame {
    QRectF title;
    double left = 0, top = 0, width = 0, height = 0;
    QFont font;

    PaneFrame(const Pane& pane, const QRectF& area, const PictureStyle& style) {
        const QFontMetricsF metrics(style.font);
        const double gap = 4 * style.unit;
        const QRectF room(area.left() + pane.x * area.width(), area.top() + pane.y * area.height(),
                          pane.width * area.width(), pane.height * area.height());
        title = QRectF(room.left(), room.top(), room.width(), metrics.height());
        double names = 0;
        for (const std::string& name : pane.row_names)
            names = std::max(names, metrics.horizontalAdvance(toQString(name)) + gap);
        left = room.left() + names;
        top = title.bottom() + gap;
        width = (room.right() - left) / std::max(1, pane.columns);
        height = (room.bottom() - top) / std::max(1, pane.rows);
        // Limit the height of the cells, because the cells of a single row would otherwise be too tall.
        height = std::min({height, std::max(2.2 * metrics.height(), 1.25 * width), 4.2 * metrics.height()});
        // Also limit the width of the cells, because a matrix is read in both directions.
        QStringList texts;
        int lines = 1;
        for (const PaneCell& cell : pane.cells) {
            const QStringList parts = toQString(cell.text).split(QLatin1Char('\n'), Qt::SkipEmptyParts);
            lines = std::max(lines, static_cast<int>(parts.size()));
            texts << parts;
        }
        double widest = 0;
        for (const QString& text : texts) widest = std::max(widest, metrics.horizontalAdvance(text));
        width = std::min(width, std::max(1.6 * height, widest + 4 * gap));
        // Leave some space around the text if possible. Otherwise, use the largest font that fits.
        constexpr double usual = 11, least = 7;
        // If a cell has several lines of text, use a smaller maximum, so that panes that are side by side have the same
        // font size.
        const double largest = lines == 1 ? 20 : 13;
        // Leaves room for the line spacing of cells with several lines.
        const double line = height / (lines == 1 ? 1 : 1.25 * lines);
        auto fitting = fittingFont(style.font, texts, {width - 2 * gap, line}, largest, style.unit, usual);
        if (!fitting) fitting = fittingFont(style.font, texts, {width - gap / 2, line}, usual, style.unit, least);
        font = fitting.value_or(style.font);
    }
    /// Returns the area that is covered by the cells of a pane.
    QRectF all(const Pane& pane) const { return {left, top, pane.columns * width, pane.rows * height}; }
    /// Limits the height of the rows, so that rows are aligned across panes with the same number of rows.
    void lower(double to) { height = std::min(height, to); }
    QRectF cell(const Pane& pane, int number) const {
        const int row = number / std::max(1, pane.columns), column = number % std::max(1, pane.columns);
        return {left + column * width, top + row * height, width, height};
    }
};

bool is_strong(const PaneCell& cell) { return cell.look == Look::read || cell.look == Look::written; }

QColor fill_of(const PaneCell& cell, const Colours& colours) {
    if (cell.look == Look::read) return colours.used;
    if (cell.look == Look::written) return colours.active_lane;
    if (cell.group < 0) return colours.surface;
    return pale(colours.seriesColour(cell.group), cell.look == Look::idle ? 0.15f : 0.4f);
}

void paint_cell(QPainter& painter, const QRectF& room, const PaneCell& cell, const PaneFrame& frame,
                const PictureStyle& style) {
    const Colours& colours = style.colours;
    if (cell.look == Look::gap) {
        paintBox(painter, room, QPen(colours.grid, 1));
        return;
    }
    const bool strong = is_strong(cell);
    const QColor fill = fill_of(cell, colours);
    painter.fillRect(room, colours.canvas);
    paintBox(painter, room, QPen(strong ? colours.text : colours.outline, (strong ? 2 : 1) * style.unit), fill);
    if (cell.look == Look::padding) painter.fillRect(room, QBrush(colours.muted, Qt::BDiagPattern));
    painter.setFont(frame.font);
    painter.setPen(strong ? inkOn(fill) : cell.look == Look::idle ? colours.muted : colours.text);
    const QString text = toQString(cell.text);
    const QFontMetricsF metrics(frame.font);
    const bool has_lines = text.contains(QLatin1Char('\n'));
    painter.drawText(room, Qt::AlignCenter, has_lines ? text : metrics.elidedText(text, Qt::ElideRight, room.width()));
}

std::vector<PaneFrame> frames_of(const walkthrough::PaneStep& now, const QRectF& area, const PictureStyle& style) {
    std::vector<PaneFrame> frames;
    for (const Pane& pane : now.panes) frames.emplace_back(pane, area, style);
    for (std::size_t a = 0; a < frames.size(); ++a)
        for (std::size_t b = 0; b < frames.size(); ++b)
            if (now.panes[a].rows == now.panes[b].rows && now.panes[a].y == now.panes[b].y)
                frames[a].lower(frames[b].height);
    return frames;
}

void paint_step(QPainter& painter, const QRectF& area, const walkthrough::PaneStep& now, const PictureStyle& style) {
    const std::vector<PaneFrame> frames = frames_of(now, area, style);
    // Paint the arrows first, so that they do not cross out numbers.
    const QPen pen(style.colours.active_lane, 2 * style.unit);
    for (const walkthrough::PaneArrow& arrow : now.arrows) {
        const QRectF from = frames[arrow.from_pane].cell(now.panes[arrow.from_pane], arrow.from_cell);
        const QRectF to = frames[arrow.to_pane].cell(now.panes[arrow.to_pane], arrow.to_cell);
        // Start the arrow at the edge of the cell that faces the other cell, so that it does not cross out the number.
        const bool is_beside = frames[arrow.from_pane].all(now.panes[arrow.from_pane]).right() <
                                   frames[arrow.to_pane].all(now.panes[arrow.to_pane]).left() &&
                               from.right() < to.left() && !(from.bottom() < frames[arrow.to_pane].top);
        const bool is_below = !is_beside && from.bottom() <= to.top(),
                   is_above = !is_beside && to.bottom() <= from.top();
        const QPointF begin = is_below   ? QPointF(from.center().x(), from.bottom())
                              : is_above ? QPointF(from.center().x(), from.top())
                                         : QPointF(from.right(), from.center().y());
        const QPointF end = is_below   ? QPointF(to.center().x(), to.top())
                            : is_above ? QPointF(to.center().x(), to.bottom())
                                       : QPointF(to.left(), to.center().y());
        paintArrow(painter, begin, end, pen, 6 * style.unit);
    }
    for (std::size_t b = 0; b < frames.size(); ++b) {
        const Pane& pane = now.panes[b];
        const PaneFrame& frame = frames[b];
        painter.setFont(style.font);
        painter.setPen(style.colours.muted);
        const QString title = toQString(pane.title);
        QRectF letters = frame.title;
        letters.setWidth(std::min(letters.width(), QFontMetricsF(style.font).horizontalAdvance(title)));
        // Give the title a translucent background, so that arrows remain visible behind it.
        painter.fillRect(letters, pale(style.colours.canvas, 0.8F));
        painter.drawText(frame.title, Qt::AlignLeft | Qt::AlignVCenter, title);
        // Highlighted cells are drawn last because their borders overlap neighboring cells.
        for (const bool strong : {false, true})
            for (std::size_t k = 0; k < pane.cells.size(); ++k)
                if (is_strong(pane.cells[k]) == strong)
                    paint_cell(painter, frame.cell(pane, static_cast<int>(k)), pane.cells[k], frame, style);
        // If the rows are short, use a smaller font for the row names, so that they fit.
        const auto names = fittingFont(style.font, {}, {1, frame.height}, 12, style.unit, 6);
        painter.setFont(frame.height < QFontMetricsF(style.font).height() ? names.value_or(style.font) : style.font);
        painter.setPen(style.colours.muted);
        for (std::size_t row = 0; row < pane.row_names.size(); ++row) {
            const QRectF first = frame.cell(pane, static_cast<int>(row) * pane.columns);
            painter.drawText(QRectF(frame.title.left(), first.top(), frame.left - frame.title.left(), first.height()),
                             Qt::AlignLeft | Qt::AlignVCenter, toQString(pane.row_names[row]));
        }
    }
}

/// A walkthrough made of panes of cells with arrows between them (engine/walkthrough/pane_steps.h).
class PaneWalkthrough final : public Walkthrough {
public:
    explicit PaneWalkthrough(walkthrough::PaneSteps all) : all_(std::move(all)) {}

    QString name() const override { return toQString(all_.name); }
    QString title() const override { return toQString(all_.title); }
    int steps() const override { return static_cast<int>(all_.steps.size()); }
    QString source() const override { return toQString(all_.source); }
    bool hasOpening() const override { return true; }
    QString openingSentence() const override { return toQString(all_.opening); }
    QString openingWords() const override {
        QString html = QStringLiteral("<p>%1</p>").arg(openingSentence().toHtmlEscaped());
        for (const auto& [first, title] : all_.chapters)
            html += Text::tr("<p>From step %1: %2</p>").arg(first + 1).arg(toQString(title).toHtmlEscaped());
        return html + Text::tr("<p>Source: %1</p>").arg(toQString(all_.source).toHtmlEscaped());
    }

    /// Paints the initial state of the panes, with the task and the phases next to it.
    void paintOpening(QPainter& painter, const QRectF& area, const PictureStyle& style) const override {
        walkthrough::PaneStep untouched = at(0);
        untouched.arrows.clear();
        for (Pane& pane : untouched.panes)
            for (PaneCell& cell : pane.cells)
                if (cell.look == Look::read || cell.look == Look::written) cell.look = Look::plain;
        constexpr double share = 0.6;
        paint_step(painter, QRectF(area.left(), area.top(), share * area.width(), area.height()), untouched, style);
        const QFontMetricsF metrics(style.font);
        const double left = area.left() + (share + 0.04) * area.width();
        QRectF room(left, area.top() + metrics.height(), area.right() - left, area.height() / 2);
        painter.setFont(style.font);
        paintText(painter, style.colours.text, room, Qt::AlignLeft | Qt::AlignTop | Qt::TextWordWrap,
                  openingSentence());
        room.moveTop(area.center().y());
        QStringList parts;
        for (const WalkthroughChapter& chapter : chapters())
            parts << Text::tr("From step %1: %2").arg(chapter.first + 1).arg(chapter.title);
        paintText(painter, style.colours.muted, room, Qt::AlignLeft | Qt::AlignTop | Qt::TextWordWrap,
                  parts.join(QLatin1Char('\n')));
    }

    QList<WalkthroughChapter> chapters() const override {
        QList<WalkthroughChapter> all;
        for (const auto& [first, title] : all_.chapters) all.append({first, toQString(title)});
        return all;
    }

    QString caption() const override { return all_.caption.empty() ? Walkthrough::caption() : toQString(all_.caption); }

    void paintPosterLegend(QPainter& painter, const QRectF& line, const PictureStyle& style) const override {
        const double box = 0.7 * line.height(), gap = 6 * style.unit;
        double x = line.left();
        painter.setFont(style.font);
        const auto word = [&](double sign, const std::string& means) {
            const QString text = toQString(means);
            paintText(painter, style.colours.text, QRectF(x + sign + gap, line.top(), line.width(), line.height()),
                      Qt::AlignLeft | Qt::AlignVCenter, text);
            x += sign + QFontMetricsF(style.font).horizontalAdvance(text) + 4 * gap;
        };
        for (const auto& [look, means] : all_.legend) {
            paintBox(painter, QRectF(x, line.center().y() - box / 2, box, box), QPen(style.colours.outline, 1),
                     fill_of({{}, look, -1}, style.colours));
            word(box, means);
        }
        if (all_.arrow_means.empty()) return;
        const double length = 2 * line.height();
        paintArrow(painter, {x, line.center().y()}, {x + length, line.center().y()},
                   QPen(style.colours.active_lane, 2 * style.unit), 6 * style.unit);
        word(length, all_.arrow_means);
    }

    QString sentence(int step) const override { return toQString(at(step).sentence); }
    QString formula(int step, int, const Colours&) const override {
        QString html;
        for (const QString& line : toQString(at(step).formula).split(QLatin1Char('\n')))
            html += QStringLiteral("<p>%1</p>").arg(line.toHtmlEscaped());
        const auto has = [this](Look look) {
            return std::any_of(all_.steps.begin(), all_.steps.end(), [look](const walkthrough::PaneStep& each) {
                return std::any_of(each.panes.begin(), each.panes.end(), [look](const Pane& pane) {
                    return std::any_of(pane.cells.begin(), pane.cells.end(),
                                       [look](const PaneCell& cell) { return cell.look == look; });
                });
            });
        };
        QStringList colours;
        if (has(Look::read) && !all_.read_means.empty())
            colours << Text::tr("Green: %1.").arg(toQString(all_.read_means));
        if (has(Look::written) && !all_.written_means.empty())
            colours << Text::tr("Blue: %1.").arg(toQString(all_.written_means));
        if (has(Look::padding)) colours << Text::tr("Hatched: padding.");
        return colours.isEmpty() ? html : html + QStringLiteral("<p>%1</p>").arg(colours.join(QLatin1Char(' ')));
    }

    std::vector<walkthrough::KernelLine> lines(int step) const override { return {at(step).line}; }
    std::optional<WalkthroughBanks> banks(int step) const override {
        if (at(step).accesses.empty()) return std::nullopt;
        WalkthroughBanks banks;
        banks.title = toQString(at(step).banks_title);
        banks.accesses = at(step).accesses;
        banks.element_bytes = all_.element_bytes;
        banks.note = Text::tr("The figure shows 8 lanes. The kernel uses 32.");
        return banks;
    }

    std::optional<StepQuestion> question(int step) const override {
        if (!at(step).question) return std::nullopt;
        return StepQuestion{toQString(at(step).question->text), at(step).question->answer};
    }

    Table table() const override {
        Table table{.title = all_.title};
        for (const char* name : {"step", "board", "row", "column", "text", "look"}) table.columns.push_back({name, ""});
        static const char* const looks[] = {"plain", "gap", "padding", "read", "written", "idle"};
        for (int s = 0; s < steps(); ++s)
            for (const Pane& pane : at(s).panes)
                for (std::size_t k = 0; k < pane.cells.size(); ++k) {
                    const PaneCell& cell = pane.cells[k];
                    if (cell.look == Look::gap) continue;
                    const auto across = static_cast<std::size_t>(std::max(1, pane.columns));
                    table.add_row({std::int64_t{s} + 1, pane.title, static_cast<std::int64_t>(k / across),
                                   static_cast<std::int64_t>(k % across), cell.text,
                                   std::string(looks[static_cast<int>(cell.look)])});
                }
        table.facts = {{"source", all_.source}};
        return table;
    }

    void paint(QPainter& painter, const QRectF& area, int step, int, const PictureStyle& style) const override {
        paint_step(painter, area, at(step), style);
    }

    int items() const override { return 0; }
    int itemAt(const QRectF&, const QPointF&, int, const PictureStyle&) const override { return -1; }
    QSize leastSize() const override {
        // The minimum height leaves room for one line of cells and a title in each row of panes. In a taller area, the
        // cells are larger.
        std::set<double> lines;
        for (const Pane& pane : all_.steps.back().panes) lines.insert(pane.y);
        constexpr int line = 34, usual = 180, cell = 9, title = 17;
        double least = std::max(usual, line * static_cast<int>(lines.size()));
        for (const walkthrough::PaneStep& step : all_.steps)
            for (const Pane& pane : step.panes) least = std::max(least, (title + pane.rows * cell) / pane.height);
        return {560, static_cast<int>(std::ceil(least))};
    }

private:
    const walkthrough::PaneStep& at(int step) const { return all_.steps[step]; }

    walkthrough::PaneSteps all_;
};

} // namespace

WalkthroughHandle paneWalkthrough(walkthrough::PaneSteps all) {
    return std::make_shared<const PaneWalkthrough>(std::move(all));
}

} // namespace warploom::ui
