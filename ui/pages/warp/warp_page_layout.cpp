#include "ui/pages/warp/warp_page.h"

#include "ui/charts/chart_frame.h"
#include "ui/components/operations/traced_choice.h"
#include "ui/components/warp/access_view.h"
#include "ui/components/warp/player.h"
#include "ui/pages/warp/comparison/beside_view.h"
#include "ui/pages/warp/lanes_view.h"
#include "ui/pages/warp/owner_view.h"
#include "ui/pages/warp/source_view.h"
#include "ui/session/kernel_texts.h"
#include "ui/session/worker_client.h"
#include "ui/widgets/page_parts.h"
#include "ui/widgets/question_strip.h"

#include <QComboBox>
#include <QLabel>
#include <QPushButton>
#include <QScrollArea>
#include <QSpinBox>
#include <QSplitter>
#include <QStackedWidget>
#include <QTabBar>
#include <QToolButton>

namespace warploom::ui {

namespace {

QWidget* field(const QString& label, QWidget* box) { return labelled(label, box, theme().px(4)); }

} // namespace

WarpPage::WarpPage(Session& session, QWidget* parent)
    : Page(session, tr("Warp"), QStringLiteral("warp"), parent), pause_(pauseTimer(this, 80, &WarpPage::ask)) {
    stack_ = inStack({sentencePage(words_, again_)});
    // Ignore the size hints of the views, so that the player stays visible. The views use the remaining space.
    stack_->setSizePolicy(QSizePolicy::Preferred, QSizePolicy::Ignored);
    // At a large font scale, the views scroll while the options, the text and the player stay visible.
    buildBeside();
    for (QWidget* const views : {buildViews(), static_cast<QWidget*>(beside_)}) {
        QScrollArea* area = scrolled(views);
        area->installEventFilter(this);
        stack_->addWidget(area);
    }

    view_tabs_ = named(new QTabBar, "warpViewTabs", tr("Warp view"));
    for (const QString& title : {tr("Lanes"), tr("Addresses"), tr("Source"), tr("Nonzeros")}) view_tabs_->addTab(title);
    view_tabs_->setExpanding(false);
    view_tabs_->setDrawBase(false);
    connect(view_tabs_, &QTabBar::currentChanged, this, &WarpPage::showTab);
    connect(stack_, &QStackedWidget::currentChanged, this, &WarpPage::showTab);

    const int gap = theme().px(6);
    choices_ = buildChoices();
    inColumn(this, {choices_, view_tabs_, {stack_, 1}, buildFoot()}, theme().px(4), {gap, gap, gap, gap});

    connect(again_, &QPushButton::clicked, this, [this] {
        if (!this->session().matrix() || !whyNotTraced(this->session()).isEmpty())
            return this->session().openMatrix(tracedSample(this->session()).name);
        if (!roomier_card_.isEmpty()) return this->session().setCard(roomier_card_);
        failed_.reset();
        askSoon();
    });
    connect(&session, &Session::matrixChanged, this, &WarpPage::matrixChanged);
    connect(&session, &Session::hoveredChanged, this, [this] { owners_->setHovered(this->session().hovered()); });
    connect(&session, &Session::rowSelectionChanged, this,
            [this] { owners_->setRows(this->session().rowSelection()); });
    connect(&session, &Session::choiceChanged, this, [this](const QString& key) {
        if (isTracedKey(key) || key == QLatin1String("block") || key == QLatin1String("precision")) choicesChanged();
        if (key == QLatin1String("warp/beside")) besideChanged();
        if (key == QLatin1String("warp/predict")) stepChanged(player_->step());
    });
    connect(&session, &Session::warpChanged, this, [this] {
        if (!shown_ || !(shown_->warp == this->session().warp())) choicesChanged();
        fillSpins();
    });
    connect(&session, &Session::cardChanged, this, &WarpPage::cardChanged);
    connect(&session.texts(), &KernelSources::textChanged, this, [this](const QString& name) {
        if (tracedChoice(this->session()).kernel.endsWith(name)) choicesChanged();
    });
    connect(&session.worker(), &WorkerClient::handshakeChanged, this, [this] { choicesChanged(); });
    connect(&theme(), &Theme::changed, this, &WarpPage::themeChanged);
    fillChoices();
    fillSpins();
    themeChanged();
    matrixChanged();
}

QWidget* WarpPage::buildChoices() {
    boxes_ = new TracedBoxes(session(), QStringLiteral("warp"), this);
    beside_box_ = comboBox("warpBeside", tr("Compare with"),
                           tr("Compare with another kernel on the same rows, or with another card"));
    holdWidth(beside_box_, 9, 7);
    choosesFor(session(), beside_box_, QStringLiteral("warp/beside"), tr("compare with %1"));
    launch_ = named(new QComboBox, "", tr("Launch"));
    block_ = named(new QSpinBox, "", tr("Block"));
    warp_ = named(new QSpinBox, "", tr("Warp index within the block"));
    for (QSpinBox* box : {block_, warp_}) box->setKeyboardTracking(false);
    launch_field_ = field(tr("La&unch"), launch_);
    longest_row_ = named(toolButton(tr("Longest row"), {}), "warpLongestRow", tr("Go to the warp of the longest row"),
                         tr("Go to the warp that processes the longest row. This warp usually has the most steps and "
                            "the fewest active lanes."));
    connect(longest_row_, &QToolButton::clicked, this, &WarpPage::showLongestRow);
    save_ = toolButton(tr("Save trace"), tr("Save the recorded steps to a trace file"));
    open_ = toolButton(tr("Open trace"), tr("Open a trace file (*.warploom-trace)"));
    for (QToolButton* button : {open_, save_}) {
        button->setAccessibleName(button->text());
        button->setToolButtonStyle(Qt::ToolButtonIconOnly);
    }
    buildPrediction();
    lesson_ = named(toolButton({}, {}), "warpShowInStep", tr("Show in Step"),
                    tr("Open the Step page at the current step of this warp"));
    lesson_->hide();
    connect(lesson_, &QToolButton::clicked, this, &WarpPage::showInStep);
    followIcon(lesson_, QStringLiteral("step"));
    followIcon(open_, QStringLiteral("open"));
    followIcon(save_, QStringLiteral("export"));
    from_file_ = new QLabel;
    from_file_->hide();

    const auto choose = [this] {
        session().setWarp({std::max(0, launch_->currentIndex()), block_->value(), warp_->value()});
    };
    connect(launch_, &QComboBox::activated, this, [this](int index) { session().setWarp({index, 0, 0}); });
    connect(block_, &QSpinBox::valueChanged, this, choose);
    connect(warp_, &QSpinBox::valueChanged, this, choose);
    connect(save_, &QToolButton::clicked, this, [this] { askForFile(true); });
    connect(open_, &QToolButton::clicked, this, [this] { askForFile(false); });
    return inStrip({boxes_->operation, field(tr("&Kernel"), boxes_->kernel), boxes_->change,
                    field(tr("&on"), boxes_->input), field(tr("a&gainst"), beside_box_),
                    precisionBox(session(), "", {}), field(tr("Thread&s"), blockBox(session(), "", {})), launch_field_,
                    field(tr("Blo&ck"), block_), field(tr("&Warp"), warp_), longest_row_, open_, save_, predict_,
                    lesson_, from_file_});
}

QWidget* WarpPage::buildViews() {
    owners_ = new OwnerView;
    lanes_ = new LanesView;
    access_ = new AccessView;
    source_ = new SourceView;
    owners_frame_ = new ChartFrame(owners_, owners_);
    lanes_frame_ = new ChartFrame(lanes_, lanes_);
    access_frame_ = new ChartFrame(access_, access_);
    source_frame_ = new ChartFrame(source_, source_);
    file_ = named(new QComboBox, "", tr("Source file"));
    file_->setSizeAdjustPolicy(QComboBox::AdjustToContents);
    count_ = named(new QComboBox, "", tr("Metric to show for each line"));
    for (const auto count :
         {SourceView::Count::transactions, SourceView::Count::instructions, SourceView::Count::lanes})
        count_->addItem(SourceView::countTitle(count));
    source_frame_->addTool(file_);
    source_frame_->addTool(count_);

    upper_ = inSplitter(Qt::Horizontal, {});
    lower_ = inSplitter(Qt::Horizontal, {});
    down_ = inSplitter(Qt::Vertical, {{upper_, 3}, {lower_, 2}});

    connect(lanes_, &LanesView::stepChosen, this, [this](int step) { player_->setStep(step); });
    connect(owners_, &OwnerView::hoveredChanged, this, [this](const HoveredNonzero& at) { session().setHovered(at); });
    connect(owners_, &OwnerView::warpChosen, this, [this](qint64 block, int warp) {
        session().setWarp({session().warp().launch, block, warp});
    });
    connect(file_, &QComboBox::activated, this, [this](int index) {
        source_->setFile(index);
        source_frame_->refresh();
    });
    connect(count_, &QComboBox::activated, this, [this](int index) {
        source_->setCount(static_cast<SourceView::Count>(index));
        source_frame_->refresh();
    });
    connect(source_, &SourceView::fileChanged, file_, &QComboBox::setCurrentIndex);
    return down_;
}

QWidget* WarpPage::buildFoot() {
    auto* foot = new QWidget;
    sentence_ = sentenceLabel("", tr("Step description"), Qt::TextSelectableByMouse);
    sentence_->setAlignment(Qt::AlignLeft | Qt::AlignTop);
    player_ = new Player;
    inColumn(foot, {question_, sentence_, player_}, theme().px(4));
    connect(player_, &Player::stepChanged, this, &WarpPage::stepChanged);
    // Do not update the inspector at every step during playback.
    connect(player_, &Player::stopped, this, &Page::inspectorChanged);
    connect(player_, &Player::worstAsked, this, &WarpPage::goToWorst);
    return foot;
}

void WarpPage::resizeEvent(QResizeEvent* event) {
    Page::resizeEvent(event);
    arrange();
}

/// Arranges the views. If there is enough room, three views are side by side. At a large font scale, the matrix view
/// moves next to the source code.
void WarpPage::arrange() {
    showTab();
    const bool large = theme().scale() >= 1.5 || width() < theme().px(620);
    QSplitter* owners_in = large ? lower_ : upper_;
    if (owners_frame_->parentWidget() == owners_in && source_frame_->parentWidget() == lower_) return;
    if (large) {
        upper_->addWidget(lanes_frame_);
        upper_->addWidget(access_frame_);
        lower_->addWidget(source_frame_);
        lower_->addWidget(owners_frame_);
        upper_->setSizes({theme().px(250), theme().px(320)});
        lower_->setSizes({theme().px(370), theme().px(200)});
    } else {
        upper_->insertWidget(0, owners_frame_);
        upper_->insertWidget(1, lanes_frame_);
        upper_->insertWidget(2, access_frame_);
        lower_->addWidget(source_frame_);
        upper_->setSizes({theme().px(235), theme().px(345), theme().px(380)});
    }
    down_->setSizes({theme().px(310), theme().px(190)});
    // Restore the tab order. A widget that moves to another splitter becomes the last one, even after the player below
    // it.
    QWidgetList foot;
    QWidget* last = down_;
    for (QWidget* at = nextInFocusChain(); at != this; at = at->nextInFocusChain()) {
        if (at->focusPolicy() == Qt::NoFocus) continue; // skip widgets that are not part of the tab order
        if (player_->isAncestorOf(at)) foot.append(at);
        if (down_->isAncestorOf(at)) last = at;
    }
    for (QWidget* each : foot) {
        setTabOrder(last, each);
        last = each;
    }
}

bool WarpPage::hasPicture() const { return stack_->currentIndex() != 0; }

/// In a short window, shows one view at a time, but the lanes together with their addresses.
void WarpPage::showTab() {
    const bool low = isLow(this);
    const int tab = view_tabs_->currentIndex();
    view_tabs_->setVisible(low && stack_->currentIndex() == 1);
    int of = 0;
    for (ChartFrame* frame : {lanes_frame_, access_frame_, source_frame_, owners_frame_})
        frame->setVisible(!low || tab == of++);
    upper_->setVisible(!low || tab <= 1);
    lower_->setVisible(!low || tab >= 2);
    for (ChartFrame* frame : {lanes_frame_, access_frame_, owners_frame_}) frame->setHeadShown(!low);
    // Let the visible view fill its tab, but keep it large enough to read.
    for (PaintedChart* view : std::initializer_list<PaintedChart*>{lanes_, access_, owners_})
        view->setMinimumHeight(low ? theme().px(140) : 0);
    stack_->setMinimumHeight(theme().px(low ? 90 : 120));
}

void WarpPage::themeChanged() {
    arrange();
    sentence_->setFont(theme().font(1.1));
    // Reserve a fixed number of text lines, so that the views do not move when the text changes.
    const int lines = theme().scale() >= 1.5 ? 3 : 2;
    sentence_->setVisible(lines == 2 || !isBeside() || (isPairHidden() && !question_->isOpen()));
    sentence_->setMinimumHeight(lines * QFontMetrics(sentence_->font()).lineSpacing());
}

} // namespace warploom::ui
