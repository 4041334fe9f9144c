#include "ui/charts/chart_frame.h"

#include "ui/charts/chart_export.h"
#include "ui/session/has_session.h"
#include "ui/session/session.h"
#include "ui/widgets/page_parts.h"
#include "ui/widgets/table_model.h"

#include <QApplication>
#include <QClipboard>
#include <QKeyEvent>
#include <QLabel>
#include <QMenu>
#include <QStackedWidget>
#include <QTableView>
#include <QToolButton>

#include <algorithm>

namespace warploom::ui {

ChartFrame::ChartFrame(QWidget* view, Chart* chart, QWidget* parent) : ChartFrame(Head::small, parent) {
    setPicture(view, view, chart);
}

ChartFrame::ChartFrame(Head head, QWidget* parent) : QWidget(parent), look_(head) {
    title_ = named(new QLabel, "chartTitle", {});
    title_->setSizePolicy(QSizePolicy::Ignored, QSizePolicy::Preferred);
    reading_ = sentenceLabel("chartReading");
    reading_->hide();
    table_button_ = headButton(QStringLiteral("table"), tr("Table"), tr("Switch between the chart and the table (T)"));
    table_button_->setCheckable(true);
    copy_button_ = headButton(QStringLiteral("copy"), tr("Copy"), tr("Copy the chart and its data"));
    export_button_ = headButton(QStringLiteral("export"), tr("Export"), tr("Export the chart as PNG, SVG, PDF or CSV"));
    connect(table_button_, &QToolButton::toggled, this, &ChartFrame::showTable);
    connect(copy_button_, &QToolButton::clicked, this, &ChartFrame::copy);
    connect(export_button_, &QToolButton::clicked, this, &ChartFrame::exportChart);

    model_ = new TableModel(this);
    table_ = sortedView(model_);
    table_->installEventFilter(this);
    stack_ = new QStackedWidget;
    head_ = inRow(nullptr, {{title_, 1}, table_button_, copy_button_, export_button_}, 2);
    const bool large = look_ == Head::large;
    inColumn(this, {head_, reading_, {stack_, 1}}, large ? 2 : 1, large ? QMargins(8, 4, 8, 4) : QMargins());
}

QToolButton* ChartFrame::headButton(const QString& icon, const QString& text, const QString& tip) {
    QToolButton* made = toolButton(text, tip);
    made->setObjectName(icon + QStringLiteral("Button"));
    followIcon(made, icon);
    made->setAccessibleName(text);
    made->setAutoRaise(true);
    return made;
}

void ChartFrame::setPicture(QWidget* view, QWidget* keys, Chart* chart) {
    view_ = view;
    keys_ = keys;
    chart_ = chart;
    table_->setAccessibleName(tr("%1 (table)").arg(keys->accessibleName()));
    keys_->installEventFilter(this);
    keys_->setContextMenuPolicy(Qt::CustomContextMenu);
    connect(keys_, &QWidget::customContextMenuRequested, this,
            [this](const QPoint& at) { showMenu(keys_->mapToGlobal(at)); });
    stack_->insertWidget(0, view_);
    stack_->insertWidget(1, table_);
    stack_->setCurrentIndex(0);
    onTheme(this, [this] { applyTheme(); });
}

void ChartFrame::addTool(QWidget* widget) {
    head_->insertWidget(tools_at_++, widget);
    // Set the tab order from left to right. Two calls are needed, because setTabOrder() in Qt 6.4 can only place a
    // widget after another one.
    setTabOrder(table_button_, widget);
    setTabOrder(widget, table_button_);
}

void ChartFrame::addPart(QWidget* part) { stack_->addWidget(part); }

void ChartFrame::applyTheme() {
    const bool large = look_ == Head::large;
    title_->setFont(theme().font(large ? 1.15 : 1.0, true));
    setMuted(reading_);
    if (!large)
        for (QToolButton* each : {table_button_, copy_button_, export_button_})
            each->setIconSize(QSize(theme().px(14), theme().px(14)));
    fitTitle();
}

void ChartFrame::fitTitle() {
    title_->setText(chart_->fittingTitle(title_->fontMetrics(), std::max(40, title_->width())));
    title_->setToolTip(chart_->chartTitle());
}

void ChartFrame::refresh() {
    fitTitle();
    table_->setAccessibleName(tr("%1 (table)").arg(keys_->accessibleName()));
    if (isTableShown()) fillTable();
    showPart();
}

void ChartFrame::setHeadShown(bool on) {
    for (int i = 0; i < head_->count(); ++i)
        if (QWidget* const each = head_->itemAt(i)->widget()) each->setVisible(on);
}

void ChartFrame::setReading(const QString& reading) {
    reading_text_ = reading;
    fitReading();
    reading_->setVisible(!reading.isEmpty());
    setAccessibleDescription(reading);
    keys_->setAccessibleDescription(reading);
}

void ChartFrame::setBrief(bool on) {
    is_brief_ = on;
    fitReading();
}

void ChartFrame::fitReading() {
    const QFontMetrics letters = reading_->fontMetrics();
    const QRect room(0, 0, std::max(40, reading_->width()), 1 << 16);
    const auto fits = [&](const QString& words) {
        return letters.boundingRect(room, Qt::TextWordWrap, words).height() <= 2 * letters.lineSpacing();
    };
    QString shown = reading_text_;
    // Remove clauses from the end until the text fits. Elide the last clause if it is still too long.
    while (is_brief_ && !fits(shown)) {
        const qsizetype end = std::max(shown.lastIndexOf(QLatin1String("; ")), shown.lastIndexOf(QLatin1String(". ")));
        if (end <= 0) {
            shown = letters.elidedText(shown, Qt::ElideRight, room.width() * 3 / 2);
            break;
        }
        shown.truncate(end);
    }
    if (is_brief_ && shown.size() < reading_text_.size() && !shown.endsWith(QChar(0x2026))) shown += QLatin1Char('.');
    reading_->setText(shown);
    reading_->setToolTip(is_brief_ ? reading_text_ : QString());
}

void ChartFrame::fillTable() {
    model_->setTable(chart_->chartTable());
    table_->resizeColumnsToContents();
}

void ChartFrame::showPart() { stack_->setCurrentWidget(isTableShown() ? table_ : picture()); }

void ChartFrame::showTable(bool on) {
    const QSignalBlocker quiet(table_button_);
    table_button_->setChecked(on);
    if (on) fillTable();
    showPart();
    (on ? table_ : keys_)->setFocus();
}

bool ChartFrame::isTableShown() const { return table_button_->isChecked(); }

void ChartFrame::copy() { QApplication::clipboard()->setMimeData(clipboardData(*chart_)); }

void ChartFrame::exportChart() {
    const auto tell = [this](const auto& what) {
        for (QWidget* widget = this; widget != nullptr; widget = widget->parentWidget())
            if (const auto* owner = dynamic_cast<const HasSession*>(widget)) what(owner->session());
    };
    try {
        if (const auto file = askAndExport(*chart_, this))
            tell([&](Session& session) { session.exported(tr("Saved to %1").arg(*file), *file); });
    } catch (const std::exception& failure) {
        tell([&](Session& session) { session.reportFailure(failure); });
    }
}

void ChartFrame::showMenu(const QPoint& global) {
    QMenu menu(this);
    menu.addAction(theme().icon(QStringLiteral("export")), tr("&Export..."), this, &ChartFrame::exportChart);
    menu.addAction(theme().icon(QStringLiteral("copy")), tr("&Copy chart and data"), copy_button_, &QToolButton::click);
    menu.addAction(theme().icon(QStringLiteral("table")), tr("Show as &table"), this, [this] { showTable(true); });
    extendMenu(menu);
    menu.exec(global);
}

void ChartFrame::extendMenu(QMenu&) {}

bool ChartFrame::eventFilter(QObject* watched, QEvent* event) {
    if (event->type() != QEvent::KeyPress) return QWidget::eventFilter(watched, event);
    const auto* key = static_cast<QKeyEvent*>(event);
    if (key->key() == Qt::Key_T && key->modifiers() == Qt::NoModifier) {
        showTable(!isTableShown());
        return true;
    }
    if (key->key() == Qt::Key_Menu && watched == keys_) {
        showMenu(keys_->mapToGlobal(keys_->rect().center()));
        return true;
    }
    return QWidget::eventFilter(watched, event);
}

void ChartFrame::resizeEvent(QResizeEvent* event) {
    QWidget::resizeEvent(event);
    layout()->activate(); // updates the width that is available for the title
    fitTitle();
    if (is_brief_) fitReading();
}

} // namespace warploom::ui
