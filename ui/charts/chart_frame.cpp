#include "ui/charts/chart_frame.h"

#include "engine/error.h"
#include "ui/charts/chart_export.h"
#include "ui/page.h"
#include "ui/table_model.h"

#include <QApplication>
#include <QClipboard>
#include <QHBoxLayout>
#include <QHeaderView>
#include <QKeyEvent>
#include <QLabel>
#include <QStackedWidget>
#include <QTableView>
#include <QToolButton>
#include <QVBoxLayout>

namespace warploom::ui {

ChartFrame::ChartFrame(QWidget* view, Chart* chart, QWidget* parent) : QWidget(parent), view_(view), chart_(chart) {
    title_ = new QLabel;
    title_->setSizePolicy(QSizePolicy::Ignored, QSizePolicy::Preferred);
    const auto button = [this](const QString& icon, const QString& text, const QString& tip) {
        auto* made = new QToolButton;
        made->setObjectName(icon + QStringLiteral("Button"));
        made->setProperty("icon_name", icon);
        made->setText(text);
        made->setToolTip(tip);
        made->setAccessibleName(text);
        made->setAutoRaise(true);
        made->setFocusPolicy(Qt::TabFocus);
        return made;
    };
    table_button_ = button(QStringLiteral("table"), tr("Table"), tr("Show the numbers as a table (T)"));
    table_button_->setCheckable(true);
    copy_button_ = button(QStringLiteral("copy"), tr("Copy"), tr("Copy the picture and its numbers"));
    export_button_ = button(QStringLiteral("export"), tr("Export"), tr("Export as PNG, SVG, PDF or CSV"));
    connect(table_button_, &QToolButton::toggled, this, &ChartFrame::showTable);
    connect(copy_button_, &QToolButton::clicked, this,
            [this] { QApplication::clipboard()->setMimeData(clipboardData(*chart_)); });
    connect(export_button_, &QToolButton::clicked, this, [this] {
        try {
            askAndExport(*chart_, this);
        } catch (const Error& error) {
            for (QWidget* widget = this; widget != nullptr; widget = widget->parentWidget())
                if (const auto* page = qobject_cast<const Page*>(widget))
                    page->session().report(QString::fromUtf8(error.what()), QString::fromStdString(error.hint()));
        }
    });

    model_ = new TableModel(this);
    table_ = sortedView(model_);
    table_->setAccessibleName(tr("%1, as a table").arg(view->accessibleName()));
    table_->installEventFilter(this);
    view_->installEventFilter(this);

    stack_ = new QStackedWidget;
    stack_->addWidget(view);
    stack_->addWidget(table_);
    head_ = new QHBoxLayout;
    head_->setSpacing(2);
    head_->addWidget(title_, 1);
    for (QToolButton* each : {table_button_, copy_button_, export_button_}) head_->addWidget(each);
    auto* column = new QVBoxLayout(this);
    column->setContentsMargins(0, 0, 0, 0);
    column->setSpacing(1);
    column->addLayout(head_);
    column->addWidget(stack_, 1);
    connect(&theme(), &Theme::changed, this, &ChartFrame::applyTheme);
    applyTheme();
}

void ChartFrame::addTool(QWidget* widget) { head_->insertWidget(tools_at_++, widget); }

void ChartFrame::applyTheme() {
    title_->setFont(theme().font(1.0, true));
    for (QToolButton* each : {table_button_, copy_button_, export_button_}) {
        each->setIcon(theme().icon(each->property("icon_name").toString()));
        each->setIconSize(QSize(theme().px(14), theme().px(14)));
    }
    fitTitle();
}

void ChartFrame::fitTitle() {
    title_->setText(
        title_->fontMetrics().elidedText(chart_->chartTitle(), Qt::ElideRight, std::max(40, title_->width())));
    title_->setToolTip(chart_->chartTitle());
}

void ChartFrame::refresh() {
    fitTitle();
    if (!isTableShown()) return;
    model_->setTable(chart_->chartTable());
}

void ChartFrame::showTable(bool on) {
    const QSignalBlocker quiet(table_button_);
    table_button_->setChecked(on);
    if (on) {
        model_->setTable(chart_->chartTable());
        table_->resizeColumnsToContents();
    }
    stack_->setCurrentIndex(on ? 1 : 0);
    (on ? static_cast<QWidget*>(table_) : view_)->setFocus();
}

bool ChartFrame::isTableShown() const { return table_button_->isChecked(); }

bool ChartFrame::eventFilter(QObject* watched, QEvent* event) {
    if (event->type() == QEvent::KeyPress && static_cast<QKeyEvent*>(event)->key() == Qt::Key_T &&
        static_cast<QKeyEvent*>(event)->modifiers() == Qt::NoModifier) {
        showTable(!isTableShown());
        return true;
    }
    return QWidget::eventFilter(watched, event);
}

void ChartFrame::resizeEvent(QResizeEvent* event) {
    QWidget::resizeEvent(event);
    layout()->activate();
    fitTitle();
}

} // namespace warploom::ui
