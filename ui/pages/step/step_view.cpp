#include "ui/pages/step/step_view.h"

#include "engine/error.h"
#include "ui/charts/chart_export.h"
#include "ui/components/warp/access_view.h"
#include "ui/widgets/page_parts.h"

#include <qcustomplot.h>

#include <QApplication>
#include <QDir>
#include <QKeyEvent>
#include <QMouseEvent>
#include <QPainter>
#include <QTextDocument>

#include <algorithm>

namespace warploom::ui {

QString StepPicture::chartTitle() const {
    if (!walkthrough_) return StepView::tr("Steps");
    if (step_ < 0) return walkthrough_->title();
    return StepView::tr("%1 · step %2 of %3").arg(walkthrough_->title()).arg(step_ + 1).arg(walkthrough_->steps());
}

QStringList StepPicture::shorterTitles() const {
    if (!walkthrough_) return {};
    const QString dot = QStringLiteral(" · "), about = walkthrough_->title().section(dot, 1);
    QStringList titles{walkthrough_->title().section(dot, 0, 0)};
    if (!about.isEmpty()) titles.prepend(about);
    if (step_ < 0) return titles;
    titles.clear();
    const QString step = StepView::tr("step %1 of %2").arg(step_ + 1).arg(walkthrough_->steps());
    if (!about.isEmpty()) titles << about + dot + step;
    return titles << step;
}

QString StepPicture::chartName() const {
    return walkthrough_ ? QStringLiteral("step-%1").arg(walkthrough_->name()) : QStringLiteral("step");
}

Table StepPicture::chartTable() const { return walkthrough_ ? walkthrough_->table() : Table{}; }

void StepPicture::drawChart(QCPPainter& painter, const QSize& size, const Colours& colours) const {
    if (!walkthrough_) return;
    const PictureStyle style = paperStyle(colours);
    paintPaperTitle(painter, chartTitle(), size, style);
    QFont words = style.font;
    words.setPixelSize(14);
    const QRectF room(12, 0, size.width() - 24, size.height());
    const QString sentence = step_ < 0 ? walkthrough_->openingSentence() : walkthrough_->sentence(step_);
    const double height = QFontMetricsF(words).boundingRect(room, Qt::TextWordWrap, sentence).height() + 4;
    painter.setFont(words);
    painter.drawText(QRectF(12, size.height() - height - 6, size.width() - 24, height),
                     Qt::TextWordWrap | Qt::AlignLeft, sentence);
    painter.setFont(style.font);
    QRectF picture(12, 38, size.width() - 24, size.height() - 38 - height - 14);
    if (step_ < 0) return walkthrough_->paintOpening(painter, picture, style);
    if (has_formula_) {
        const double width = 0.3 * picture.width();
        paintFormula(painter, picture.adjusted(picture.width() - width, 0, 0, 0), colours);
        picture.setRight(picture.right() - width - 16);
    }
    walkthrough_->paint(painter, picture, step_, chosen_, style);
}

/// Paints the formula in the largest font that fits.
void StepPicture::paintFormula(QPainter& painter, const QRectF& room, const Colours& colours) const {
    QTextDocument text;
    for (const int pixels : {17, 15, 13, 11, 9}) {
        QFont font = QApplication::font();
        font.setPixelSize(pixels);
        text.setDefaultFont(font);
        text.setTextWidth(room.width());
        text.setHtml(QStringLiteral("<div style='color:%1'>%2</div>")
                         .arg(colours.text.name(), walkthrough_->formula(step_, chosen_, colours)));
        if (text.size().height() <= room.height() && text.idealWidth() <= room.width()) break;
    }
    painter.save();
    painter.translate(room.topLeft());
    text.drawContents(&painter, QRectF(QPointF(), room.size()));
    painter.restore();
}

StepView::StepView(QWidget* parent)
    : PaintedChart(tr("Figure for the current step. Press Up or Down to select a row."), {}, {}, parent) {
    themeChanged();
}

void StepView::themeChanged() {
    const double gap = theme().px(6);
    setAir({gap, gap, gap, gap});
    PaintedChart::themeChanged();
}

QSize StepView::sizeHint() const { return minimumSizeHint() + QSize(theme().px(120), theme().px(120)); }

QSize StepView::minimumSizeHint() const {
    const QSize least = walkthrough_ ? walkthrough_->leastSize() : QSize(300, 200);
    // At a large font scale, use less white space around the figure.
    const double scale = theme().scale();
    return {static_cast<int>(least.width() * std::min(scale, 1.6)),
            static_cast<int>(least.height() * scale * (isLow(this) ? 0.66 : 1))};
}

void StepView::setWalkthrough(WalkthroughHandle walkthrough) {
    walkthrough_ = std::move(walkthrough);
    if (walkthrough_ && chosen_ >= walkthrough_->items()) chosen_ = -1;
    step_ = walkthrough_ ? std::clamp(step_, -1, std::max(0, walkthrough_->steps() - 1)) : 0;
    updateGeometry();
    update();
}

void StepView::setStep(int step) {
    step_ = step;
    update();
}

void StepView::setVeiled(bool on) {
    if (veiled_ == on) return;
    veiled_ = on;
    update();
}

void StepView::choose(int item) {
    if (!walkthrough_ || item >= walkthrough_->items()) item = -1;
    if (item == chosen_) return;
    chosen_ = item;
    update();
    emit chosenChanged(item);
}

void StepView::paintPicture(QPainter& painter, const QRectF& room, const PictureStyle& style) const {
    if (!walkthrough_) return;
    if (step_ < 0) return walkthrough_->paintOpening(painter, room, style);
    if (!veiled_) return walkthrough_->paint(painter, room, step_, chosen_, style);
    if (step_ > 0) walkthrough_->paint(painter, room, step_ - 1, chosen_, style);
    else if (walkthrough_->hasOpening()) walkthrough_->paintOpening(painter, room, style);
    const QString words = tr("before step %1").arg(step_ + 1);
    const QFontMetricsF metrics(style.font);
    QRectF sign(QPointF(), QSizeF(metrics.horizontalAdvance(words) + 24, metrics.height() + 4));
    sign.moveBottomRight(room.bottomRight() - QPointF(2, 3.1 * metrics.height())); // place the label above the legend
    painter.fillRect(sign, style.colours.canvas);
    painter.setPen(QPen(style.colours.text, 1.5));
    painter.drawRect(sign);
    painter.drawText(sign, Qt::AlignCenter, words);
}

void StepView::paintScreen(QPainter& painter) const {
    PaintedChart::paintScreen(painter);
    chalk_.paint(painter, room(), theme().scale());
}

void StepView::take(AnnotationOverlay::Tool tool) {
    chalk_.take(tool);
    setCursor(tool == AnnotationOverlay::Tool::none ? Qt::ArrowCursor : Qt::CrossCursor);
}

void StepView::wipe() {
    chalk_.wipe();
    update();
}

void StepView::mouseMoveEvent(QMouseEvent* event) {
    if ((event->buttons() & Qt::LeftButton) != 0 && chalk_.move(event->position(), room())) update();
}

void StepView::mousePressEvent(QMouseEvent* event) {
    QWidget::mousePressEvent(event);
    if (event->button() == Qt::LeftButton && chalk_.press(event->position(), room())) return update();
    if (walkthrough_ && step_ >= 0 && event->button() == Qt::LeftButton)
        choose(walkthrough_->itemAt(room(), event->position(), step_, screenStyle()));
}

void StepView::mouseDoubleClickEvent(QMouseEvent* event) {
    mousePressEvent(event);
    if (walkthrough_ && event->button() == Qt::LeftButton && chosen_ >= 0 &&
        chalk_.tool() == AnnotationOverlay::Tool::none)
        emit opened();
}

void StepView::keyPressEvent(QKeyEvent* event) {
    if (event->key() == Qt::Key_Return || event->key() == Qt::Key_Enter) {
        emit opened();
        return;
    }
    const bool up = event->key() == Qt::Key_Up, down = event->key() == Qt::Key_Down;
    if (!walkthrough_ || (!up && !down)) return QWidget::keyPressEvent(event);
    if (chosen_ < 0) choose(up ? walkthrough_->items() - 1 : 0);
    else choose(std::clamp(chosen_ + (up ? -1 : 1), 0, walkthrough_->items() - 1));
}

StepBankView::StepBankView(QWidget* parent)
    : PaintedChart(tr("Shared memory banks accessed in this step"), {300, 200}, {200, 120}, parent) {
    setAir({6, 4, 6, 4});
}

void StepBankView::setBanks(std::optional<WalkthroughBanks> banks) {
    banks_ = std::move(banks);
    update();
}

QString StepBankView::chartTitle() const { return banks_ ? banks_->title : tr("Shared memory banks"); }

Table StepBankView::chartTable() const {
    Table table{.title = chartTitle().toStdString()};
    table.columns = {{"warp", ""}, {"lane", ""},   {"address", "bytes"},
                     {"bank", ""}, {"passes", ""}, {"ideal_passes", ""}};
    if (!banks_) return table;
    for (std::size_t w = 0; w < banks_->accesses.size(); ++w) {
        const walkthrough::SharedAccess& access = banks_->accesses[w];
        for (std::size_t lane = 0; lane < access.addresses.size(); ++lane) {
            if ((access.active >> lane & 1U) == 0) continue;
            const auto address = static_cast<std::int64_t>(access.addresses[lane]);
            table.add_row({static_cast<std::int64_t>(w), static_cast<std::int64_t>(lane), address, address / 4 % 32,
                           std::int64_t{access.use.passes}, std::int64_t{access.use.ideal}});
        }
    }
    return table;
}

void StepBankView::paintPicture(QPainter& painter, const QRectF& area, const PictureStyle& style) const {
    if (!banks_ || banks_->accesses.empty()) {
        paintText(painter, style.colours.muted, area, Qt::AlignCenter | Qt::TextWordWrap,
                  tr("This step does not access shared memory."));
        return;
    }
    const QRectF words = QFontMetricsF(style.font).boundingRect(area, Qt::TextWordWrap, banks_->note);
    const double below = banks_->note.isEmpty() ? 0 : words.height() + 6 * style.unit;
    const walkthrough::SharedAccess& first = banks_->accesses.front();
    auto groups = bankGroups(32, first.addresses, first.active, banks_->element_bytes);
    // Omit half-warps that make no requests.
    std::erase_if(groups, [](const BankGroup& group) { return group.passes == 0; });
    painter.save();
    paintBankGroups(painter, area.adjusted(0, 0, 0, -below), groups, first.use, first.active, 0, style);
    painter.restore();
    painter.setPen(style.colours.text);
    painter.setFont(style.font);
    painter.drawText(QRectF(area.left(), area.bottom() - below + 4 * style.unit, area.width(), below), Qt::TextWordWrap,
                     banks_->note);
}

void StepBankView::paintScreen(QPainter& painter) const {
    // The frame has no room for a title, so include it in the figure.
    const PictureStyle style = screenStyle();
    QRectF area = room();
    if (banks_) {
        const QFont bold = style.bold();
        const double height = QFontMetricsF(bold).boundingRect(area, Qt::TextWordWrap, banks_->title).height() + 4;
        painter.setFont(bold);
        paintText(painter, style.colours.text, QRectF(area.left(), area.top(), area.width(), height), Qt::TextWordWrap,
                  banks_->title);
        area.setTop(area.top() + height);
        painter.setFont(style.font);
    }
    paintPicture(painter, area, style);
}

QStringList exportSteps(const WalkthroughHandle& walkthrough, int chosen, const QString& folder) {
    if (!QDir().mkpath(folder))
        throw Error("file.write", StepView::tr("Could not create the folder '%1'.").arg(folder).toStdString(),
                    StepView::tr("Select another folder, or free up disk space.").toStdString());
    // Size of a 16:9 slide whose text can be read from the back row of a lecture hall.
    const ExportOptions slide{QSize(880, 495), 180};
    const int digits = walkthrough->steps() > 99 ? 3 : 2;
    QStringList files;
    // A wide figure leaves no room for the formula next to it.
    const bool has_formula = walkthrough->leastSize().width() < 400;
    for (int step = walkthrough->hasOpening() ? -1 : 0; step < walkthrough->steps(); ++step) {
        const QString file =
            QDir(folder).filePath(QStringLiteral("step-%1.png").arg(step + 1, digits, 10, QLatin1Char('0')));
        writePng(StepPicture(walkthrough, step, chosen, has_formula), file, slide);
        files << file;
    }
    return files;
}

} // namespace warploom::ui
