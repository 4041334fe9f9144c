#include "ui/charts/chart_view.h"

#include "engine/error.h"
#include "ui/charts/chart_export.h"
#include "ui/charts/chart_plot.h"
#include "ui/number_text.h"
#include "ui/table_model.h"

#include <QApplication>
#include <QClipboard>
#include <QHBoxLayout>
#include <QHeaderView>
#include <QKeyEvent>
#include <QLabel>
#include <QMenu>
#include <QScrollArea>
#include <QStackedWidget>
#include <QTableView>
#include <QToolButton>
#include <QToolTip>
#include <QVBoxLayout>
#include <qcustomplot.h>

#include <cmath>

namespace warploom::ui {
namespace {

QToolButton* small_button(const QString& icon, const QString& text, const QString& tip, QWidget* parent) {
    auto* button = new QToolButton(parent);
    button->setObjectName(icon + QStringLiteral("Button"));
    button->setProperty("icon_name", icon);
    button->setIcon(theme().icon(icon));
    button->setText(text);
    button->setToolTip(tip);
    button->setAccessibleName(text);
    button->setAutoRaise(true);
    button->setFocusPolicy(Qt::StrongFocus);
    return button;
}

} // namespace

ChartView::ChartView(const ChartSpec& spec, QWidget* parent) : QWidget(parent), spec_(spec) {
    title_ = new QLabel(this);
    title_->setObjectName(QStringLiteral("chartTitle"));
    title_->setSizePolicy(QSizePolicy::Ignored, QSizePolicy::Preferred);
    reading_ = new QLabel(this);
    reading_->setWordWrap(true);
    reading_->setObjectName(QStringLiteral("chartReading"));

    plot_ = new QCustomPlot;
    preparePlot(*plot_);
    plot_->setFocusPolicy(Qt::StrongFocus);
    plot_->installEventFilter(this);
    plot_->setContextMenuPolicy(Qt::CustomContextMenu);
    connect(plot_, &QWidget::customContextMenuRequested, this,
            [this](const QPoint& at) { showMenu(plot_->mapToGlobal(at)); });
    connect(plot_, &QCustomPlot::mouseMove, this,
            [this](QMouseEvent* event) { showDetail(event->pos(), event->globalPosition().toPoint()); });
    connect(plot_, &QCustomPlot::mouseDoubleClick, this, [this] { redraw(); });
    auto* scroll = new QScrollArea;
    scroll->setWidget(plot_);
    scroll->setWidgetResizable(true);
    scroll->setFrameShape(QFrame::NoFrame);
    scroll->setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);

    model_ = new TableModel(this);
    table_view_ = sortedView(model_);
    table_view_->horizontalHeader()->setSectionResizeMode(QHeaderView::ResizeToContents);

    invitation_ = new QWidget;
    invitation_text_ = new QLabel(invitation_);
    invitation_text_->setWordWrap(true);
    invitation_text_->setAlignment(Qt::AlignCenter);
    invitation_button_ = new QToolButton(invitation_);
    invitation_button_->setFocusPolicy(Qt::StrongFocus);
    invitation_button_->hide();
    connect(invitation_button_, &QToolButton::clicked, this, &ChartView::invitationAccepted);
    auto* inviting = new QVBoxLayout(invitation_);
    inviting->addStretch();
    inviting->addWidget(invitation_text_);
    inviting->addWidget(invitation_button_, 0, Qt::AlignCenter);
    inviting->addStretch();

    stack_ = new QStackedWidget(this);
    stack_->addWidget(scroll);
    stack_->addWidget(table_view_);
    stack_->addWidget(invitation_);

    table_button_ = small_button(QStringLiteral("table"), tr("Table"), tr("Show the numbers as a table (T)"), this);
    table_button_->setCheckable(true);
    connect(table_button_, &QToolButton::toggled, this, &ChartView::showTable);
    log_button_ = small_button(QStringLiteral("log"), tr("log"), tr("Logarithmic axis (L)"), this);
    log_button_->setToolButtonStyle(Qt::ToolButtonTextOnly);
    log_button_->setCheckable(true);
    log_button_->setChecked(spec_.log_value);
    connect(log_button_, &QToolButton::toggled, this, &ChartView::setLogScale);
    copy_button_ = small_button(QStringLiteral("copy"), tr("Copy"), tr("Copy the picture and its numbers"), this);
    connect(copy_button_, &QToolButton::clicked, this,
            [this] { QApplication::clipboard()->setMimeData(clipboardData(*this)); });
    export_button_ = small_button(QStringLiteral("export"), tr("Export"), tr("Export as PNG, SVG, PDF or CSV"), this);
    connect(export_button_, &QToolButton::clicked, this, &ChartView::exportAsked);

    auto* head = new QHBoxLayout;
    head->addWidget(title_, 1);
    for (QToolButton* button : {log_button_, table_button_, copy_button_, export_button_}) head->addWidget(button);
    head->setSpacing(2);
    auto* layout = new QVBoxLayout(this);
    layout->setContentsMargins(8, 4, 8, 4);
    layout->setSpacing(2);
    layout->addLayout(head);
    layout->addWidget(reading_);
    layout->addWidget(stack_, 1);
    reading_->hide();

    connect(this, &ChartView::exportAsked, this, [this] {
        try {
            askAndExport(*this, this);
        } catch (const Error& error) {
            setReading(QString::fromUtf8(error.what()) + QLatin1Char(' ') + QString::fromStdString(error.hint()));
        }
    });
    connect(&theme(), &Theme::changed, this, &ChartView::applyTheme);
    setSpec(spec);
    applyTheme();
}

ChartView::~ChartView() = default;

void ChartView::setSpec(const ChartSpec& spec) {
    spec_ = spec;
    title_->setToolTip(spec.title);
    fitTitle();
    setAccessibleName(spec.title);
    plot_->setAccessibleName(spec.title);
    table_view_->setAccessibleName(tr("%1, as a table").arg(spec.title));
    plot_->setInteractions(spec.kind == ChartSpec::Kind::lines ? QCP::iRangeDrag | QCP::iRangeZoom
                                                               : QCP::Interactions());
    const QSignalBlocker blocker(log_button_);
    log_button_->setChecked(spec.log_value);
    redraw();
}

void ChartView::setTable(const Table& table, const Table& samples) {
    table_ = table;
    samples_ = samples;
    model_->setTable(table);
    redraw();
}

QList<Table> ChartView::moreTables() const {
    if (samples_.rows.empty()) return {};
    Table samples = samples_;
    if (samples.title.empty()) samples.title = "samples";
    return {samples};
}

void ChartView::setReading(const QString& reading) {
    reading_->setText(reading);
    reading_->setVisible(!reading.isEmpty());
    setAccessibleDescription(reading);
    plot_->setAccessibleDescription(reading);
}

void ChartView::setInvitation(const QString& words, const QString& button) {
    if (invitation_text_->text() == words && invitation_button_->text() == button) return;
    invitation_text_->setText(words);
    invitation_button_->setText(button);
    invitation_button_->setVisible(!button.isEmpty());
    redraw();
}

void ChartView::setLogScale(bool on) {
    spec_.log_value = on;
    const QSignalBlocker blocker(log_button_);
    log_button_->setChecked(on);
    redraw();
}

void ChartView::showTable(bool on) {
    const QSignalBlocker blocker(table_button_);
    table_button_->setChecked(on);
    if (on) {
        stack_->setCurrentWidget(table_view_);
        table_view_->setFocus();
    } else {
        redraw();
        plot_->setFocus();
    }
}

bool ChartView::isTableShown() const { return table_button_->isChecked(); }

void ChartView::redraw() {
    if (!table_button_->isChecked()) stack_->setCurrentIndex(table_.rows.empty() ? 2 : 0);
    if (table_.rows.empty()) return;
    PlotSizes sizes;
    sizes.font_px = QFontInfo(theme().font()).pixelSize();
    sizes.scale = theme().scale();
    plot_->setMinimumHeight(wantedHeight(spec_, table_));
    fillPlot(*plot_, spec_, table_, samples_, theme().colours(), sizes);
    plot_->replot(QCustomPlot::rpQueuedReplot);
}

void ChartView::applyTheme() {
    title_->setFont(theme().font(1.15, true));
    QPalette quiet = palette();
    quiet.setColor(QPalette::WindowText, theme().colours().muted);
    reading_->setPalette(quiet);
    invitation_text_->setPalette(quiet);
    for (QToolButton* button : {table_button_, copy_button_, export_button_})
        button->setIcon(theme().icon(button->property("icon_name").toString()));
    fitTitle();
    redraw();
}

void ChartView::fitTitle() {
    title_->setText(title_->fontMetrics().elidedText(spec_.title, Qt::ElideRight, title_->width()));
}

void ChartView::resizeEvent(QResizeEvent* event) {
    QWidget::resizeEvent(event);
    layout()->activate(); // so that the title knows its room
    fitTitle();
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
    painter.drawText(QRect(12, 4, size.width() - 24, title_height - 4), Qt::AlignLeft | Qt::AlignVCenter, spec_.title);
    QCustomPlot paper;
    preparePlot(paper);
    const int height = size.height() - title_height;
    paper.setViewport(QRect(0, 0, size.width(), height));
    fillPlot(paper, spec_, table_, samples_, colours, sizes);
    painter.translate(0, title_height);
    paper.toPainter(&painter, size.width(), height);
    painter.translate(0, -title_height);
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

void ChartView::showMenu(const QPoint& global) {
    QMenu menu(this);
    menu.addAction(theme().icon(QStringLiteral("export")), tr("&Export..."), this, &ChartView::exportAsked);
    menu.addAction(theme().icon(QStringLiteral("copy")), tr("&Copy picture and numbers"), copy_button_,
                   &QToolButton::click);
    menu.addAction(theme().icon(QStringLiteral("table")), tr("Show as &table"), this, [this] { showTable(true); });
    menu.addAction(tr("&Logarithmic axis"), log_button_, &QToolButton::toggle);
    menu.exec(global);
}

bool ChartView::eventFilter(QObject* watched, QEvent* event) {
    if (watched == plot_ && event->type() == QEvent::KeyPress) {
        const auto* key = static_cast<QKeyEvent*>(event);
        if (key->key() == Qt::Key_T) {
            showTable(true);
            return true;
        }
        if (key->key() == Qt::Key_L) {
            setLogScale(!spec_.log_value);
            return true;
        }
        if (key->key() == Qt::Key_Menu) {
            showMenu(plot_->mapToGlobal(plot_->rect().center()));
            return true;
        }
    }
    if (watched == plot_ && event->type() == QEvent::Resize)
        QMetaObject::invokeMethod(this, &ChartView::redraw, Qt::QueuedConnection);
    return QWidget::eventFilter(watched, event);
}

} // namespace warploom::ui
