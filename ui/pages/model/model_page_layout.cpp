#include "ui/pages/model/model_page.h"

#include "ui/charts/chart_frame.h"
#include "ui/charts/chart_view.h"
#include "ui/pages/model/card_editor/card_editor.h"
#include "ui/pages/model/card_editor/what_if.h"
#include "ui/pages/model/model_tables.h"
#include "ui/pages/model/schedule_view.h"
#include "ui/pages/run/run_store.h"
#include "ui/session/samples.h"
#include "ui/session/worker_client.h"
#include "ui/widgets/flow_layout.h"
#include "ui/widgets/page_parts.h"

#include <QComboBox>
#include <QLabel>
#include <QListWidget>
#include <QPushButton>
#include <QStackedWidget>
#include <QStatusTipEvent>
#include <QTabWidget>
#include <QVBoxLayout>

#include <QApplication>

namespace warploom::ui {

ModelPage::ModelPage(Session& session, RunStore* runs, QWidget* parent)
    : Page(session, tr("Model"), QStringLiteral("model"), parent), store_(TraceStore::of(session)), runs_(runs) {
    auto* layout = new QVBoxLayout(this);
    layout->setContentsMargins(8, 8, 8, 8);
    layout->setSpacing(4);
    layout->addWidget(buildStrip());
    layout->addWidget(new WhatIfStrip(session));
    headline_ = new QLabel;
    headline_->setWordWrap(true);
    headline_->setObjectName(QStringLiteral("modelHeadline"));
    headline_->setAccessibleName(tr("Modelled time"));
    layout->addWidget(headline_);
    selection_ = new QLabel;
    selection_->setWordWrap(true);
    selection_->setObjectName(QStringLiteral("modelSelection"));
    selection_->hide();
    layout->addWidget(selection_);

    stack_ = new QStackedWidget;
    stack_->addWidget(sentencePage(unseen_, invitation_button_));
    invitation_button_->setText(tr("Open random rows, as in prata2010"));
    connect(invitation_button_, &QPushButton::clicked, this,
            [this] { this->session().openMatrix(sampleMatrices().front().name); });
    stack_->addWidget(buildCharts());
    layout->addWidget(stack_, 1);

    connect(&store_, &TraceStore::changed, this, &ModelPage::refresh);
    connect(&session, &Session::rowSelectionChanged, this, [this] {
        schedule_->setSelection(this->session().rowSelection());
        refresh();
    });
    connect(&session.worker(), &WorkerClient::handshakeChanged, this, &ModelPage::fillKernels);
    connect(&session, &Session::choiceChanged, this, [this](const QString& key) {
        if (key == QLatin1String("kernel") || key == QLatin1String("precision") || key == QLatin1String("block"))
            readChoices();
    });
    if (runs_ != nullptr) connect(runs_, &RunStore::runsChanged, this, &ModelPage::drawRoofline);
    connect(&theme(), &Theme::changed, this, &ModelPage::themeChanged);
    themeChanged();
    fillKernels();
    refresh();
}

QWidget* ModelPage::buildStrip() {
    auto* strip = new QWidget;
    auto* flow = new FlowLayout;
    strip->setLayout(flow);
    flow->setContentsMargins(0, 0, 0, 0);
    kernel_ = named(new QComboBox, "modelKernel", tr("Kernel"), tr("The kernel whose accesses are counted"));
    kernel_->setSizeAdjustPolicy(QComboBox::AdjustToContents);
    kernel_->setMinimumContentsLength(10);
    precision_ = named(new QComboBox, "modelPrecision", tr("Precision"), tr("Of the values; indices have 4 bytes"));
    precision_->addItem(tr("double"), QStringLiteral("double"));
    precision_->addItem(tr("float"), QStringLiteral("float"));
    block_ = named(new QComboBox, "modelBlock", tr("Block size"), tr("Threads a block"));
    for (const int size : {32, 64, 128, 256, 512, 1024}) block_->addItem(QString::number(size), size);
    flow->addWidget(labelled(tr("&Kernel"), kernel_));
    flow->addWidget(labelled(tr("&Precision"), precision_));
    flow->addWidget(labelled(tr("&Block"), block_));
    const auto chooses = [this](QComboBox* which, const QString& key, const QString& words) {
        connect(which, &QComboBox::activated, this, [this, which, key, words] {
            session().setChoice(key, which->currentData(), words.arg(which->currentText()));
        });
    };
    chooses(kernel_, QStringLiteral("kernel"), tr("kernel %1"));
    chooses(precision_, QStringLiteral("precision"), tr("precision %1"));
    chooses(block_, QStringLiteral("block"), tr("block size %1"));
    return strip;
}

QWidget* ModelPage::buildCharts() {
    terms_ = new ChartView(termsSpec());
    roofline_ = new ChartView(rooflineSpec());
    roofline_->setInvitation(tr("The trace tells no operations for each byte, so there is no point to draw."));
    schedule_ = new ScheduleView;
    schedule_frame_ = new ChartFrame(schedule_, schedule_);
    schedule_reading_ = new QLabel;
    schedule_reading_->setWordWrap(true);
    schedule_reading_->setObjectName(QStringLiteral("scheduleReading"));
    auto* blocks = new QWidget;
    auto* blocks_layout = new QVBoxLayout(blocks);
    blocks_layout->setContentsMargins(8, 4, 8, 4);
    blocks_layout->setSpacing(2);
    blocks_layout->addWidget(schedule_frame_, 1);
    blocks_layout->addWidget(schedule_reading_);
    const auto choose = [this](int launch, qint64 block) { session().setWarp({launch, block, 0}); };
    connect(schedule_, &ScheduleView::blockChosen, this, choose);
    connect(schedule_, &ScheduleView::blockChosen, this, &Page::inspectorChanged);
    connect(schedule_, &ScheduleView::hoverTextChanged, this, [this](const QString& text) {
        QStatusTipEvent tip(text);
        QApplication::sendEvent(this, &tip);
        emit inspectorChanged();
    });
    editor_ = new CardEditor(session());
    findings_ = new QListWidget;
    findings_->setObjectName(QStringLiteral("modelFindings"));
    findings_->setWordWrap(true);
    findings_->setFrameShape(QFrame::NoFrame);
    findings_->setAccessibleName(tr("What the simulated GPU holds against the kernel"));
    tabs_ = new QTabWidget;
    tabs_->setDocumentMode(true);
    tabs_->setAccessibleName(tr("Views of the model"));
    tabs_->addTab(blocks, tr("Blocks"));
    tabs_->addTab(roofline_, tr("Roofline"));
    tabs_->addTab(buildAccesses(), tr("Accesses"));
    tabs_->addTab(editor_, tr("Card"));
    tabs_->addTab(findings_, tr("Findings"));
    splitter_ = new QSplitter(Qt::Horizontal);
    splitter_->addWidget(terms_);
    splitter_->addWidget(tabs_);
    splitter_->setStretchFactor(0, 2);
    splitter_->setStretchFactor(1, 3);
    splitter_->setChildrenCollapsible(false);
    return splitter_;
}

QWidget* ModelPage::buildAccesses() {
    auto* page = new QWidget;
    auto* layout = new QVBoxLayout(page);
    layout->setContentsMargins(0, 4, 0, 0);
    quantity_ = new QComboBox;
    quantity_->setObjectName(QStringLiteral("accessQuantity"));
    quantity_->setAccessibleName(tr("What the bars show"));
    const auto add = [this](const QString& words, AccessQuantity quantity) {
        quantity_->addItem(words, static_cast<int>(quantity));
    };
    add(tr("bytes fetched and used"), AccessQuantity::bytes);
    add(tr("transactions"), AccessQuantity::transactions);
    add(tr("warp instructions"), AccessQuantity::warp_instructions);
    add(tr("active lanes"), AccessQuantity::active_lanes);
    add(tr("bank conflicts"), AccessQuantity::conflicts);
    by_ = new QComboBox;
    by_->setObjectName(QStringLiteral("accessBy"));
    by_->setAccessibleName(tr("A bar for each"));
    by_->addItem(tr("a bar for each line"), false);
    by_->addItem(tr("a bar for each array"), true);
    auto* row = new QWidget;
    auto* flow = new FlowLayout;
    row->setLayout(flow);
    flow->setContentsMargins(8, 0, 8, 0);
    flow->addWidget(quantity_);
    flow->addWidget(by_);
    accesses_ = new ChartView(accessSpec(AccessQuantity::bytes, false));
    layout->addWidget(row);
    layout->addWidget(accesses_, 1);
    connect(quantity_, &QComboBox::currentIndexChanged, this, &ModelPage::drawAccesses);
    connect(by_, &QComboBox::currentIndexChanged, this, &ModelPage::drawAccesses);
    return page;
}

} // namespace warploom::ui
