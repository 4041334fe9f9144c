#include "ui/pages/matrix/matrix_page.h"

#include "ui/charts/chart_export.h"
#include "ui/charts/chart_frame.h"
#include "ui/pages/matrix/generator_form.h"
#include "ui/pages/matrix/rows/histogram_view.h"
#include "ui/pages/matrix/rows/profile_view.h"
#include "ui/pages/matrix/spy/axis_ruler.h"
#include "ui/pages/matrix/spy/legend_strip.h"
#include "ui/pages/matrix/spy/spy_view.h"
#include "ui/pages/model/trace_store.h"
#include "ui/session/matrix_names.h"
#include "ui/session/samples.h"
#include "ui/widgets/flow_layout.h"
#include "ui/widgets/page_parts.h"
#include "ui/widgets/table_model.h"

#include <QComboBox>
#include <QDialog>
#include <QDialogButtonBox>
#include <QFileDialog>
#include <QGridLayout>
#include <QHeaderView>
#include <QItemSelectionModel>
#include <QLabel>
#include <QMenu>
#include <QProgressBar>
#include <QPushButton>
#include <QScrollArea>
#include <QSettings>
#include <QSplitter>
#include <QStackedWidget>
#include <QTableView>
#include <QToolButton>
#include <QVBoxLayout>

namespace warploom::ui {

MatrixPage::MatrixPage(Session& session, QWidget* parent)
    : Page(session, tr("Matrix"), QStringLiteral("matrix"), parent) {
    pool_.setMaxThreadCount(1);
    auto* layout = new QVBoxLayout(this);
    const int gap = theme().px(8);
    layout->setContentsMargins(gap, gap, gap, gap);
    layout->setSpacing(gap);
    layout->addWidget(buildStrip());
    stack_ = new QStackedWidget;
    layout->addWidget(stack_, 1);
    stack_->addWidget(buildInvitation());
    unseen_ = new QLabel;
    unseen_->setAlignment(Qt::AlignCenter);
    unseen_->setWordWrap(true);
    stack_->addWidget(unseen_);
    splitter_ = new QSplitter(Qt::Horizontal);
    splitter_->addWidget(buildPicture());
    splitter_->addWidget(buildSide());
    splitter_->setStretchFactor(0, 5);
    splitter_->setStretchFactor(1, 3);
    splitter_->setChildrenCollapsible(false);
    // At a large presenter scale the pictures may need more room than the window has: then they scroll.
    auto* scroll = new QScrollArea;
    scroll->setFrameShape(QFrame::NoFrame);
    scroll->setWidgetResizable(true);
    scroll->setFocusPolicy(Qt::NoFocus);
    scroll->setWidget(splitter_);
    stack_->addWidget(scroll);

    connect(&session, &Session::matrixChanged, this, &MatrixPage::matrixChanged);
    connect(&session, &Session::hoveredChanged, this, &MatrixPage::hoverChanged);
    connect(&session, &Session::windowChanged, this, [this] {
        spy_->setWindow(this->session().window());
        emit inspectorChanged();
    });
    connect(&theme(), &Theme::changed, this, &MatrixPage::themeChanged);
    connect(spy_, &SpyView::frameChanged, this, &MatrixPage::frameChanged);
    connect(spy_, &SpyView::hoveredChanged, this,
            [this](const HoveredNonzero& nonzero) { this->session().setHovered(nonzero); });
    connect(spy_, &SpyView::windowMoved, this,
            [this](const MatrixWindow& window) { this->session().setWindow(window); });
    connect(spy_, &SpyView::hoverTextChanged, this, &MatrixPage::showHoverText);
    for (const ProfileView* view : {rows_beside_, columns_beside_, rows_sources_, columns_sources_})
        connect(view, &ProfileView::hoverTextChanged, this, &MatrixPage::showHoverText);
    for (const ProfileView* view : {rows_beside_, rows_sources_})
        connect(view, &ProfileView::brushed, this,
                [this](const RowSelection& rows) { this->session().setRowSelection(rows); });
    connect(&session, &Session::rowSelectionChanged, this, &MatrixPage::selectionChanged);
    connect(&TraceStore::of(session), &TraceStore::changed, this, &MatrixPage::showSelectionLine);
    connect(histogram_, &HistogramView::hoverTextChanged, this, &MatrixPage::showHoverText);
    themeChanged();
    showHoverText({});
    matrixChanged();
}

QWidget* MatrixPage::buildStrip() {
    samples_ = new QComboBox;
    samples_->addItem(tr("choose ..."));
    samples_->setAccessibleName(tr("Sample matrix"));
    for (const Sample& sample : sampleMatrices()) samples_->addItem(sample.title, sample.name);
    samples_->setSizeAdjustPolicy(QComboBox::AdjustToMinimumContentsLengthWithIcon);
    samples_->setMinimumContentsLength(14);
    auto* open = new QPushButton(tr("&Open file..."));
    followIcon(open, QStringLiteral("open"));
    open->setToolTip(
        tr("A Matrix Market file (.mtx or .mtx.gz) or a water network (.inp); it can be dropped on the window too"));
    form_ = new GeneratorForm({labelled(tr("&Sample"), samples_), open});

    connect(samples_, &QComboBox::activated, this, [this](int index) {
        const QString name = samples_->itemData(index).toString();
        if (!name.isEmpty()) session().openMatrix(name);
    });
    connect(open, &QPushButton::clicked, this, &MatrixPage::chooseFile);
    connect(form_, &GeneratorForm::chosen, this, [this](const QString& text) { session().openMatrix(text); });
    connect(form_, &GeneratorForm::edited, this, [this](const QString& text) {
        session().setChoice(QStringLiteral("matrix"), text, tr("generator parameters"), true);
    });
    return form_;
}

QWidget* MatrixPage::buildPicture() {
    auto* side = new QWidget;
    auto* column = new QVBoxLayout(side);
    column->setContentsMargins(0, 0, 0, 0);
    column->setSpacing(theme().px(4));

    spy_ = new SpyView;
    auto* tools = new FlowLayout;
    name_ = new QLabel;
    name_->setTextInteractionFlags(Qt::TextSelectableByMouse);
    tools->addWidget(name_);
    auto* fit = toolButton(tr("All"), tr("Show the whole matrix (Home)"));
    auto* out = toolButton(QStringLiteral("−"), tr("Zoom out (-)"));
    auto* in = toolButton(QStringLiteral("+"), tr("Zoom in (+)"));
    auto* values = toolButton(tr("Values"), tr("Zoom to the window until its values can be read (End)"));
    sources_button_ =
        toolButton(tr("Rows across"), tr("Rows on the horizontal axis, as in the figures of the sources"));
    sources_button_->setCheckable(true);
    sort_button_ = toolButton(
        tr("Sort rows"), tr("The rows of the plot by length, from short to long, as the sorted formats store them"));
    sort_button_->setObjectName(QStringLiteral("sortRows"));
    sort_button_->setCheckable(true);
    auto* menu_button = toolButton(tr("Export"), tr("Save or list a picture of this page"));
    menu_button->setPopupMode(QToolButton::InstantPopup);
    menu_button->setMenu(buildExportMenu());
    connect(fit, &QToolButton::clicked, spy_, &SpyView::fitAll);
    connect(out, &QToolButton::clicked, spy_, [this] { spy_->zoomBy(1 / 1.5); });
    connect(in, &QToolButton::clicked, spy_, [this] { spy_->zoomBy(1.5); });
    connect(values, &QToolButton::clicked, spy_, &SpyView::showWindow);
    connect(sources_button_, &QToolButton::toggled, this, &MatrixPage::setSourcesForm);
    connect(sort_button_, &QToolButton::toggled, this, &MatrixPage::setSorted);
    for (QToolButton* button : {fit, out, in, values, sort_button_, sources_button_, menu_button})
        tools->addWidget(button);
    column->addLayout(tools);

    // One grid, so that what shares an axis has the same pixels: rulers, spy, rows on its right, columns under it.
    picture_ = new QStackedWidget;
    auto* beside = new QWidget;
    auto* grid = new QGridLayout(beside);
    grid->setContentsMargins(0, 0, 0, 0);
    grid->setSpacing(theme().px(2));
    row_ruler_ = new AxisRuler(Qt::Vertical);
    column_ruler_ = new AxisRuler(Qt::Horizontal);
    rows_beside_ = new ProfileView(ProfileView::Of::rows, ProfileView::Form::beside_spy);
    columns_beside_ = new ProfileView(ProfileView::Of::columns, ProfileView::Form::beside_spy);
    rows_beside_->setSizePolicy(QSizePolicy::Expanding, QSizePolicy::Ignored);
    columns_beside_->setSizePolicy(QSizePolicy::Ignored, QSizePolicy::Maximum);
    spy_->setSizePolicy(QSizePolicy::Expanding, QSizePolicy::Expanding);
    grid->addWidget(column_ruler_, 0, 1);
    rows_title_ = new QLabel(tr("nonzeros in row"));
    rows_title_->setAlignment(Qt::AlignCenter);
    grid->addWidget(rows_title_, 0, 2);
    grid->addWidget(row_ruler_, 1, 0);
    grid->addWidget(spy_, 1, 1);
    grid->addWidget(rows_beside_, 1, 2);
    grid->addWidget(columns_beside_, 2, 1);
    auto* columns_title = new QLabel(tr("nonzeros\nin column"));
    columns_title->setAlignment(Qt::AlignLeft | Qt::AlignVCenter);
    grid->addWidget(columns_title, 2, 2);
    // A matrix is often square and a screen is wide: the bars take what the square does not need.
    grid->setColumnStretch(1, 5);
    grid->setColumnStretch(2, 3);
    grid->setRowStretch(1, 1);
    picture_->addWidget(beside);

    auto* across = new QWidget;
    auto* both = new QVBoxLayout(across);
    both->setContentsMargins(0, 0, 0, 0);
    rows_sources_ = new ProfileView(ProfileView::Of::rows, ProfileView::Form::sources);
    columns_sources_ = new ProfileView(ProfileView::Of::columns, ProfileView::Form::sources);
    both->addWidget(rows_sources_, 1);
    both->addWidget(columns_sources_, 1);
    picture_->addWidget(across);
    column->addWidget(picture_, 1);

    legend_ = new LegendStrip(spy_);
    column->addWidget(legend_);
    selection_ = new QLabel;
    selection_->setObjectName(QStringLiteral("selectionLine"));
    selection_->setWordWrap(true);
    selection_->setAccessibleName(tr("What the selected rows cost"));
    selection_->hide();
    column->addWidget(selection_);
    hover_ = new QLabel;
    hover_->setSizePolicy(QSizePolicy::Ignored, QSizePolicy::Fixed);
    hover_->setAccessibleName(tr("Under the mouse"));
    column->addWidget(hover_);
    return side;
}

QWidget* MatrixPage::buildNumbers() {
    auto* side = new QWidget;
    auto* column = new QVBoxLayout(side);
    column->setContentsMargins(theme().px(8), 0, 0, 0);
    reading_ = new QLabel;
    reading_->setWordWrap(true);
    reading_->setAccessibleName(tr("What the row lengths mean"));
    column->addWidget(reading_);
    histogram_ = new HistogramView;
    histogram_frame_ = new ChartFrame(histogram_, histogram_);
    column->addWidget(histogram_frame_, 2);
    statistics_ = new TableModel(this);
    statistics_view_ = new QTableView;
    statistics_view_->setModel(statistics_);
    statistics_view_->setAccessibleName(tr("Statistics of the matrix"));
    statistics_view_->setEditTriggers(QAbstractItemView::NoEditTriggers);
    statistics_view_->setShowGrid(false);
    statistics_view_->setAlternatingRowColors(true);
    statistics_view_->setTabKeyNavigation(false);
    statistics_view_->verticalHeader()->hide();
    statistics_view_->horizontalHeader()->hide();
    statistics_view_->setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
    statistics_view_->setMouseTracking(true);
    // The third column would not fit beside the picture: it is read in the line under it.
    connect(statistics_view_, &QTableView::entered, this,
            [this](const QModelIndex& index) { showMeaning(index.row()); });
    connect(statistics_view_->selectionModel(), &QItemSelectionModel::currentChanged, this,
            [this](const QModelIndex& index) { showMeaning(index.row()); });
    column->addWidget(statistics_view_, 3);
    return side;
}

QWidget* MatrixPage::buildInvitation() {
    auto* page = new QWidget;
    auto* column = new QVBoxLayout(page);
    column->addStretch();
    auto* words = new QLabel(
        tr("Choose a sample or a generator above, open a Matrix Market file or a water network of EPANET, or drop "
           "one here."));
    words->setAlignment(Qt::AlignCenter);
    words->setWordWrap(true);
    column->addWidget(words);
    auto* button = new QPushButton(tr("Show random rows, as in prata2010"));
    connect(button, &QPushButton::clicked, this, [this] { session().openMatrix(sampleMatrices().front().name); });
    column->addWidget(button, 0, Qt::AlignCenter);
    auto* network = new QPushButton(tr("Show a small water network"));
    network->setObjectName(QStringLiteral("networkSample"));
    connect(network, &QPushButton::clicked, this, [this] { session().openMatrix(QStringLiteral("hillside.inp")); });
    column->addWidget(network, 0, Qt::AlignCenter);
    // While the first matrix is read this page is all there is to see.
    auto* progress = new QProgressBar;
    progress->setObjectName(QStringLiteral("pageProgress"));
    progress->setAccessibleName(tr("Progress"));
    column->addWidget(progress, 0, Qt::AlignCenter);
    auto* cancel = new QPushButton(tr("Cancel"));
    cancel->setObjectName(QStringLiteral("pageCancel"));
    connect(cancel, &QPushButton::clicked, &session(), &Session::cancelLoading);
    column->addWidget(cancel, 0, Qt::AlignCenter);
    column->addStretch();
    const auto show = [=, invitation = words->text()](const QString& name) {
        const bool loads = !name.isEmpty();
        words->setText(loads ? tr("Reading %1").arg(shortName(name)) : invitation);
        for (QWidget* widget : {button, network}) widget->setVisible(!loads);
        for (QWidget* widget : std::initializer_list<QWidget*>{progress, cancel}) widget->setVisible(loads);
        progress->setRange(0, 0);
    };
    show({});
    words->setTextFormat(Qt::PlainText);
    connect(&session(), &Session::loadingStarted, page, show);
    connect(&session(), &Session::loadingFinished, page, [show] { show({}); });
    connect(&session(), &Session::loadingProgress, page, [progress](const QString& stage, qint64 done, qint64 total) {
        progress->setRange(0, total > 0 ? 1000 : 0);
        if (total > 0)
            progress->setValue(static_cast<int>(1000.0 * static_cast<double>(done) / static_cast<double>(total)));
        progress->setFormat(stage + QStringLiteral(" %p %"));
    });
    return page;
}

QMenu* MatrixPage::buildExportMenu() {
    auto* menu = new QMenu(this);
    connect(menu, &QMenu::aboutToShow, this, [this, menu] {
        menu->clear();
        for (Chart* chart : charts()) {
            QMenu* one = menu->addMenu(chart->chartTitle());
            one->addAction(tr("Save picture or numbers..."), this, [this, chart] { askAndExport(*chart, this); });
            one->addAction(tr("Show the numbers"), this, [this, chart] { showTable(*chart); });
        }
    });
    return menu;
}

void MatrixPage::showTable(const Chart& chart) {
    auto* dialog = new QDialog(this);
    dialog->setAttribute(Qt::WA_DeleteOnClose);
    dialog->setWindowTitle(chart.chartTitle());
    auto* layout = new QVBoxLayout(dialog);
    auto* view = new QTableView;
    auto* model = new TableModel(dialog);
    model->setTable(chart.chartTable());
    view->setModel(model);
    view->setAccessibleName(chart.chartTitle());
    view->verticalHeader()->hide();
    layout->addWidget(view);
    auto* buttons = new QDialogButtonBox(QDialogButtonBox::Close);
    connect(buttons, &QDialogButtonBox::rejected, dialog, &QDialog::close);
    layout->addWidget(buttons);
    dialog->resize(theme().px(520), theme().px(420));
    dialog->show();
}

void MatrixPage::chooseFile() {
    QSettings settings;
    const QString key = QStringLiteral("folders/matrix");
    const QString file =
        QFileDialog::getOpenFileName(this, tr("Open a matrix"), settings.value(key).toString(), matrixFileFilter());
    if (file.isEmpty()) return;
    settings.setValue(key, QFileInfo(file).absolutePath());
    session().openMatrix(file);
}

void MatrixPage::themeChanged() {
    QPalette muted = palette();
    muted.setColor(QPalette::WindowText, theme().colours().muted);
    hover_->setPalette(muted);
    hover_->setFont(theme().font(0.9));
    name_->setFont(theme().font(1.0, true));
    statistics_view_->verticalHeader()->setDefaultSectionSize(QFontMetrics(theme().font()).height() + theme().px(6));
}

void MatrixPage::showMeaning(int row) {
    const Table& table = statistics_->table();
    if (row < 0 || row >= static_cast<int>(table.rows.size())) return;
    const auto at = static_cast<std::size_t>(row);
    const QString meaning = QString::fromStdString(table.text(at, 2));
    showHoverText(meaning.isEmpty() ? QString()
                                    : QString::fromStdString(table.text(at, 0)) + QStringLiteral(": ") + meaning);
}

} // namespace warploom::ui
