#include "ui/pages/formats/formats_page.h"

#include "ui/charts/chart_view.h"
#include "ui/look/qt_text.h"
#include "ui/pages/formats/arrays_view.h"
#include "ui/pages/formats/owner_connector.h"
#include "ui/pages/formats/window_view.h"
#include "ui/pages/matrix/spy/spy_view.h"
#include "ui/session/kernel_texts.h"
#include "ui/session/samples.h"
#include "ui/session/worker_client.h"
#include "ui/widgets/flow_layout.h"
#include "ui/widgets/page_parts.h"

#include <QComboBox>
#include <QHBoxLayout>
#include <QLabel>
#include <QPushButton>
#include <QScrollArea>
#include <QSpinBox>
#include <QSplitter>
#include <QStackedWidget>
#include <QTimer>
#include <QVBoxLayout>

namespace warploom::ui {

FormatsPage::FormatsPage(Session& session, QWidget* parent)
    : Page(session, tr("Formats"), QStringLiteral("formats"), parent), pause_(new QTimer(this)) {
    pause_->setSingleShot(true);
    pause_->setInterval(80); // while the window is dragged, the worker is asked a dozen times a second at most
    connect(pause_, &QTimer::timeout, this, &FormatsPage::ask);

    auto* layout = new QVBoxLayout(this);
    const int gap = theme().px(8);
    layout->setContentsMargins(gap, gap, gap, gap);
    stack_ = new QStackedWidget;
    layout->addWidget(stack_);
    QLabel* invitation = nullptr;
    QPushButton* sample = nullptr;
    stack_->addWidget(sentencePage(invitation, sample));
    invitation->setText(tr("Open a matrix to see how each format stores it, slot by slot."));
    sample->setText(tr("Show a plate of 16 x 16 nodes"));
    connect(sample, &QPushButton::clicked, this,
            [this] { this->session().openMatrix(QStringLiteral("laplace2d:n=16")); });
    unseen_ = new QLabel;
    unseen_->setAlignment(Qt::AlignCenter);
    unseen_->setWordWrap(true);
    stack_->addWidget(unseen_);

    auto* across = new QSplitter(Qt::Horizontal);
    across->setChildrenCollapsible(false);
    across->addWidget(buildWindowSide());
    auto* right = new QSplitter(Qt::Vertical);
    right->setChildrenCollapsible(false);
    right->addWidget(buildArraysSide());
    right->addWidget(buildCharts());
    right->setStretchFactor(0, 3);
    right->setStretchFactor(1, 2);
    across->addWidget(right);
    across->setStretchFactor(0, 3);
    across->setStretchFactor(1, 7);
    across->setSizes({theme().px(300), theme().px(680)});
    right->setSizes({theme().px(330), theme().px(220)});
    // At a large presenter scale the page may need more room than the window has: then it scrolls.
    auto* area = new QScrollArea;
    area->setFrameShape(QFrame::NoFrame);
    area->setWidgetResizable(true);
    area->setFocusPolicy(Qt::NoFocus);
    area->setWidget(across);
    connector_ = new OwnerConnector(window_, owner_, area->viewport());
    stack_->addWidget(area);

    connect(&session, &Session::matrixChanged, this, &FormatsPage::matrixChanged);
    connect(&session, &Session::windowChanged, this, &FormatsPage::windowChanged);
    connect(&session, &Session::hoveredChanged, this, &FormatsPage::hoverChanged);
    connect(&session, &Session::choiceChanged, this, [this](const QString& key) {
        if (key == QLatin1String("kernel") || key == QLatin1String("block")) handshakeChanged();
        if (key == QLatin1String("kernel") || key == QLatin1String("block") || key == QLatin1String("precision")) {
            layout_wanted_ = true;
            askSoon();
        }
    });
    connect(&session.texts(), &KernelTexts::textChanged, this, [this](const QString& name) {
        layout_wanted_ = layout_wanted_ || name == kernel_->currentData().toString();
        askSoon();
    });
    connect(&session.worker(), &WorkerClient::handshakeChanged, this, &FormatsPage::handshakeChanged);
    connect(&theme(), &Theme::changed, this, &FormatsPage::themeChanged);
    handshakeChanged();
    themeChanged();
    matrixChanged();
}

QWidget* FormatsPage::buildWindowSide() {
    auto* side = new QWidget;
    auto* column = new QVBoxLayout(side);
    column->setContentsMargins(0, 0, 0, 0);
    thumbnail_ = new SpyView;
    thumbnail_->setThumbnail(true);
    window_ = new WindowView;
    column->addWidget(thumbnail_, 0, Qt::AlignHCenter);
    auto* place = new QHBoxLayout;
    row_ = new QSpinBox;
    col_ = new QSpinBox;
    for (const auto& [label, box, name] : {std::tuple{tr("from &row"), row_, tr("First row of the window")},
                                           std::tuple{tr("&column"), col_, tr("First column of the window")}}) {
        auto* words = new QLabel(label);
        words->setBuddy(box);
        box->setAccessibleName(name);
        box->setSizePolicy(QSizePolicy::Ignored, QSizePolicy::Fixed);
        box->setKeyboardTracking(false);
        place->addWidget(words);
        place->addWidget(box, 1);
        connect(box, &QSpinBox::valueChanged, this, [this] {
            MatrixWindow w = session().window();
            session().setWindow({row_->value(), row_->value() + (w.row_end - w.row_begin), col_->value(),
                                 col_->value() + (w.col_end - w.col_begin)});
        });
    }
    column->addLayout(place);
    column->addWidget(window_, 1);
    const auto move = [this](const MatrixWindow& window) { session().setWindow(window); };
    connect(thumbnail_, &SpyView::windowMoved, this, move);
    connect(window_, &WindowView::windowMoved, this, move);
    connect(window_, &WindowView::hoveredChanged, this, &FormatsPage::passOver);
    connect(window_, &WindowView::clicked, this, &FormatsPage::keep);
    return side;
}

QWidget* FormatsPage::buildArraysSide() {
    auto* side = new QWidget;
    auto* column = new QVBoxLayout(side);
    column->setContentsMargins(0, 0, 0, 0);
    column->setSpacing(theme().px(4));
    auto* tools = new FlowLayout;
    format_ = new QComboBox;
    format_->addItem(tr("all formats"));
    format_->setAccessibleName(tr("Format to show"));
    format_->setSizeAdjustPolicy(QComboBox::AdjustToContents);
    kernel_ = new QComboBox;
    kernel_->setAccessibleName(tr("Kernel whose threads are named"));
    kernel_->setSizeAdjustPolicy(QComboBox::AdjustToMinimumContentsLengthWithIcon);
    kernel_->setMinimumContentsLength(16);
    block_ = new QComboBox;
    block_->setAccessibleName(tr("Block size"));
    for (const int size : {32, 64, 128, 256, 512, 1024}) block_->addItem(QString::number(size), size);
    for (const auto& [label, box] :
         {std::pair{tr("Sho&w"), format_}, std::pair{tr("&Kernel"), kernel_}, std::pair{tr("&Block"), block_}})
        tools->addWidget(labelled(label, box));
    column->addLayout(tools);
    owner_ = new QLabel;
    owner_->setWordWrap(true);
    owner_->setAccessibleName(tr("Owner of the nonzero"));
    column->addWidget(owner_);
    answer_ = new QStackedWidget;
    answer_->addWidget(sentencePage(words_, again_));
    arrays_ = new ArraysView;
    scroll_ = new ArraysScroll(arrays_);
    answer_->addWidget(scroll_);
    column->addWidget(answer_, 1);
    again_->hide();

    connect(again_, &QPushButton::clicked, this, [this] {
        layout_wanted_ = true;
        ask();
    });
    connect(format_, &QComboBox::activated, this, [this](int index) { arrays_->setOnly(index - 1); });
    connect(kernel_, &QComboBox::activated, this, [this](int index) {
        const QString id = kernel_->itemData(index).toString();
        session().setChoice(QStringLiteral("kernel"), id, tr("kernel %1").arg(id));
    });
    connect(block_, &QComboBox::activated, this, [this](int index) {
        const int size = block_->itemData(index).toInt();
        session().setChoice(QStringLiteral("block"), size, tr("block size %1").arg(size));
    });
    connect(arrays_, &ArraysView::picked, this, &FormatsPage::pick);
    connect(arrays_, &ArraysView::clicked, this, [this](int nonzero) { keep(placeOf(nonzero)); });
    connect(arrays_, &ArraysView::passed, this, [this](int nonzero) { passOver(placeOf(nonzero)); });
    connect(arrays_, &ArraysView::hoverTextChanged, this, [this](const QString& text) { arrays_->setToolTip(text); });
    return side;
}

QWidget* FormatsPage::buildCharts() {
    auto* side = new QWidget;
    charts_layout_ = new QBoxLayout(QBoxLayout::LeftToRight, side);
    charts_layout_->setContentsMargins(0, 0, 0, 0);
    ChartSpec spec;
    spec.category = "format";
    spec.status_column = "status";
    spec.reason_column = "reason";
    spec.title = tr("Bytes of each format");
    spec.name = QStringLiteral("formats-bytes");
    spec.value = "footprint";
    spec.value_title = tr("size");
    bytes_ = new ChartView(spec);
    spec.title = tr("Padding of each format");
    spec.name = QStringLiteral("formats-padding");
    spec.value = "padding_share";
    spec.value_title = tr("share of the value slots");
    padding_ = new ChartView(spec);
    for (ChartView* chart : {bytes_, padding_}) {
        chart->setInvitation(tr("The sizes of all formats come from the worker."));
        connect(chart, &ChartView::invitationAccepted, this, [this] {
            footprints_of_.clear();
            ask();
        });
        charts_layout_->addWidget(chart, 1);
    }
    return side;
}

void FormatsPage::handshakeChanged() {
    const wire::Handshake& hello = session().worker().handshake();
    const QSignalBlocker quiet(kernel_);
    kernel_->clear();
    kernel_->addItem(tr("no kernel"), QString());
    for (const wire::Kernel& kernel : hello.kernels_of("spmv")) {
        if (kernel.runs_on != wire::RunsOn::gpu) continue; // only these run on the traced simulated GPU
        kernel_->addItem(qt(kernel.id), qt(kernel.id));
        kernel_->setItemData(kernel_->count() - 1, qt(kernel.title + ". " + kernel.summary), Qt::ToolTipRole);
    }
    if (hello.kernels.empty() && !session().kernel().isEmpty())
        kernel_->addItem(session().kernel(), session().kernel());
    kernel_->setCurrentIndex(std::max(0, kernel_->findData(session().kernel())));
    const QSignalBlocker quiet_block(block_);
    block_->setCurrentIndex(std::max(0, block_->findData(session().block())));
    std::map<QString, QString> titles;
    for (const wire::Format& format : hello.formats) titles[qt(format.id)] = qt(format.title);
    arrays_->setTitles(titles);
}

void FormatsPage::themeChanged() {
    owner_->setFont(theme().font(1.0, true));
    // With large letters two charts beside each other would be wider than the window.
    charts_layout_->setDirection(theme().scale() >= 1.5 ? QBoxLayout::TopToBottom : QBoxLayout::LeftToRight);
}

} // namespace warploom::ui
