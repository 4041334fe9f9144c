#include "ui/pages/reproduce/reproduce_page.h"

#include "ui/pages/reproduce/cell_table.h"
#include "ui/pages/reproduce/chart_deck.h"
#include "ui/pages/reproduce/claims_view.h"
#include "ui/pages/reproduce/seal_banner.h"
#include "ui/session/worker_client.h"
#include "ui/widgets/flow_layout.h"
#include "ui/widgets/page_parts.h"

#include <QComboBox>
#include <QHeaderView>
#include <QLabel>
#include <QProgressBar>
#include <QPushButton>
#include <QStackedWidget>
#include <QTabWidget>
#include <QTreeWidget>
#include <QVBoxLayout>

namespace warploom::ui {
namespace {

QLabel* wrapped(const char* object) {
    auto* label = new QLabel;
    label->setObjectName(QLatin1String(object));
    label->setWordWrap(true);
    label->setTextInteractionFlags(Qt::TextSelectableByMouse);
    return label;
}

} // namespace

ReproducePage::ReproducePage(Session& session, QWidget* parent)
    : Page(session, tr("Reproduce"), QStringLiteral("reproduce"), parent), store_(new ExperimentStore(session, this)) {
    files_.setMaxThreadCount(1);
    left_ = buildLeft();
    auto* right = new QWidget;
    buildRight(right);
    auto* layout = new QHBoxLayout(this);
    layout->setContentsMargins(8, 8, 8, 8);
    layout->setSpacing(10);
    layout->addWidget(left_);
    layout->addWidget(right, 1);
    connectAll();
    fillMachines();
    dress();
}

QWidget* ReproducePage::buildLeft() {
    auto* left = new QWidget;
    tree_ = named(new QTreeWidget, "reproduceTree", tr("Sources and their experiments"),
                  tr("Five sources, table by table"));
    tree_->setColumnCount(2);
    tree_->setHeaderHidden(true);
    tree_->setFrameShape(QFrame::NoFrame);
    tree_->setRootIsDecorated(true);
    tree_->setIndentation(14);
    tree_->setUniformRowHeights(false);
    tree_->setWordWrap(true);
    tree_->setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
    tree_->header()->setStretchLastSection(false);
    tree_->header()->setMinimumSectionSize(8);
    tree_->header()->setSectionResizeMode(0, QHeaderView::Stretch);
    tree_->header()->setSectionResizeMode(1, QHeaderView::ResizeToContents);
    const auto button = [](const char* object, const QString& words, const QString& tip) {
        return named(new QPushButton(words), object, tip, tip);
    };
    auto* open =
        button("reproduceOpen", tr("Open..."),
               tr("A result or report (.json, .html), such as a hand-in; it may also be dropped on the window"));
    save_ = button("reproduceSave", tr("Save..."), tr("This result as a file that can be opened and compared"));
    compare_ =
        button("reproduceCompare", tr("Compare..."), tr("Another result of the same experiment beside this one"));
    report_ = button("reproduceReport", tr("Report..."),
                     tr("A page with tables, charts and claims, and every number, into a folder"));
    hand_in_ = button("reproduceHandIn", tr("Hand in..."), tr("This result with your name, sealed, for a teacher"));
    auto* own = button("reproduceOpenExperiment", tr("Experiment..."),
                       tr("A file of your own that says what to run and what to compare; it stays in the list"));
    auto* folder =
        button("reproduceData", tr("Data folder..."),
               tr("Where files such as Richmond_standard.inp lie; without them a synthetic network stands in"));
    connect(open, &QPushButton::clicked, this, &ReproducePage::askToOpen);
    connect(own, &QPushButton::clicked, this, &ReproducePage::askToOpenExperiment);
    connect(folder, &QPushButton::clicked, this, &ReproducePage::askForDataFolder);
    auto* buttons = new QWidget;
    auto* flow = new FlowLayout;
    flow->setContentsMargins(0, 0, 0, 0);
    buttons->setLayout(flow);
    for (QPushButton* each : {open, save_, compare_, report_, hand_in_, own, folder}) flow->addWidget(each);
    auto* column = new QVBoxLayout(left);
    column->setContentsMargins(0, 0, 0, 0);
    column->setSpacing(4);
    column->addWidget(tree_, 1);
    column->addWidget(buttons);
    return left;
}

QWidget* ReproducePage::buildStrip() {
    auto* strip = new QWidget;
    auto* flow = new FlowLayout;
    strip->setLayout(flow);
    flow->setContentsMargins(0, 0, 0, 0);
    form_ = named(new QComboBox, "reproduceForm", tr("Quick or full form"),
                  tr("Quick: some of the cells, within a minute. Full: every cell of the source."));
    form_->addItem(tr("quick"), true);
    form_->addItem(tr("full"), false);
    machine_ = named(new QComboBox, "reproduceMachine", tr("What is filled in"),
                     tr("The model stands for the card of the source; measured is this machine"));
    machine_->setSizeAdjustPolicy(QComboBox::AdjustToMinimumContentsLengthWithIcon);
    machine_->setMinimumContentsLength(18);
    const auto button = [&](const char* object, const QString& words, const QString& tip) {
        return named(new QPushButton(words), object, words, tip);
    };
    run_ = button("reproduceRun", tr("Run"), {});
    stop_ = button("reproduceStop", tr("Stop"),
                   tr("Ends after the launch under way, or at once if pressed again; what is there stays"));
    followIcon(run_, QStringLiteral("play"));
    followIcon(stop_, QStringLiteral("stop"));
    anew_ =
        button("reproduceAnew", tr("Start anew"), tr("Forgets the modelled and measured figures and runs all again"));
    progress_ = named(new QProgressBar, "reproduceProgress", tr("Progress"), {});
    progress_->setFormat(QStringLiteral("%v / %m"));
    for (QWidget* widget : std::initializer_list<QWidget*>{form_, machine_, run_, stop_, anew_, progress_})
        flow->addWidget(widget);
    return strip;
}

void ReproducePage::buildRight(QWidget* right) {
    title_ = wrapped("reproduceTitle");
    conclusion_ = wrapped("reproduceConclusion");
    conclusion_->setTextFormat(Qt::RichText);
    remarks_ = wrapped("reproduceRemarks");
    remarks_->setWordWrap(false);
    remarks_->setTextFormat(Qt::PlainText);
    remarks_->setSizePolicy(QSizePolicy::Ignored, QSizePolicy::Preferred);
    seal_ = new SealBanner;
    strip_ = buildStrip();
    stage_ = wrapped("reproduceStage");
    said_ = wrapped("reproduceReading");
    table_ = new CellTable;
    deck_ = new ChartDeck;
    claims_ = new ClaimsView;
    tabs_ = new QTabWidget;
    tabs_->setObjectName(QStringLiteral("reproduceTabs"));
    tabs_->setAccessibleName(tr("Table, charts, claims"));
    tabs_->setDocumentMode(true);
    tabs_->addTab(table_, tr("Table"));
    tabs_->addTab(deck_, tr("Charts"));
    tabs_->addTab(claims_, tr("Claims"));
    comparison_ = new ComparisonView;
    stack_ = new QStackedWidget;
    stack_->addWidget(tabs_);
    stack_->addWidget(comparison_);
    auto* column = new QVBoxLayout(right);
    column->setContentsMargins(0, 0, 0, 0);
    column->setSpacing(6);
    for (QWidget* widget : std::initializer_list<QWidget*>{title_, conclusion_, remarks_, seal_, strip_, stage_, said_})
        column->addWidget(widget);
    column->addWidget(stack_, 1);
}

void ReproducePage::connectAll() {
    connect(tree_, &QTreeWidget::currentItemChanged, this, [this](QTreeWidgetItem* item) { choose(item); });
    connect(form_, &QComboBox::activated, this, [this] {
        if (shown_.entry == Entry::experiment) showExperiment(shown_.key.id, form_->currentData().toBool());
    });
    connect(machine_, &QComboBox::activated, this, [this] {
        session().presetChoice(QStringLiteral("reproduce/machine"), machine_->currentData());
        refreshButtons();
    });
    connect(run_, &QPushButton::clicked, this, [this] { run(startsAnew()); });
    connect(anew_, &QPushButton::clicked, this, [this] { run(true); });
    connect(deck_, &ChartDeck::invitationAccepted, this, [this] {
        if (shown_.entry == Entry::experiment) showExperiment(shown_.key.id, true);
        run(false);
    });
    connect(stop_, &QPushButton::clicked, store_, &ExperimentStore::stop);
    connect(report_, &QPushButton::clicked, this, &ReproducePage::askForReport);
    connect(save_, &QPushButton::clicked, this, &ReproducePage::askToSave);
    connect(hand_in_, &QPushButton::clicked, this, &ReproducePage::askForHandIn);
    connect(compare_, &QPushButton::clicked, this, &ReproducePage::askToCompare);
    connect(table_, &CellTable::selectionChanged, this, &Page::inspectorChanged);
    connect(store_, &ExperimentStore::experimentsChanged, this, &ReproducePage::fillTree);
    connect(store_, &ExperimentStore::progressed, this, &ReproducePage::refreshButtons);
    connect(store_, &ExperimentStore::runningChanged, this, [this] {
        refreshButtons();
        updateStates();
        if (!store_->isRunning()) emit chartsChanged();
    });
    connect(store_, &ExperimentStore::changed, this, [this](const ExperimentKey& key) {
        if (shown_.entry == Entry::experiment && shown_.key == key) refresh();
        else updateStates();
    });
    connect(&session().worker(), &WorkerClient::handshakeChanged, this, &ReproducePage::fillMachines);
    connect(&theme(), &Theme::changed, this, &ReproducePage::dress);
}

void ReproducePage::dress() {
    title_->setFont(theme().font(1.25, true));
    QPalette quiet = palette();
    quiet.setColor(QPalette::WindowText, theme().colours().muted);
    stage_->setPalette(quiet);
    remarks_->setPalette(quiet);
    progress_->setFixedWidth(theme().px(130));
    fitTexts();
    fitHeight();
}

void ReproducePage::fitTexts() {
    const QWidget* seen = parentWidget() == nullptr ? this : parentWidget();
    const bool roomy = seen->height() >= theme().px(480) || shown_.entry == Entry::compared;
    conclusion_->setText(conclusion_html_);
    conclusion_->setVisible(roomy && !conclusion_html_.isEmpty());
    remarks_->setText(
        remarks_->fontMetrics().elidedText(remarks_text_, Qt::ElideRight, std::max(100, title_->width())));
    remarks_->setToolTip(remarks_text_);
    remarks_->setAccessibleName(remarks_text_);
    remarks_->setVisible(roomy && !remarks_text_.isEmpty());
    QString preface = conclusion_html_;
    if (!remarks_text_.isEmpty()) preface += QStringLiteral(" <i>%1</i>").arg(remarks_text_.toHtmlEscaped());
    claims_->setPreface(roomy ? QString() : preface);
}

void ReproducePage::fitHeight() {
    // The list takes a quarter of the page, but no line of it is broken for nothing.
    left_->setFixedWidth(std::min(std::max(theme().px(150), width() / 4), theme().px(270)));
    setMinimumHeight(layout()->minimumHeightForWidth(width()));
}

void ReproducePage::showEvent(QShowEvent* event) {
    ensureFilled();
    Page::showEvent(event);
}

void ReproducePage::resizeEvent(QResizeEvent* event) {
    Page::resizeEvent(event);
    fitTexts();
    fitHeight();
}

} // namespace warploom::ui
