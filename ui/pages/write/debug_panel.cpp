#include "ui/pages/write/debug_panel.h"

#include "engine/simt/language/headers.h"
#include "ui/pages/write/lane_values.h"
#include "ui/pages/write/why_view.h"
#include "ui/style/qt_text.h"
#include "ui/style/text.h"
#include "ui/style/theme.h"
#include "ui/widgets/page_parts.h"

#include <QBoxLayout>
#include <QHeaderView>
#include <QLabel>
#include <QLineEdit>
#include <QLocale>
#include <QPushButton>
#include <QSlider>
#include <QSpinBox>
#include <QSplitter>
#include <QStackedWidget>
#include <QToolButton>
#include <QTreeWidget>

#include <algorithm>
#include <bit>
#include <utility>

namespace warploom::ui {

namespace {

using protocol::DebugStep;

/// A keyboard shortcut that moves the debugger forward or, in combination with Alt, backward.
struct MoveKey {
    int key;
    Qt::KeyboardModifiers modifiers;
    DebugStep step;
    bool is_backward;
};
constexpr MoveKey move_keys[] = {
    {Qt::Key_F5, Qt::NoModifier, DebugStep::run, false},    {Qt::Key_F5, Qt::AltModifier, DebugStep::run, true},
    {Qt::Key_F10, Qt::NoModifier, DebugStep::over, false},  {Qt::Key_F10, Qt::AltModifier, DebugStep::over, true},
    {Qt::Key_F11, Qt::NoModifier, DebugStep::into, false},  {Qt::Key_F11, Qt::AltModifier, DebugStep::into, true},
    {Qt::Key_F11, Qt::ShiftModifier, DebugStep::out, false}};

/// Maximum value of the slider. The number of positions in a long block may not fit in an int, so the slider is
/// limited.
constexpr int most_slider = 1'000'000;

std::int64_t positionAt(int slider, std::int64_t instructions) {
    return instructions <= most_slider ? slider : instructions / most_slider * slider;
}

int sliderOf(std::int64_t position, std::int64_t instructions) {
    return static_cast<int>(instructions <= most_slider ? position : position / (instructions / most_slider));
}

QString number(std::int64_t value) { return QLocale().toString(static_cast<qlonglong>(value)); }

/// Returns a text with the source line that a warp executes next.
QString lineText(const protocol::DebugWarp& warp) {
    if (warp.line == 0) return DebugPanel::tr("ended");
    if (simt::is_header(warp.file)) return QStringLiteral("%1:%2").arg(toQString(warp.file)).arg(warp.line);
    return QString::number(warp.line);
}

} // namespace

QString stopReason(const protocol::DebugState& state) {
    const QString note = toQString(state.note);
    const int line = state.frames.empty() ? 0 : state.frames.front().line;
    const QString function = state.frames.empty() ? QString() : toQString(state.frames.front().function);
    switch (state.reason) {
    case protocol::DebugReason::start: return DebugPanel::tr("Warp %1 starts at line %2.").arg(state.warp).arg(line);
    case protocol::DebugReason::end: return DebugPanel::tr("The block has ended. Step back to see how it got there.");
    case protocol::DebugReason::breakpoint:
        return note.isEmpty() ? DebugPanel::tr("Stopped at the breakpoint on line %1.").arg(line)
                              : DebugPanel::tr("Stopped at the breakpoint on line %1: %2.").arg(line).arg(note);
    case protocol::DebugReason::watchpoint: return DebugPanel::tr("Stopped at a write to %1.").arg(note);
    case protocol::DebugReason::finding:
    case protocol::DebugReason::limit: return note;
    case protocol::DebugReason::step: break;
    }
    if (line == 0) return DebugPanel::tr("Warp %1 has ended.").arg(state.warp);
    return DebugPanel::tr("Warp %1 is about to execute line %2 of %3.").arg(state.warp).arg(line).arg(function);
}

DebugPanel::DebugPanel(KernelDebugger& debugger, QWidget* parent) : QWidget(parent), debugger_(debugger) {
    setObjectName(QStringLiteral("debugPanel"));
    setAccessibleName(tr("Debugger"));
    message_ = sentenceLabel("debugMessage", tr("Debugger message"), Qt::TextSelectableByMouse);
    message_->setAlignment(Qt::AlignCenter);
    again_ = pushButton("debugAgain", tr("Restart"), tr("Record a block with the current source"), this,
                        &DebugPanel::restart);
    auto* message_page = new QWidget;
    QBoxLayout* const middle = inColumn(message_page, {message_, {again_, 0, Qt::AlignHCenter}}, -1, {9, 9, 9, 9});
    middle->insertStretch(0);
    middle->addStretch();

    warps_ = named(new QTreeWidget, "debugWarps", tr("Warps in the block"));
    warps_->setHeaderLabels({tr("Warp"), tr("Line"), tr("Lanes")});
    warps_->headerItem()->setToolTip(1, tr("Next line to execute"));
    warps_->headerItem()->setToolTip(2, tr("Number of active lanes"));
    warps_->setRootIsDecorated(false);
    warps_->setUniformRowHeights(true);
    warps_->setFrameShape(QFrame::NoFrame);
    warps_->setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
    warps_->header()->setSectionResizeMode(QHeaderView::ResizeToContents);
    warps_->header()->setStretchLastSection(true);
    why_ = new WhyView(debugger);
    QSplitter* const across = inSplitter(Qt::Horizontal, {{warps_, 0}, {buildValues(), 3}, {why_, 2}});
    across->setObjectName(QStringLiteral("debugAcross"));
    across->setSizes({1, 1000, 600}); // the first size keeps the list of warps at its minimum width
    stack_ = inStack({message_page, across});
    timeline_ = buildTimeline();
    inColumn(this, {buildButtons(), timeline_, {stack_, 1}}, 3, {0, 2, 0, 0});

    connect(warps_, &QTreeWidget::currentItemChanged, this, [this](const QTreeWidgetItem* item) {
        if (is_filling_ || item == nullptr || debugger_.state() == nullptr) return;
        const int warp = item->data(0, Qt::UserRole).toInt();
        if (warp != debugger_.state()->warp) debugger_.showAt(debugger_.state()->position, warp);
    });
    connect(values_, &LaneValuesView::whyRequested, why_,
            [this](const protocol::DebugValue& value) { why_->ask(value); });
    connect(values_, &LaneValuesView::watchRemoved, this, &DebugPanel::removeWatch);
    connect(why_, &WhyView::laneRequested, values_, &LaneValuesView::setLane);
    connect(&debugger_, &KernelDebugger::opened, this, &DebugPanel::showSession);
    connect(&debugger_, &KernelDebugger::stopped, this, &DebugPanel::showState);
    connect(&debugger_, &KernelDebugger::busyChanged, this, &DebugPanel::showBusy);
    connect(&debugger_, &KernelDebugger::failed, this, &DebugPanel::showMessage);
    connect(&debugger_, &KernelDebugger::refused, this, [this](const QString& sentence, const QString& hint) {
        setReason(paragraph({sentence, hint}), true);
    });
    onTheme(this, [this] { dress(); });
    showMessage(tr("Nothing is recorded."), tr("Choose Restart to record a block of the kernel."));
}

QWidget* DebugPanel::buildButtons() {
    const auto button = [](const char* name, const QString& text, const QString& tip) {
        auto* const made = named(new QToolButton, name, text, tip);
        made->setText(text);
        made->setFocusPolicy(Qt::TabFocus);
        return made;
    };
    restart_ = button("debugRestart", tr("Restart"), tr("Record the block again and go to its start"));
    stop_ = button("debugStop", tr("Stop"), tr("Close the debugger (Shift+F5)"));
    connect(restart_, &QToolButton::clicked, this, &DebugPanel::restart);
    connect(stop_, &QToolButton::clicked, this, &DebugPanel::stopRequested);
    const auto move = [&](const char* name, const QString& text, const QString& tip, DebugStep step, bool backward) {
        QToolButton* const made = button(name, text, tip);
        connect(made, &QToolButton::clicked, this, [this, step, backward] { debugger_.step(step, backward); });
        moves_.append(made);
        return made;
    };
    QWidget* const back =
        move("debugRunBack", tr("◀ Continue"), tr("Run backward to the previous breakpoint, or to the start (Alt+F5)"),
             DebugStep::run, true);
    QWidget* const run = move("debugRun", tr("Continue ▶"),
                              tr("Run to the next breakpoint, or to the end of the block (F5)"), DebugStep::run, false);
    QWidget* const step_back = move("debugBack", tr("Step back"),
                                    tr("Go to the previous line of this function (Alt+F10)"), DebugStep::over, true);
    QWidget* const over =
        move("debugOver", tr("Step over"), tr("Execute the current line, including any functions that it calls (F10)"),
             DebugStep::over, false);
    QWidget* const into =
        move("debugInto", tr("Step into"),
             tr("Execute the current line and stop in any function that it calls (F11, or Alt+F11 to step backward)"),
             DebugStep::into, false);
    QWidget* const out =
        move("debugOut", tr("Step out"), tr("Run until this function returns (Shift+F11)"), DebugStep::out, false);
    block_ = named(new QSpinBox, "debugBlock", tr("Block"), tr("Select the block to record by its index in the grid"));
    launch_ = named(new QSpinBox, "debugLaunch", tr("Launch"),
                    tr("Select the kernel launch to record. The first launch in run is 0."));
    for (QSpinBox* const box : {block_, launch_}) {
        box->setKeyboardTracking(false);
        box->setRange(0, 1'000'000'000);
        connect(box, &QSpinBox::valueChanged, this, [this] {
            if (!is_filling_) restart();
        });
    }
    launch_label_ = labelled(tr("Launch"), launch_, theme().px(4));
    return inStrip({restart_, stop_, back, run, step_back, over, into, out, launch_label_,
                    labelled(tr("Block"), block_, theme().px(4))});
}

void DebugPanel::setCompact(bool is_compact) {
    const QString labels[][2] = {{tr("◀ Continue"), tr("◀")},   {tr("Continue ▶"), tr("▶")},
                                 {tr("Step back"), tr("Back")}, {tr("Step over"), tr("Over")},
                                 {tr("Step into"), tr("Into")}, {tr("Step out"), tr("Out")}};
    for (int i = 0; i < moves_.size(); ++i) moves_[i]->setText(labels[i][is_compact ? 1 : 0]);
}

QWidget* DebugPanel::buildTimeline() {
    slider_ = named(new QSlider(Qt::Horizontal), "debugTimeline", tr("Position in the recorded block"),
                    tr("Drag to move through the recorded block"));
    slider_->setTracking(false);
    position_ = new QLabel;
    position_->setObjectName(QStringLiteral("debugPosition"));
    reason_ = sentenceLabel("debugReason", tr("Why the debugger stopped"), Qt::TextSelectableByMouse);
    connect(slider_, &QSlider::valueChanged, this, [this](int value) {
        if (is_filling_ || debugger_.session() == nullptr) return;
        debugger_.showLineBefore(positionAt(value, debugger_.session()->instructions));
    });
    auto* const holder = new QWidget;
    inRow(holder, {{reason_, 3}, {slider_, 2}, position_}, 8);
    return holder;
}

QWidget* DebugPanel::buildValues() {
    values_ = named(new LaneValuesView, "debugValues", tr("Values in each lane of the warp"));
    watch_ = named(new QLineEdit, "debugWatch", tr("Watch an expression"),
                   tr("Press Enter to show the value of the expression in every lane"));
    watch_->setPlaceholderText(tr("Watch an expression, for example x[column[k]] * 2"));
    connect(watch_, &QLineEdit::returnPressed, this, &DebugPanel::addWatch);
    auto* const holder = new QWidget;
    inColumn(holder, {{values_, 1}, watch_}, 3);
    return holder;
}

void DebugPanel::dress() {
    setMuted(position_);
    for (QToolButton* const button : moves_) button->setFont(theme().font());
    slider_->setMinimumWidth(theme().px(120));
    warps_->setMinimumWidth(theme().px(130));
    values_->setMinimumWidth(theme().px(220));
    why_->setMinimumWidth(theme().px(180));
    setReason(sentence_);
}

QString DebugPanel::message() const { return stack_->currentIndex() == 0 ? message_->text() : QString(); }
QString DebugPanel::reason() const { return sentence_; }
QString DebugPanel::position() const { return position_->text(); }

void DebugPanel::showMessage(const QString& sentence, const QString& hint) {
    message_->setText(paragraph({sentence, hint}));
    values_->setState(nullptr);
    why_->clear();
    is_filling_ = true;
    warps_->clear();
    is_filling_ = false;
    stack_->setCurrentIndex(0);
    showBusy();
}

void DebugPanel::showBusy() {
    const bool is_open = debugger_.isOpen(), is_opening = debugger_.isOpening();
    for (QToolButton* const button : std::as_const(moves_)) button->setEnabled(is_open);
    timeline_->setVisible(is_open && debugger_.state() != nullptr);
    restart_->setEnabled(!is_opening);
    again_->setVisible(!is_opening);
    if (!is_opening) return;
    const DebugTarget& target = debugger_.target();
    message_->setText(
        tr("Recording block %1 of launch %2 on %3...").arg(number(target.block), number(target.launch), target.matrix));
    stack_->setCurrentIndex(0);
}

void DebugPanel::showSession(const DebugSessionHandle& session) {
    is_filling_ = true;
    const auto at = static_cast<std::size_t>(session->launch);
    const std::int64_t blocks = at < session->launches.size() ? session->launches[at].blocks : 1;
    block_->setRange(0, static_cast<int>(std::clamp<std::int64_t>(blocks - 1, 0, 1'000'000'000)));
    block_->setValue(static_cast<int>(session->block_index));
    launch_->setRange(0, std::max(0, static_cast<int>(session->launches.size()) - 1));
    launch_->setValue(session->launch);
    launch_label_->setVisible(session->launches.size() > 1);
    slider_->setRange(0, sliderOf(session->instructions, session->instructions));
    slider_->setPageStep(std::max(1, slider_->maximum() / 20));
    block_->setToolTip(tr("Select the block to record (0 to %1)").arg(number(blocks - 1)));
    is_filling_ = false;
    why_->clear();
}

void DebugPanel::showState(const DebugStateHandle& state) {
    const DebugSessionHandle& session = debugger_.session();
    if (session == nullptr) return;
    stack_->setCurrentIndex(1);
    values_->setState(state);
    is_filling_ = true;
    slider_->setValue(sliderOf(state->position, session->instructions));
    warps_->clear();
    for (const protocol::DebugWarp& warp : state->warps) {
        const QString lanes = warp.line == 0       ? QString()
                              : warp.is_at_barrier ? tr("at barrier")
                                                   : QString::number(std::popcount(warp.active.bits));
        auto* const item = new QTreeWidgetItem(warps_, {QString::number(warp.warp), lineText(warp), lanes});
        item->setData(0, Qt::UserRole, warp.warp);
        if (warp.line == 0)
            for (const int column : {0, 1}) item->setForeground(column, theme().colours().muted);
        if (warp.warp == state->warp) warps_->setCurrentItem(item);
    }
    is_filling_ = false;
    position_->setText(session->is_cut
                           ? tr("Position %1 of %2 (only the beginning of the block was recorded)")
                                 .arg(number(state->position), number(session->instructions))
                           : tr("Position %1 of %2").arg(number(state->position), number(session->instructions)));
    setReason(stopReason(*state), state->reason == protocol::DebugReason::finding);
    showBusy();
}

void DebugPanel::setReason(const QString& sentence, bool is_problem) {
    sentence_ = sentence;
    reason_->setText(sentence);
    setInk(reason_, is_problem ? theme().colours().wrong : theme().colours().text);
}

void DebugPanel::addWatch() {
    const QString watch = watch_->text().trimmed();
    if (watch.isEmpty() || watches_.contains(watch)) return;
    watches_.append(watch);
    watch_->clear();
    debugger_.setWatches(watches_);
}

void DebugPanel::removeWatch(const QString& watch) {
    watches_.removeAll(watch);
    debugger_.setWatches(watches_);
}

void DebugPanel::restart() { emit restartRequested(launch_->value(), block_->value()); }

bool DebugPanel::isDebugKey(int key, Qt::KeyboardModifiers modifiers) {
    if (key == Qt::Key_F9 && modifiers == Qt::NoModifier) return true;
    if (key == Qt::Key_F5 && modifiers == Qt::ShiftModifier) return true;
    return std::any_of(std::begin(move_keys), std::end(move_keys),
                       [&](const MoveKey& each) { return each.key == key && each.modifiers == modifiers; });
}

bool DebugPanel::takeKey(int key, Qt::KeyboardModifiers modifiers) {
    if (!isDebugKey(key, modifiers)) return false;
    if (key == Qt::Key_F9) {
        emit breakpointRequested();
    } else if (key == Qt::Key_F5 && modifiers == Qt::ShiftModifier) {
        emit stopRequested();
    } else {
        for (const MoveKey& each : move_keys)
            if (each.key == key && each.modifiers == modifiers) debugger_.step(each.step, each.is_backward);
    }
    return true;
}

} // namespace warploom::ui
