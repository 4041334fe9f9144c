// How the page Step is put together.
#include "ui/charts/chart_frame.h"
#include "ui/pages/step/step_page.h"
#include "ui/pages/warp/player.h"
#include "ui/widgets/flow_layout.h"
#include "ui/widgets/page_parts.h"

#include <QCheckBox>
#include <QComboBox>
#include <QFileDialog>
#include <QLabel>
#include <QScrollArea>
#include <QSettings>
#include <QSpinBox>
#include <QSplitter>
#include <QTabWidget>
#include <QTextBrowser>
#include <QToolButton>
#include <QVBoxLayout>

namespace warploom::ui {

StepPage::StepPage(Session& session, QWidget* parent) : Page(session, tr("Step"), QStringLiteral("step"), parent) {
    auto* layout = new QVBoxLayout(this);
    const int gap = theme().px(6);
    layout->setContentsMargins(gap, gap, gap, gap);
    layout->setSpacing(theme().px(4));
    layout->addWidget(buildChoices());
    // With large letters on a small projector the picture scrolls; choices, sentence and player stay in sight.
    scroll_ = new QScrollArea;
    scroll_->setFrameShape(QFrame::NoFrame);
    scroll_->setWidgetResizable(true);
    scroll_->setFocusPolicy(Qt::NoFocus);
    scroll_->setSizePolicy(QSizePolicy::Preferred, QSizePolicy::Ignored);
    scroll_->setWidget(buildViews());
    scroll_->installEventFilter(this);
    layout->addWidget(scroll_, 1);
    layout->addWidget(buildFoot());

    connect(&session, &Session::choiceChanged, this, [this](const QString& key) {
        if (key.startsWith(QLatin1String("step/"))) rebuild();
    });
    connect(&theme(), &Theme::changed, this, &StepPage::themeChanged);
    rebuild();
    themeChanged();
}

QWidget* StepPage::buildChoices() {
    auto* strip = new QWidget;
    auto* tools = new FlowLayout(strip);
    tools->setContentsMargins(0, 0, 0, 0);
    const auto combo = [](const QString& name) {
        auto* made = new QComboBox;
        made->setAccessibleName(name);
        made->setSizeAdjustPolicy(QComboBox::AdjustToContents);
        return made;
    };
    const auto tick = [](const QString& text, const QString& tip) {
        auto* made = new QCheckBox(text);
        made->setToolTip(tip);
        return made;
    };
    topic_ = combo(tr("What is stepped through"));
    topic_->setObjectName(QStringLiteral("stepTopic"));
    for (const LessonEntry& each : lessonEntries()) topic_->addItem(each.title, each.name);
    tools->addWidget(topic_);

    size_ = new QSpinBox;
    size_->setObjectName(QStringLiteral("stepSize"));
    size_->setAccessibleName(tr("Unknowns"));
    size_->setRange(4, 64);
    size_->setKeyboardTracking(false);
    size_field_ = labelled(tr("&n"), size_, theme().px(4));
    tools->addWidget(size_field_);

    system_ = combo(tr("System"));
    system_->setObjectName(QStringLiteral("stepSystem"));
    system_->setToolTip(tr("The system that is solved"));
    addSystem(QStringLiteral("−1, 2, −1"), System::difference);
    addSystem(tr("random, dominant"), System::random);
    tools->addWidget(system_);
    open_ = new QToolButton;
    open_->setObjectName(QStringLiteral("stepUseMatrix"));
    open_->setText(tr("Use the open matrix"));
    open_->setAccessibleName(open_->text());
    open_->setToolTip(tr("Where it is tridiagonal and has 4 to 64 rows"));
    tools->addWidget(open_);
    look_ = combo(tr("Numbers or letters"));
    look_->setObjectName(QStringLiteral("stepLook"));
    look_->addItem(tr("Numbers"));
    look_->addItem(tr("Letters"));
    tools->addWidget(look_);
    shape_ = combo(tr("Size of the tile"));
    shape_->setObjectName(QStringLiteral("stepShape"));
    shape_->addItem(tr("6 × 6 tile, 2 × 2 threads"));
    shape_->addItem(tr("48 × 48 tile, 16 × 16 threads"));
    tools->addWidget(shape_);
    bytes_ = combo(tr("Bytes of a number in shared memory"));
    bytes_->setObjectName(QStringLiteral("stepBytes"));
    bytes_->setToolTip(tr("Numbers of 4 or of 8 bytes in shared memory"));
    bytes_->addItem(tr("float"), 4);
    bytes_->addItem(tr("double"), 8);
    padding_ = tick(tr("Pad&ding"), tr("Free places in shared memory, so that rows begin in other banks"));
    padding_->setObjectName(QStringLiteral("stepPadding"));
    prefetch_ = tick(tr("P&refetch"), tr("The next slice is on its way while this one is multiplied"));
    symmetric_ = tick(tr("&Symmetric"), tr("Half of the blocks; the other half is their mirror"));
    for (QCheckBox* each : {prefetch_, symmetric_}) tools->addWidget(each);
    export_ = new QToolButton;
    export_->setObjectName(QStringLiteral("stepExportAll"));
    export_->setText(tr("All steps"));
    export_->setAccessibleName(tr("All steps as pictures"));
    export_->setToolTip(tr("Writes step-01.png, step-02.png ... into a folder, for slides"));
    for (QToolButton* button : {open_, export_}) button->setFocusPolicy(Qt::TabFocus);
    followIcon(open_, QStringLiteral("matrix"));
    followIcon(export_, QStringLiteral("pictures"));

    connect(topic_, &QComboBox::activated, this, [this](int index) { setTopic(topic_->itemData(index).toString()); });
    connect(size_, &QSpinBox::valueChanged, this, [this](int n) { choose("size", n, tr("%1 unknowns").arg(n)); });
    connect(system_, &QComboBox::activated, this, [this](int index) {
        choose("system", system_->itemData(index), tr("system %1").arg(system_->itemText(index)));
    });
    connect(look_, &QComboBox::activated, this,
            [this](int index) { choose("letters", index == 1, look_->itemText(index)); });
    connect(shape_, &QComboBox::activated, this,
            [this](int index) { choose("real_tile", index == 1, shape_->itemText(index)); });
    connect(bytes_, &QComboBox::activated, this,
            [this](int index) { choose("bytes", bytes_->itemData(index), bytes_->itemText(index)); });
    connect(padding_, &QCheckBox::toggled, this, [this](bool on) { choose("padding", on, tr("padding")); });
    connect(prefetch_, &QCheckBox::toggled, this, [this](bool on) { choose("prefetch", on, tr("prefetching")); });
    connect(symmetric_, &QCheckBox::toggled, this, [this](bool on) { choose("symmetric", on, tr("symmetry")); });
    connect(open_, &QToolButton::clicked, this, &StepPage::useOpenMatrix);
    connect(export_, &QToolButton::clicked, this, [this] {
        QSettings settings;
        const QString folder = QFileDialog::getExistingDirectory(
            this, tr("Folder for the pictures of all steps"),
            settings.value(QStringLiteral("export/folder"), QDir::homePath()).toString());
        if (folder.isEmpty()) return;
        settings.setValue(QStringLiteral("export/folder"), folder);
        exportStepsTo(folder);
    });
    return strip;
}

QWidget* StepPage::buildViews() {
    view_ = new StepView;
    banks_ = new StepBankView;
    view_frame_ = new ChartFrame(view_, view_);
    banks_frame_ = new ChartFrame(banks_, banks_);
    view_frame_->addTool(export_);
    banks_frame_->addTool(bytes_);
    banks_frame_->addTool(padding_);
    written_ = new QTextBrowser;
    written_->setFrameShape(QFrame::NoFrame);
    written_->setAccessibleName(tr("The step written out"));
    written_->setObjectName(QStringLiteral("stepWrittenOut"));
    tabs_ = new QTabWidget;
    tabs_->setDocumentMode(true);
    tabs_->addTab(written_, tr("Written out"));
    tabs_->addTab(banks_frame_, tr("Banks"));
    beside_ = new QSplitter(Qt::Horizontal);
    beside_->setChildrenCollapsible(false);
    beside_->addWidget(view_frame_);
    beside_->addWidget(tabs_);
    beside_->setStretchFactor(0, 3);
    beside_->setStretchFactor(1, 1);
    beside_->setSizes({theme().px(640), theme().px(270)});
    connect(view_, &StepView::chosenChanged, this, [this] {
        showWords();
        emit inspectorChanged();
    });
    return beside_;
}

QWidget* StepPage::buildFoot() {
    auto* foot = new QWidget;
    auto* column = new QVBoxLayout(foot);
    column->setContentsMargins(0, 0, 0, 0);
    column->setSpacing(theme().px(3));
    sentence_ = new QLabel;
    sentence_->setWordWrap(true);
    sentence_->setTextFormat(Qt::PlainText);
    sentence_->setAccessibleName(tr("This step in words"));
    sentence_->setTextInteractionFlags(Qt::TextSelectableByMouse);
    sentence_->setAlignment(Qt::AlignLeft | Qt::AlignTop);
    code_ = new QLabel;
    code_->setTextFormat(Qt::PlainText);
    code_->setAccessibleName(tr("The kernel's line"));
    code_->setTextInteractionFlags(Qt::TextSelectableByMouse);
    code_->setSizePolicy(QSizePolicy::Ignored, QSizePolicy::Preferred);
    player_ = new Player;
    player_->setWorstShown(false);
    player_->setStepsPerSecond(1); // each step is a picture to be looked at
    column->addWidget(sentence_);
    column->addWidget(code_);
    column->addWidget(player_);
    connect(player_, &Player::stepChanged, this, &StepPage::stepChanged);
    connect(player_, &Player::stopped, this, &Page::inspectorChanged);
    return foot;
}

/// One method leaves room for the written step beside it; wide pictures, and large letters, take it all.
void StepPage::arrange() {
    const LessonEntry& now = topic();
    const bool wide = now.is_wide || theme().scale() >= 1.5;
    const bool is_wide = tabs_->indexOf(view_frame_) >= 0;
    if (wide && !is_wide) {
        tabs_->insertTab(0, view_frame_, tr("Picture"));
        tabs_->setCurrentIndex(0);
    } else if (!wide && is_wide) {
        tabs_->removeTab(tabs_->indexOf(view_frame_));
        beside_->insertWidget(0, view_frame_);
        view_frame_->show();
        beside_->setStretchFactor(0, 3);
        beside_->setStretchFactor(1, 1);
        beside_->setSizes({theme().px(640), theme().px(270)});
    }
    // Two methods quote two lines; the room is kept when one of them is done.
    code_->setMinimumHeight(now.quoted_lines * QFontMetrics(code_->font()).lineSpacing());
    tabs_->setTabVisible(tabs_->indexOf(banks_frame_), now.has_banks);
}

void StepPage::themeChanged() {
    scroll_->setMinimumHeight(theme().px(120));
    sentence_->setFont(theme().font(theme().scale() < 1.5 ? 1.1 : 0.9));
    code_->setFont(theme().monospace(0.9));
    arrange();
    code_->setVisible(theme().scale() < 1.5); // with large letters it stands in "Written out"
    // Two lines, whatever the step says, so that the views stand still.
    sentence_->setMinimumHeight(2 * QFontMetrics(sentence_->font()).lineSpacing());
    const bool large = theme().scale() >= 1.5; // there is room for the pictures alone
    for (QToolButton* button : {open_, export_}) {
        button->setToolButtonStyle(large ? Qt::ToolButtonIconOnly : Qt::ToolButtonTextBesideIcon);
        button->setIconSize(QSize(theme().px(14), theme().px(14)));
    }
    if (lesson_) showWords(); // its colours
}

} // namespace warploom::ui
