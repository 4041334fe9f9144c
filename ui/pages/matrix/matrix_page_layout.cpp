#include "ui/charts/chart_frame.h"
#include "ui/components/advice/advice_panel.h"
#include "ui/components/operations/operations.h"
#include "ui/components/spy/around_spy.h"
#include "ui/components/spy/spy_view.h"
#include "ui/components/traces/trace_store.h"
#include "ui/pages/matrix/chart_menu.h"
#include "ui/pages/matrix/generator_form.h"
#include "ui/pages/matrix/matrix_invitation.h"
#include "ui/pages/matrix/matrix_page.h"
#include "ui/pages/matrix/network/network_panel.h"
#include "ui/pages/matrix/network/network_view.h"
#include "ui/pages/matrix/order_box.h"
#include "ui/pages/matrix/orders/orders_panel.h"
#include "ui/pages/matrix/rows/histogram_view.h"
#include "ui/pages/matrix/rows/profile_view.h"
#include "ui/pages/matrix/rows/row_sorting.h"
#include "ui/style/qt_text.h"
#include "ui/widgets/page_parts.h"
#include "ui/widgets/table_model.h"

#include <QButtonGroup>
#include <QCoreApplication>
#include <QHeaderView>
#include <QItemSelectionModel>
#include <QLabel>
#include <QPainter>
#include <QScrollArea>
#include <QScrollBar>
#include <QSplitter>
#include <QStackedWidget>
#include <QTableView>
#include <QTimer>
#include <QToolButton>
#include <QVBoxLayout>

#include <algorithm>

// Layout of the Matrix page, with side panels for statistics, network map, recommendations and orders.

namespace warploom::ui {
namespace {

/// A label with a single line of text, which is elided if there is not enough space.
class ElidedLine final : public QLabel {
protected:
    void paintEvent(QPaintEvent*) override {
        QPainter painter(this);
        painter.setPen(palette().color(foregroundRole()));
        painter.drawText(contentsRect(), Qt::AlignLeft | Qt::AlignVCenter,
                         fontMetrics().elidedText(text(), Qt::ElideRight, contentsRect().width()));
    }
};

} // namespace

MatrixPage::MatrixPage(Session& session, QWidget* parent)
    : Page(session, tr("Matrix"), QStringLiteral("matrix"), parent) {
    unseen_ = new QLabel;
    unseen_->setAlignment(Qt::AlignCenter);
    unseen_->setWordWrap(true);
    QWidget* picture = buildPicture();
    splitter_ = inSplitter(Qt::Horizontal, {{picture, 61}, {buildSide(), 39}});
    stack_ = inStack({new MatrixInvitation(session), unseen_, scrolled(splitter_)});
    const int gap = theme().px(8);
    inColumn(this, {buildStrip(), {stack_, 1}}, gap, {gap, gap, gap, gap});

    connect(&session, &Session::matrixChanged, this, &MatrixPage::matrixChanged);
    connect(&session, &Session::hoveredChanged, this, &MatrixPage::hoverChanged);
    connect(&session, &Session::windowChanged, this, [this] {
        if (!sorting_->isShown()) spy_->setWindow(this->session().window());
        emit inspectorChanged();
    });
    connect(spy_, &SpyView::frameChanged, this, &MatrixPage::frameChanged);
    connect(spy_, &SpyView::hoveredChanged, this,
            [this](const HoveredNonzero& nonzero) { this->session().setHovered(sorting_->inMatrix(nonzero)); });
    connect(spy_, &SpyView::windowMoved, this, [this](const MatrixWindow& window) {
        if (sorting_->isShown()) spy_->setWindow({});
        else this->session().setWindow(window);
    });
    connect(spy_, &SpyView::hoverTextChanged, this, &MatrixPage::showHoverText);
    for (const ProfileView* view : {rows_beside_, columns_beside_, rows_sources_, columns_sources_})
        connect(view, &ProfileView::hoverTextChanged, this, &MatrixPage::showHoverText);
    for (const ProfileView* view : {rows_beside_, rows_sources_})
        connect(view, &ProfileView::brushed, this,
                [this](const RowSelection& rows) { this->session().setRowSelection(rows); });
    connect(&session, &Session::rowSelectionChanged, this, &MatrixPage::selectionChanged);
    connect(&TraceStore::of(session), &TraceStore::changed, this, &MatrixPage::showSelectionLine);
    connect(histogram_, &HistogramView::hoverTextChanged, this, &MatrixPage::showHoverText);
    onTheme(this, [this] {
        setMuted(hover_);
        hover_->setFont(theme().font(0.9));
        setRowHeight(statistics_view_, 6);
        turnSplitter();
    });
    showHoverText({});
    matrixChanged();
}

QWidget* MatrixPage::buildStrip() {
    form_ = new GeneratorForm;
    connect(form_, &GeneratorForm::chosen, this, [this](const QString& text) { session().openMatrix(text); });
    connect(form_, &GeneratorForm::edited, this, [this](const QString& text) {
        session().setChoice(QStringLiteral("matrix"), text, tr("generator parameters"), true);
    });
    return form_;
}

QWidget* MatrixPage::buildPicture() {
    spy_ = new SpyView;
    auto* fit = toolButton(tr("Fit"), tr("Show the whole matrix (Home)"));
    auto* out = toolButton(QStringLiteral("−"), tr("Zoom out (-)"));
    auto* in = toolButton(QStringLiteral("+"), tr("Zoom in (+)"));
    auto* values = toolButton(
        tr("Values"),
        tr("Zoom in on the selected nonzero, or on the center of the view, until values are readable (End)"));
    sources_button_ = toolButton(tr("Swap axes"), tr("Show rows on the horizontal axis, as is common in papers"));
    sources_button_->setCheckable(true);
    sort_button_ =
        toolButton(tr("Sort rows"), tr("Sort the rows by length in both plots, as in formats that sort rows"));
    sort_button_->setObjectName(QStringLiteral("sortRows"));
    sort_button_->setCheckable(true);
    order_box_ = new OrderBox(session(), this);
    auto* menu_button = toolButton(tr("Export"), tr("Save a chart from this page, or show its data"));
    menu_button->setPopupMode(QToolButton::InstantPopup);
    menu_button->setMenu(new ChartMenu(*this));
    connect(fit, &QToolButton::clicked, spy_, &SpyView::fitAll);
    connect(out, &QToolButton::clicked, spy_, [this] { spy_->zoomBy(1 / 1.5); });
    connect(in, &QToolButton::clicked, spy_, [this] { spy_->zoomBy(1.5); });
    connect(values, &QToolButton::clicked, spy_, &SpyView::showWindow);
    connect(sources_button_, &QToolButton::toggled, this, &MatrixPage::setSourcesForm);
    connect(sort_button_, &QToolButton::toggled, this, &MatrixPage::setSorted);

    // A single grid keeps all widgets with a common axis aligned: the rulers and the spy plot, the row profile to its
    // right, and the column profile below it.
    row_ruler_ = new AxisRuler(Qt::Vertical);
    column_ruler_ = new AxisRuler(Qt::Horizontal);
    rows_beside_ = new ProfileView(ProfileView::Of::rows, ProfileView::Form::beside_spy);
    columns_beside_ = new ProfileView(ProfileView::Of::columns, ProfileView::Form::beside_spy);
    rows_title_ = new QLabel(tr("nnz/row"));
    rows_title_->setAlignment(Qt::AlignLeft | Qt::AlignVCenter);
    auto* columns_title = new QLabel(tr("nnz/\ncolumn"));
    columns_title->setAlignment(Qt::AlignLeft | Qt::AlignVCenter);
    grid_ = new SpyGrid({column_ruler_, row_ruler_, spy_, rows_beside_, columns_beside_, rows_title_, columns_title});

    rows_sources_ = new ProfileView(ProfileView::Of::rows, ProfileView::Form::sources);
    columns_sources_ = new ProfileView(ProfileView::Of::columns, ProfileView::Form::sources);
    sorting_ = new RowSorting(session(), *spy_, {rows_beside_, rows_sources_}, pool_, this);
    connect(sorting_, &RowSorting::refused, this, &MatrixPage::showHoverText);
    auto* across = new QWidget;
    inColumn(across, {{rows_sources_, 1}, {columns_sources_, 1}});
    picture_ = inStack({grid_, across});
    legend_ = new LegendStrip(spy_);
    selection_ = sentenceLabel("selectionLine", tr("Cost of the selected rows"));
    selection_->hide();
    hover_ = named(new ElidedLine, "", tr("Item under the pointer"));
    hover_->setSizePolicy(QSizePolicy::Ignored, QSizePolicy::Fixed);
    auto* side = new QWidget;
    inColumn(side,
             {inStrip({fit, out, in, values, labelled(tr("Or&dering"), order_box_->box()), sort_button_,
                       sources_button_, menu_button}),
              {picture_, 1},
              legend_,
              selection_,
              hover_},
             theme().px(4));
    return side;
}

QWidget* MatrixPage::buildNumbers() {
    reading_ = sentenceLabel("", tr("How row lengths affect a warp"));
    histogram_ = new HistogramView;
    histogram_frame_ = new ChartFrame(histogram_, histogram_);
    QToolButton* log = toolButton(tr("log"), tr("Use a logarithmic scale for the number of rows (L)"));
    log->setObjectName(QStringLiteral("rowsLog"));
    log->setAutoRaise(true);
    log->setCheckable(true);
    connect(log, &QToolButton::toggled, histogram_, &HistogramView::setLogScale);
    connect(histogram_, &HistogramView::logScaleChanged, log, &QToolButton::setChecked);
    histogram_frame_->addTool(log);
    statistics_ = new TableModel(this);
    statistics_view_ = named(plainView(statistics_), "", tr("Matrix statistics"));
    statistics_view_->setShowGrid(false);
    statistics_view_->setFrameShape(QFrame::StyledPanel);
    statistics_view_->horizontalHeader()->hide();
    statistics_view_->setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
    statistics_view_->setMouseTracking(true);
    // Show the "meaning" column of the statistics table in the line below the plot, because it does not fit next to the
    // spy plot.
    const auto explain = [this](const QModelIndex& index) { showMeaning(index.row()); };
    connect(statistics_view_, &QTableView::entered, this, explain);
    connect(statistics_view_->selectionModel(), &QItemSelectionModel::currentChanged, this, explain);
    auto* side = new QWidget;
    inColumn(side, {reading_, {histogram_frame_, 2}, {statistics_view_, 3}}, -1, {theme().px(8), 0, 0, 0});
    return side;
}

void MatrixPage::showMeaning(int row) {
    const Table& table = statistics_->table();
    if (row < 0 || row >= static_cast<int>(table.rows.size())) return;
    const auto at = static_cast<std::size_t>(row);
    const QString meaning = toQString(table.text(at, 2));
    showHoverText(meaning.isEmpty() ? QString() : toQString(table.text(at, 0)) + QStringLiteral(": ") + meaning);
}

QWidget* MatrixPage::buildSide() {
    auto* group = new QButtonGroup(this);
    const auto button = [&](const QString& text, const QString& tip, const char* name, Side side) {
        auto* made = toolButton(text, tip);
        made->setObjectName(QLatin1String(name));
        made->setCheckable(true);
        group->addButton(made);
        connect(made, &QToolButton::clicked, this, [this, side] { showSide(side); });
        return made;
    };
    network_button_ = button(tr("Network"), tr("Show the map of the water network, linked to the matrix plot"),
                             "sideNetwork", Side::network);
    numbers_button_ = button(tr("Row lengths"), tr("Show the histogram and statistics of the row lengths"),
                             "sideNumbers", Side::numbers);
    advice_button_ =
        button(tr("Advice"), tr("Show which kernel to use for this matrix and why"), "sideAdvice", Side::advice);
    orders_button_ = button(tr("Two orderings"), tr("Compare the matrix with the same matrix in a different ordering"),
                            "sideOrders", Side::orders);
    numbers_button_->setChecked(true);
    network_button_->hide();
    side_switch_ = inStrip({network_button_, numbers_button_, orders_button_, advice_button_});
    side_switch_->layout()->setContentsMargins(theme().px(8), 0, 0, 0);
    advice_ = new AdvicePanel(session());
    connect(advice_, &AdvicePanel::taken, this,
            [this](const QString& operation, const QString& machine, const QString& kernel) {
                if (run_page_ == nullptr) return;
                tickKernel(session(), operation, machine, kernel);
                emit pageRequested(run_page_);
            });
    network_ = new NetworkPanel;
    network_->setContentsMargins(theme().px(8), 0, 0, 0);
    orders_ = new OrdersPanel;
    connect(orders_, &OrdersPanel::hoveredChanged, this,
            [this](const HoveredNonzero& nonzero) { this->session().setHovered(nonzero); });
    connect(orders_, &OrdersPanel::hoverTextChanged, this, &MatrixPage::showHoverText);
    connect(orders_, &OrdersPanel::changed, this, &Page::chartsChanged);
    side_ = inStack({buildNumbers(), network_, advice_, orders_});
    sizeAsShown(side_);
    auto* side = new QWidget;
    inColumn(side, {side_switch_, {side_, 1}}, theme().px(4));
    connect(network_, &NetworkPanel::matrixWanted, this, [this](const QString& name) { session().openMatrix(name); });
    connect(network_->view(), &NetworkView::hoveredChanged, this,
            [this](const HoveredNonzero& nonzero) { session().setHovered(nonzero); });
    connect(network_->view(), &NetworkView::hoverTextChanged, this, &MatrixPage::showHoverText);
    connect(network_->view(), &NetworkView::brushed, this,
            [this](const RowSelection& rows) { session().setRowSelection(rows); });
    return side;
}

void MatrixPage::setNetwork(const MatrixHandle& matrix, const std::shared_ptr<const NetworkDrawing>& network) {
    const bool had = network_->view()->network() != nullptr;
    network_->setNetwork(network, matrix);
    network_button_->setVisible(network != nullptr);
    // Keep the current panel when the user selects another Newton step. Switch to the map if the previous matrix had
    // none.
    if (network == nullptr && shownSide() == Side::network) showSide(Side::numbers);
    else if (network != nullptr && !had) showSide(Side::network);
}

MatrixPage::Side MatrixPage::shownSide() const { return static_cast<Side>(side_->currentIndex()); }

void MatrixPage::showSide(Side side) {
    if (side == Side::network && network_->view()->network() == nullptr) side = Side::numbers;
    QToolButton* const buttons[] = {numbers_button_, network_button_, advice_button_, orders_button_};
    buttons[static_cast<int>(side)]->setChecked(true);
    if (side == Side::advice || side == Side::orders) bringSide();
    if (shownSide() == side) return;
    side_->setCurrentIndex(static_cast<int>(side));
    turnSplitter();
    layOutSide();
    if (side == Side::orders) emit chartsChanged();
}

/// Scrolls to a side panel below the spy plot, because it may be outside the visible area.
void MatrixPage::bringSide() {
    QTimer::singleShot(0, this, [this] { // wait until the layout has been updated
        if (splitter_->orientation() != Qt::Vertical) return;
        QCoreApplication::sendPostedEvents(nullptr, QEvent::LayoutRequest);
        auto* const area = static_cast<QScrollArea*>(stack_->widget(2));
        area->verticalScrollBar()->setValue(side_switch_->mapTo(splitter_, QPoint()).y());
    });
}

void MatrixPage::resizeEvent(QResizeEvent* event) {
    Page::resizeEvent(event);
    turnSplitter();
}

void MatrixPage::turnSplitter() {
    // At a large font scale, the statistics do not fit next to the spy plot. The network map requires less width than
    // the statistics, and it is useful only next to the plot.
    const int least = theme().px(shownSide() == Side::network ? 540 : 620);
    const Qt::Orientation wanted = width() < least ? Qt::Vertical : Qt::Horizontal;
    const bool turns = wanted != splitter_->orientation();
    // At a large font scale, allow a narrower side panel.
    side_->setMinimumWidth(theme().scale() < 1.5 ? theme().px(320) : 0);
    splitter_->setOrientation(wanted);
    // If the side panel is below the plot, the page scrolls, so the plot can have a minimum height.
    picture_->setMinimumHeight(wanted == Qt::Vertical ? theme().px(isLow(this) ? 195 : 220) : 0);
    // The toolbar wraps onto several lines. QSplitter ignores height-for-width, so set a minimum height. Otherwise, the
    // legend would overlap the plot.
    QWidget* const side = splitter_->widget(0);
    const int width = wanted == Qt::Vertical ? splitter_->width() : splitter_->sizes().constFirst();
    // If the side panel is next to the plot, allow the plot to be smaller than its size hint, so that the page fits on
    // a small projector.
    const int spared = wanted == Qt::Vertical ? 0 : theme().px(56);
    const QLayout& parts = *side->layout();
    side->setMinimumHeight(std::max(parts.minimumSize().height(), parts.minimumHeightForWidth(width) - spared));
    fitNumbers();
    if (turns) layOutSide();
}

/// If the side panel is below the spy plot, the whole page scrolls. In this case, makes the tables as tall as their
/// contents, so that they do not have their own scroll bars.
void MatrixPage::fitNumbers() {
    const bool whole = splitter_->orientation() == Qt::Vertical;
    const int lines = static_cast<int>(statistics_->table().rows.size());
    statistics_view_->setMinimumHeight(
        whole ? lines * statistics_view_->verticalHeader()->defaultSectionSize() + theme().px(4) : 0);
    advice_->setWhole(whole);
}

void MatrixPage::layOutFirstTime() {
    QTimer::singleShot(0, this, [this] { // wait until the splitter has its size
        if (is_laid_out_ || !splitter_->isVisible()) return;
        is_laid_out_ = true;
        layOutSide();
    });
}

void MatrixPage::layOutSide() {
    if (splitter_->orientation() == Qt::Vertical) return splitter_->setSizes({1000, 1000});
    // Give the side panel the same width for all tabs, so that the tab buttons stay under the mouse pointer. The widths
    // are in the ratio of the stretch factors, so that resizing keeps this ratio.
    const int whole = splitter_->width(), side = whole * 39 / 100;
    splitter_->setSizes({whole - side, side});
}

} // namespace warploom::ui
