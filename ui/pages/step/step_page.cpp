#include "ui/pages/step/step_page.h"

#include "engine/walkthrough/pane_steps.h"
#include "ui/charts/chart_frame.h"
#include "ui/components/warp/player.h"
#include "ui/pages/step/sheet_export.h"
#include "ui/widgets/file_dialogs.h"
#include "ui/widgets/page_parts.h"
#include "ui/widgets/question_strip.h"

#include <QCheckBox>
#include <QComboBox>
#include <QKeyEvent>
#include <QLabel>
#include <QScrollArea>
#include <QSignalBlocker>
#include <QSpinBox>
#include <QSplitter>
#include <QTabWidget>
#include <QTextBrowser>
#include <QToolButton>

#include <algorithm>
#include <utility>

namespace warploom::ui {

namespace {

/// The session key of the current tab. Its values are "picture", "words" and "banks".
const QString tab_key = QStringLiteral("step/tab");

} // namespace

StepPage::StepPage(Session& session, QWidget* parent) : Page(session, tr("Step"), QStringLiteral("step"), parent) {
    choices_ = buildChoices();
    // At a large font scale, the figure scrolls while the options, the text and the player stay visible.
    scroll_ = scrolled(buildViews());
    scroll_->setSizePolicy(QSizePolicy::Preferred, QSizePolicy::Ignored);
    scroll_->installEventFilter(this);
    const int gap = theme().px(6);
    inColumn(this, {choices_, {scroll_, 1}, buildFoot()}, theme().px(4), {gap, gap, gap, gap});

    connect(&session, &Session::choiceChanged, this, [this](const QString& key) {
        if (key == tab_key) {
            is_tab_wanted_ = true;
            showTab();
        } else if (key.startsWith(QLatin1String("step/"))) {
            rebuild();
        }
    });
    connect(&theme(), &Theme::changed, this, &StepPage::themeChanged);
    rebuild();
    themeChanged();
}

QWidget* StepPage::buildChoices() {
    const auto tick = [this](const char* object, const QString& text, const QString& tip, const char* key,
                             const QString& step) {
        auto* made = new QCheckBox(text);
        made->setObjectName(QLatin1String(object));
        made->setToolTip(tip);
        connect(made, &QCheckBox::toggled, this, [this, key, step](bool on) { choose(key, on, step); });
        return made;
    };
    topic_ = comboBox("stepTopic", tr("Topic"), {});
    for (const WalkthroughEntry& each : walkthroughEntries()) topic_->addItem(each.title, each.name);
    size_ = named(new QSpinBox, "stepSize", tr("Unknowns"));
    size_->setRange(4, 64);
    size_->setKeyboardTracking(false);
    size_field_ = labelled(tr("n"), size_, theme().px(4));
    system_ = comboBox("stepSystem", tr("System"), tr("System to solve"));
    addSystem(QStringLiteral("−1, 2, −1"), System::difference);
    addSystem(tr("random, dominant"), System::random);
    const auto button = [](const char* object, const QString& text, const QString& accessible, const QString& tip) {
        return named(toolButton(text, tip), object, accessible, tip);
    };
    open_ = button("stepUseMatrix", tr("Use the open matrix"), tr("Use the open matrix"),
                   tr("Use the open matrix, which must be tridiagonal and have 4 to 64 rows"));
    look_ = comboBox("stepLook", tr("Numbers or letters"), {}, {{tr("Numbers"), false}, {tr("Letters"), true}});
    shape_ = comboBox("stepShape", tr("Tile size"), {},
                      {{tr("6 × 6 tile, 2 × 2 threads"), false}, {tr("48 × 48 tile, 16 × 16 threads"), true}});
    bytes_ = comboBox("stepBytes", tr("Bytes per value in shared memory"),
                      tr("Select 4-byte or 8-byte values in shared memory"), {{tr("float"), 4}, {tr("double"), 8}});
    padding_ =
        tick("stepPadding", tr("Pad&ding"), tr("Pad the rows in shared memory so that they start in different banks"),
             "padding", tr("padding"));
    prefetch_ = tick("stepPrefetch", tr("&Prefetch"), tr("Prefetch the next slice while the current one is multiplied"),
                     "prefetch", tr("prefetching"));
    symmetric_ = tick("stepSymmetric", tr("&Symmetric"), tr("Compute only half of the blocks and mirror the rest"),
                      "symmetric", tr("symmetry"));
    export_ = button("stepExportAll", tr("All steps"), tr("Save all steps as images"),
                     tr("Export every step to a folder as step-01.png, step-02.png and so on, for use in slides"));
    predict_ = predictButton(session(), "stepPredict", QStringLiteral("step/predict"),
                             tr("Ask for a prediction before showing each step"));
    warp_ = button("stepShowInWarp", tr("Warp"), tr("Show in Warp"),
                   tr("Show the warp that executes this step on the Warp page (double-click or Enter)"));
    followIcon(warp_, QStringLiteral("warp"));
    connect(warp_, &QToolButton::clicked, this, &StepPage::showInWarp);
    followIcon(open_, QStringLiteral("matrix"));
    followIcon(export_, QStringLiteral("pictures"));
    sheet_ = button("stepSheets", tr("A4, A3"), tr("Export as A4 and A3 pages"),
                    tr("Export the whole algorithm as PDF files: one A4 page and one A3 page"));

    connect(topic_, &QComboBox::activated, this, [this](int index) { setTopic(topic_->itemData(index).toString()); });
    connect(size_, &QSpinBox::valueChanged, this, [this](int n) { choose("size", n, tr("%n unknowns", nullptr, n)); });
    const auto chooses = [this](QComboBox* box, const char* key, const QString& step) {
        connect(box, &QComboBox::activated, this,
                [this, box, key, step] { choose(key, box->currentData(), step.arg(box->currentText())); });
    };
    chooses(system_, "system", tr("system %1"));
    chooses(look_, "letters", QStringLiteral("%1"));
    chooses(shape_, "real_tile", QStringLiteral("%1"));
    chooses(bytes_, "bytes", QStringLiteral("%1"));
    connect(open_, &QToolButton::clicked, this, &StepPage::useOpenMatrix);
    const auto into_folder = [this](const QString& title, QStringList (StepPage::*write)(const QString&)) {
        const QString folder = askForFolder(this, title, QStringLiteral("export/folder"));
        if (!folder.isEmpty()) (this->*write)(folder);
    };
    connect(export_, &QToolButton::clicked, this,
            [into_folder] { into_folder(tr("Select a folder for the step images"), &StepPage::exportStepsTo); });
    connect(sheet_, &QToolButton::clicked, this,
            [into_folder] { into_folder(tr("Select a folder for the A4 and A3 pages"), &StepPage::exportSheetsTo); });
    return inStrip({topic_, size_field_, system_, open_, look_, shape_, prefetch_, symmetric_, predict_});
}

QWidget* StepPage::buildViews() {
    view_ = new StepView;
    banks_ = new StepBankView;
    view_frame_ = new ChartFrame(view_, view_);
    banks_frame_ = new ChartFrame(banks_, banks_);
    view_frame_->addTool(warp_);
    view_frame_->addTool(export_);
    view_frame_->addTool(sheet_);
    addChalk();
    connect(view_, &StepView::opened, this, &StepPage::showInWarp);
    banks_frame_->addTool(bytes_);
    banks_frame_->addTool(padding_);
    formula_ = named(new QTextBrowser, "stepWrittenOut", tr("Details of the step"));
    formula_->setFrameShape(QFrame::NoFrame);
    tabs_ = inTabs({{formula_, tr("Written out")}, {banks_frame_, tr("Banks")}});
    connect(tabs_, &QTabWidget::currentChanged, this, [this] {
        if (arranging_) return;
        session().presetChoice(tab_key, tabName());
        is_tab_wanted_ = false;
    });
    sizeAsShown(tabs_->findChild<QStackedWidget*>());
    beside_ = inSplitter(Qt::Horizontal, {{view_frame_, 3}, {tabs_, 1}});
    beside_->setSizes({theme().px(640), theme().px(270)});
    connect(view_, &StepView::chosenChanged, this, [this] {
        showWords();
        emit inspectorChanged();
    });
    return beside_;
}

/// Adds a pen and a spotlight for annotating the figure. Drawings stay until they are erased or the topic changes.
void StepPage::addChalk() {
    const auto tool = [this](const char* object, const QString& text, const QString& tip) {
        QToolButton* made = named(toolButton(text, tip), object, text, tip);
        made->setToolButtonStyle(Qt::ToolButtonIconOnly);
        followIcon(made, QString::fromLatin1(object).mid(4).toLower());
        view_frame_->addTool(made);
        return made;
    };
    pen_ = tool("stepPen", tr("Pen"), tr("Draw on the figure. Select Clear to remove the drawing."));
    spot_ = tool("stepSpot", tr("Spot"), tr("Highlight the area around the pointer"));
    wipe_ = tool("stepWipe", tr("Clear"), tr("Remove the drawing and the highlight"));
    for (QToolButton* const each : {pen_, spot_}) {
        each->setCheckable(true);
        connect(each, &QToolButton::toggled, this, [this, each](bool on) {
            QToolButton* const other = each == pen_ ? spot_ : pen_;
            const QSignalBlocker quiet(other);
            if (on) other->setChecked(false);
            view_->take(!on            ? AnnotationOverlay::Tool::none
                        : each == pen_ ? AnnotationOverlay::Tool::pen
                                       : AnnotationOverlay::Tool::spot);
        });
    }
    connect(wipe_, &QToolButton::clicked, this, [this] {
        pen_->setChecked(false);
        spot_->setChecked(false);
        view_->wipe();
    });
}

QWidget* StepPage::buildFoot() {
    sentence_ = sentenceLabel("stepSentence", tr("Step description"));
    sentence_->setAlignment(Qt::AlignLeft | Qt::AlignTop);
    code_ = named(new QLabel, "stepCode", tr("Kernel line"));
    code_->setSizePolicy(QSizePolicy::Ignored, QSizePolicy::Preferred);
    for (QLabel* each : {sentence_, code_}) each->setTextInteractionFlags(Qt::TextSelectableByMouse);
    player_ = new Player;
    player_->setWorstShown(false);
    player_->setPace(1000); // in milliseconds per step; slow enough to study each figure
    connect(player_, &Player::stepChanged, this, &StepPage::stepChanged);
    connect(player_, &Player::stopped, this, &Page::inspectorChanged);
    question_ = new QuestionStrip;
    connect(question_, &QuestionStrip::said, this, &StepPage::predicted);
    auto* foot = new QWidget;
    inColumn(foot, {question_, sentence_, code_, player_}, theme().px(3));
    return foot;
}

/// Shows the formula next to the figure if the walkthrough has a single method. Wide figures use the full width, as do
/// all figures at a large font scale.
void StepPage::arrange() {
    // Tab changes during this call do not come from the user.
    const auto begins = std::exchange(arranging_, true);
    const WalkthroughEntry& now = topic();
    const bool wide = now.is_wide || theme().scale() >= 1.5 || isLow(this);
    const bool is_wide = tabs_->indexOf(view_frame_) >= 0;
    if (wide && !is_wide) {
        tabs_->insertTab(0, view_frame_, tr("Figure"));
        tabs_->setCurrentIndex(0);
    } else if (!wide && is_wide) {
        tabs_->removeTab(tabs_->indexOf(view_frame_));
        beside_->insertWidget(0, view_frame_);
        view_frame_->show();
        beside_->setStretchFactor(0, 3);
        beside_->setStretchFactor(1, 1);
        beside_->setSizes({theme().px(640), theme().px(270)});
    }
    // A walkthrough of two methods shows two kernel source lines. Reserve space for both lines, even after one of the
    // methods has finished.
    code_->setMinimumHeight(now.quoted_lines * QFontMetrics(code_->font()).lineSpacing());
    tabs_->setTabVisible(tabs_->indexOf(banks_frame_), now.has_banks);
    sheet_->setVisible(!sheetOf(now.name).isEmpty());
    arranging_ = begins;
    const bool has_room = theme().scale() < 1.5 && !isLow(this);
    code_->setVisible(has_room); // if there is no room, the formula tab shows the kernel source lines
    scroll_->setMinimumHeight(theme().px(has_room ? 120 : 90));
}

void StepPage::resizeEvent(QResizeEvent* event) {
    Page::resizeEvent(event);
    arrange();
}

void StepPage::themeChanged() {
    sentence_->setFont(theme().font(theme().scale() < 1.5 ? 1.1 : 0.9));
    code_->setFont(theme().monospace(0.9));
    // Use a font that is readable from the back row.
    formula_->document()->setDefaultFont(theme().font(theme().scale() < 1.5 ? 1.3 : 1.1));
    arrange();
    // Reserve two lines for the sentence, so that the views do not move when the text changes.
    sentence_->setMinimumHeight(2 * QFontMetrics(sentence_->font()).lineSpacing());
    const bool large = theme().scale() >= 1.5; // show only icons, because there is no room for text
    topic_->setMaximumWidth(large ? theme().px(160) : QWIDGETSIZE_MAX);
    for (QToolButton* button : {pen_, spot_, wipe_}) button->setIconSize(QSize(theme().px(14), theme().px(14)));
    for (QToolButton* button : {open_, export_}) {
        button->setToolButtonStyle(large ? Qt::ToolButtonIconOnly : Qt::ToolButtonTextBesideIcon);
        button->setIconSize(QSize(theme().px(14), theme().px(14)));
    }
    if (walkthrough_) showWords(); // update the text, which contains colors of the theme
}

QList<Chart*> StepPage::charts() const { return {view_, banks_}; }

QString StepPage::sentence() const { return sentence_->text(); }

QVariant StepPage::chosen(const char* key, const QVariant& fallback) const {
    return session().choice(QStringLiteral("step/") + QLatin1String(key), fallback);
}

void StepPage::choose(const char* key, const QVariant& value, const QString& text) {
    session().setChoice(QStringLiteral("step/") + QLatin1String(key), value, text);
}

const WalkthroughEntry& StepPage::topic() const {
    const QString name = chosen("topic", QStringLiteral("cr")).toString();
    const QList<WalkthroughEntry>& all = walkthroughEntries();
    const auto its =
        std::find_if(all.begin(), all.end(), [&](const WalkthroughEntry& each) { return each.name == name; });
    return its == all.end() ? all.front() : *its;
}

void StepPage::setTopic(const QString& name) {
    is_tab_wanted_ = false; // show the figure of the new topic first
    choose("topic", name, tr("steps of %1").arg(topic_->itemText(topic_->findData(name))));
}

void StepPage::showEvent(QShowEvent* event) {
    Page::showEvent(event);
    // Without this focus change, the Space key would open the focused combo box instead of starting playback.
    if (!event->spontaneous()) view_->setFocus();
}

void StepPage::hideEvent(QHideEvent* event) {
    Page::hideEvent(event);
    player_->stop();
}

void StepPage::keyPressEvent(QKeyEvent* event) {
    if (!player_->stepByKey(*event)) Page::keyPressEvent(event);
}

bool StepPage::eventFilter(QObject* watched, QEvent* event) {
    // Handle key presses that the views ignore. Otherwise, arrow keys would scroll the scroll area.
    if (event->type() == QEvent::KeyPress && player_->stepByKey(*static_cast<QKeyEvent*>(event))) return true;
    return Page::eventFilter(watched, event);
}

void StepPage::rebuild() {
    const WalkthroughEntry& now = topic();
    // Start at the first step, unless the topic has not changed or has the same steps as the previous one.
    const bool goes_on = shown_ != nullptr && (shown_->name == now.name || (shown_->shares_steps && now.shares_steps));
    const int step = goes_on ? player_->step() : -1;
    walkthrough_ = now.make(choices());
    if (!goes_on) view_->wipe();
    view_->setWalkthrough(walkthrough_);
    {
        const QSignalBlocker silent(player_); // emit only one change signal
        player_->setSteps(walkthrough_->steps());
        player_->setOpening(walkthrough_->hasOpening());
        player_->setStep(step);
        QList<Player::Chapter> chapters;
        for (const WalkthroughChapter& each : walkthrough_->chapters()) chapters.append({each.first, each.title});
        player_->setChapters(chapters);
    }
    shown_ = &now;
    fillChoices();
    arrange();
    if (!goes_on && is_tab_wanted_) showTab();
    stepChanged(player_->step());
    emit chartsChanged();
}

void StepPage::fillChoices() {
    using Boxes = WalkthroughEntry::Boxes;
    const WalkthroughEntry& now = topic();
    const WalkthroughChoices all = choices();
    const QSignalBlocker quiet[] = {QSignalBlocker(topic_),    QSignalBlocker(size_),      QSignalBlocker(system_),
                                    QSignalBlocker(look_),     QSignalBlocker(bytes_),     QSignalBlocker(padding_),
                                    QSignalBlocker(prefetch_), QSignalBlocker(symmetric_), QSignalBlocker(shape_)};
    topic_->setCurrentIndex(topic_->findData(now.name));
    const bool open = system() == System::open;
    size_->setValue(open ? static_cast<int>(open_system_.n()) : chosen("size", 8).toInt());
    size_->setEnabled(!open);
    size_->setToolTip(open ? tr("The number of unknowns is determined by the open matrix")
                           : tr("Set the number of unknowns (4 to 64)"));
    if (const int at = system_->findData(static_cast<int>(System::open)); at >= 0) system_->removeItem(at);
    if (open_system_.n() > 0) addSystem(open_name_, System::open);
    system_->setCurrentIndex(system_->findData(static_cast<int>(system())));
    const bool sums = now.boxes == Boxes::sums, tiles = now.boxes == Boxes::tiles;
    look_->setItemText(0, sums ? tr("Sums") : tr("Numbers"));
    look_->setItemText(1, sums ? tr("Number of entries") : tr("Letters"));
    look_->setCurrentIndex(all.letters ? 1 : 0);
    bytes_->setCurrentIndex(all.bytes == 4 ? 0 : 1);
    padding_->setChecked(all.padding);
    prefetch_->setChecked(all.prefetch);
    symmetric_->setChecked(all.symmetric);
    shape_->setCurrentIndex(all.real_tile ? 1 : 0);
    const bool builds = now.boxes == Boxes::formats;
    for (QWidget* widget : std::initializer_list<QWidget*>{size_field_, system_})
        widget->setVisible(now.boxes == Boxes::equations);
    open_->setVisible(now.boxes == Boxes::equations || builds);
    open_->setText(builds && corner_ ? tr("Use the example") : tr("Use the open matrix"));
    open_->setToolTip(!builds   ? tr("Use the open matrix, which must be tridiagonal and have 4 to 64 rows")
                      : corner_ ? tr("Use the built-in 8 × 8 example")
                                : tr("Use an 8 × 8 submatrix of the open matrix, starting at the first selected row"));
    open_->setAccessibleName(open_->text());
    for (QWidget* widget : std::initializer_list<QWidget*>{shape_, prefetch_, symmetric_}) widget->setVisible(tiles);
    look_->setVisible(!tiles && !builds && now.boxes != Boxes::none);
}

void StepPage::setPredicting(bool on) { predict_->setChecked(on); }

bool StepPage::isHidden(int step) const {
    if (!walkthrough_ || step < 0 || !predict_->isChecked() ||
        seen_.contains(walkthrough_->title() + QString::number(step)))
        return false;
    return walkthrough_->question(step).has_value();
}

void StepPage::predicted(const QString& said) {
    const int step = player_->step();
    if (step < 0) return;
    const std::optional<StepQuestion> question = walkthrough_->question(step);
    if (!question) return;
    const QString answer = QString::number(question->answer);
    seen_.insert(walkthrough_->title() + QString::number(step));
    session().predicted({{},
                         tr("Step, %1").arg(walkthrough_->title()),
                         question->text,
                         said,
                         answer,
                         said.toInt() == question->answer});
    stepChanged(step);
    question_->showVerdict(!said.isEmpty() && said.toInt() == question->answer, answer);
    player_->setFocus();
}

void StepPage::stepChanged(int step) {
    if (!walkthrough_) return;
    const bool hides = isHidden(step);
    view_->setStep(step);
    view_->setVeiled(hides);
    if (step < 0) {
        banks_->setBanks(std::nullopt);
        sentence_->setText(walkthrough_->openingSentence());
        question_->close();
    } else if (hides) {
        player_->stop();
        banks_->setBanks(std::nullopt);
        sentence_->setText(tr("What will this step do? Enter a prediction to see the result."));
        question_->ask(walkthrough_->question(step)->text);
    } else {
        banks_->setBanks(walkthrough_->banks(step));
        sentence_->setText(walkthrough_->sentence(step));
        question_->close();
    }
    for (ChartFrame* frame : {view_frame_, banks_frame_}) frame->refresh();
    view_->setAccessibleDescription(sentence_->text());
    showWords();
    if (!player_->isPlaying()) emit inspectorChanged();
}

int StepPage::stepNow() const { return std::max(0, player_->step()); }

QString StepPage::codeHtml() const {
    QString html;
    for (const walkthrough::KernelLine& quote : walkthrough_->lines(player_->step())) {
        html += QStringLiteral("<p>%1<br><code>%2</code></p>")
                    .arg(QLatin1String(quote.file), QString::fromUtf8(quote.text).toHtmlEscaped());
    }
    return html;
}

void StepPage::showWords() {
    if (player_->step() < 0) {
        formula_->setHtml(walkthrough_->openingWords());
        code_->clear();
        return;
    }
    if (isHidden(player_->step())) {
        formula_->setHtml(tr("<p>Enter your prediction to see the formula.</p>"));
        code_->clear();
        return;
    }
    QString html = walkthrough_->formula(player_->step(), view_->chosen(), theme().colours());
    const QString code = codeHtml();
    if (!code.isEmpty()) html += tr("<p><b>In the kernel</b></p>") + code;
    formula_->setHtml(html);
    QStringList lines;
    for (const walkthrough::KernelLine& quote : walkthrough_->lines(player_->step())) {
        lines << QLatin1String(quote.file).mid(8) + QStringLiteral(":  ") + QString::fromUtf8(quote.text);
    }
    code_->setText(lines.join(QLatin1Char('\n')));
}

QAbstractButton* StepPage::mainButton() const { return player_->playButton(); }

QString StepPage::inspectorText() const {
    if (!walkthrough_) return {};
    QString html;
    // If there is no room for the formula next to the figure, show it in the inspector.
    if (tabs_->indexOf(view_frame_) >= 0 && !isHidden(player_->step()))
        html += player_->step() < 0 ? walkthrough_->openingWords()
                                    : walkthrough_->formula(player_->step(), view_->chosen(), theme().colours());
    if (topic().boxes == WalkthroughEntry::Boxes::equations)
        html += tr(
            "<h3>Steps and operations</h3><table "
            "cellspacing='4'><tr><td></td><td>steps</td><td>operations</td></tr><tr><td>Thomas</td><td>2n</td><td>8n</"
            "td></tr><tr><td>CR</td><td>2 log₂ n − 1</td><td>17n</td></tr><tr><td>PCR</td><td>log₂ n</td><td>12 n log₂ "
            "n</td></tr></table><p>The formulas are from cerny2011. The counters show the operations that the threads "
            "actually execute. Each addition, multiplication and division counts as one operation. The formulas and "
            "the counters differ as follows. <b>Thomas</b>: 8n includes 6 operations of forward elimination and 2 of "
            "back substitution per row, although the last row needs no back substitution. <b>CR</b>: 17n includes 12 "
            "operations of forward reduction and 5 of back substitution per row, although the last two rows are solved "
            "directly. <b>PCR</b>: 12 n log₂ n omits the n divisions of the last step.</p>");
    return html + tr("<p><b>Space</b>: play or pause. <b>Left</b>, <b>Right</b>: previous or next step. <b>Home</b>, "
                     "<b>End</b>: first or last step. <b>Up</b>, <b>Down</b> or click: select a row. <b>T</b>: show "
                     "the table.</p>");
}

} // namespace warploom::ui
