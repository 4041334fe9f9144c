#include "ui/charts/chart_view.h"

#include "ui/charts/chart_plot.h"
#include "ui/style/number_text.h"
#include "ui/widgets/page_parts.h"
#include "ui/widgets/painted_view.h"

#include <QApplication>
#include <QKeyEvent>
#include <QLabel>
#include <QMenu>
#include <QPainter>
#include <QScrollArea>
#include <QToolButton>
#include <QToolTip>
#include <qcustomplot.h>

#include <algorithm>
#include <cmath>

namespace warploom::ui {

namespace {

/// A plot with the same focus frame as other views of Warploom.
class FramedPlot final : public QCustomPlot {
protected:
    void paintEvent(QPaintEvent* event) override {
        QCustomPlot::paintEvent(event);
        QPainter painter(this);
        if (hasFocus()) paintFocusFrame(painter, rect());
    }
};

} // namespace

ChartView::ChartView(const ChartSpec& spec, QWidget* parent) : ChartFrame(Head::large, parent), spec_(spec) {
    setObjectName(spec.name);
    plot_ = new FramedPlot;
    preparePlot(*plot_);
    plot_->setFocusPolicy(Qt::StrongFocus);
    connect(plot_, &QCustomPlot::mouseMove, this,
            [this](QMouseEvent* event) { showDetail(event->pos(), event->globalPosition().toPoint()); });
    connect(plot_, &QCustomPlot::mousePress, this, [this](QMouseEvent* event) {
        if (event->button() != Qt::LeftButton || spec_.kind != ChartSpec::Kind::bars) return;
        if (const int row = rowAt(*plot_, spec_, table_, event->pos()); row >= 0) emit barClicked(row);
    });
    connect(plot_, &QCustomPlot::mouseDoubleClick, this, [this] { redraw(); });
    // Allow the plot to become narrower than an earlier legend. The legend wraps if necessary.
    plot_->setMinimumWidth(1);
    scroll_ = new QScrollArea;
    scroll_->setWidget(plot_);
    scroll_->setWidgetResizable(true);
    scroll_->setFrameShape(QFrame::NoFrame);
    scroll_->setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
    log_button_ = toolButton(tr("log"), tr("Logarithmic axis (L)"));
    log_button_->setObjectName(QStringLiteral("logButton"));
    log_button_->setAccessibleName(log_button_->text());
    log_button_->setAutoRaise(true);
    log_button_->setCheckable(true);
    connect(log_button_, &QToolButton::toggled, this, [this](bool on) {
        is_log_chosen_ = true;
        setLogScale(on);
    });
    addTool(log_button_);
    invitation_ = buildInvitation();
    addPart(invitation_); // add this part before the first refresh
    setPicture(scroll_, plot_, this);
    setSpec(spec);
}

QWidget* ChartView::buildInvitation() {
    auto* page = new QWidget;
    invitation_text_ = new QLabel;
    invitation_text_->setWordWrap(true);
    invitation_text_->setAlignment(Qt::AlignCenter);
    invitation_button_ = new QToolButton;
    invitation_button_->setFocusPolicy(Qt::StrongFocus);
    invitation_button_->hide();
    connect(invitation_button_, &QToolButton::clicked, this, &ChartView::invitationAccepted);
    inMiddle(page, {invitation_text_, {invitation_button_, 0, Qt::AlignCenter}});
    return page;
}

void ChartView::setSpec(const ChartSpec& spec) {
    spec_ = spec;
    setAccessibleName(spec.title);
    plot_->setAccessibleName(spec.title);
    plot_->setInteractions(spec.kind == ChartSpec::Kind::lines ? QCP::iRangeDrag | QCP::iRangeZoom
                                                               : QCP::Interactions());
    is_log_chosen_ = spec.log_value;
    setLogScale(spec.log_value);
}

void ChartView::setTable(const Table& table, const Table& samples) {
    table_ = table;
    samples_ = samples;
    if (is_log_chosen_) return redraw();
    setLogScale(needsLogAxis(spec_, table));
}

QStringList ChartView::shorterTitles() const {
    QStringList titles;
    for (const int letters : {36, 30, 24, 18, 12}) {
        if (subject_.size() <= letters) continue;
        const int half = (letters - 1) / 2;
        titles << tr("%1: %2").arg(spec_.title, subject_.left(half) + QChar(0x2026) + subject_.right(half));
    }
    return titles << spec_.title;
}

QList<Table> ChartView::moreTables() const {
    if (samples_.rows.empty()) return {};
    Table samples = samples_;
    if (samples.title.empty()) samples.title = "samples";
    return {samples};
}

void ChartView::setInvitation(const QString& words, const QString& button) {
    invitation_text_->setText(words);
    invitation_button_->setText(button);
    invitation_button_->setVisible(!button.isEmpty());
}

void ChartView::setLogScale(bool on) {
    spec_.log_value = on;
    const QSignalBlocker blocker(log_button_);
    log_button_->setChecked(on);
    redraw();
}

void ChartView::setGrowing(bool on) {
    is_growing_ = on;
    redraw();
}

void ChartView::setCompact(bool on) {
    if (is_compact_ == on) return;
    is_compact_ = on;
    setBrief(on);
    redraw();
}

QWidget* ChartView::picture() const { return table_.rows.empty() ? invitation_ : scroll_; }

void ChartView::redraw() {
    refresh();
    if (table_.rows.empty()) return;
    PlotSizes sizes = screenSizes();
    sizes.is_compact = is_compact_;
    const int wanted = wantedHeight(spec_, table_, is_compact_);
    plot_->setMinimumHeight(wanted);
    constexpr int most = 420; // Maximum height in pixels at a scale of 100 %. A taller plot scrolls inside the chart.
    scroll_->setMinimumHeight(
        is_growing_ && (theme().scale() >= 1.5 || isLow(this)) ? std::min(wanted + 2, theme().px(most)) : 0);
    fillPlot(*plot_, spec_, table_, samples_, theme().colours(), sizes);
    plot_->replot(QCustomPlot::rpQueuedReplot);
}

void ChartView::applyTheme() {
    ChartFrame::applyTheme();
    setMuted(invitation_text_);
    redraw();
}

void ChartView::drawChart(QCPPainter& painter, const QSize& size, const Colours& colours) const {
    PlotSizes sizes;
    sizes.font_px = 12;
    QFont font = QApplication::font();
    font.setPixelSize(16);
    font.setBold(true);
    painter.setFont(font);
    painter.setPen(colours.text);
    constexpr int title_height = 30;
    constexpr int margin = 12; // margin on each side, in pixels
    const int width = size.width() - 2 * margin;
    painter.drawText(QRect(margin, 4, width, title_height - 4), Qt::AlignLeft | Qt::AlignVCenter,
                     fittingTitle(QFontMetrics(font), width));
    QCustomPlot paper;
    preparePlot(paper);
    const int height = size.height() - title_height;
    paper.setViewport(QRect(0, 0, width, height));
    fillPlot(paper, spec_, table_, samples_, colours, sizes);
    painter.translate(margin, title_height);
    paper.toPainter(&painter, width, height);
    painter.translate(-margin, -title_height);
}

void ChartView::showDetail(const QPoint& position, const QPoint& global) {
    const int row = rowAt(*plot_, spec_, table_, position);
    if (row < 0) {
        QToolTip::hideText();
        return;
    }
    QStringList lines;
    for (std::size_t c = 0; c < table_.columns.size(); ++c) {
        const double number = table_.number(static_cast<std::size_t>(row), c);
        const QString text = std::isnan(number) ? QString::fromStdString(table_.text(static_cast<std::size_t>(row), c))
                                                : quantityText(number, table_.columns[c].unit);
        if (!text.isEmpty()) lines.append(QStringLiteral("%1: %2").arg(columnTitle(table_.columns[c].name), text));
    }
    QToolTip::showText(global, lines.join(QLatin1Char('\n')), plot_);
}

void ChartView::extendMenu(QMenu& menu) { menu.addAction(tr("&Logarithmic axis"), log_button_, &QToolButton::toggle); }

bool ChartView::eventFilter(QObject* watched, QEvent* event) {
    if (watched == keys() && event->type() == QEvent::KeyPress && static_cast<QKeyEvent*>(event)->key() == Qt::Key_L) {
        log_button_->toggle();
        return true;
    }
    if (watched == keys() && event->type() == QEvent::Resize)
        QMetaObject::invokeMethod(this, &ChartView::redraw, Qt::QueuedConnection);
    return ChartFrame::eventFilter(watched, event);
}

} // namespace warploom::ui
