#include "ui/pages/write/why_view.h"

#include "engine/simt/language/headers.h"
#include "ui/pages/write/kernel_debugger.h"
#include "ui/pages/write/lane_values.h"
#include "ui/style/qt_text.h"
#include "ui/style/text.h"
#include "ui/style/theme.h"
#include "ui/widgets/page_parts.h"

#include <QHeaderView>
#include <QLabel>
#include <QPushButton>
#include <QTreeWidget>

#include <utility>

namespace warploom::ui {

namespace {

/// Maximum number of values that are expanded automatically if each of them is only passed on, as in `y[0] = total`.
constexpr int longest_chain = 8;
/// Maximum number of loop iterations that are skipped because a sum was already NaN.
constexpr int most_skipped = 10'000;

/// Returns the index of the input value to expand automatically, or -1 if there is none. This is the only input that is
/// NaN, the only input, or the only input that has the same value as the result.
int followedInput(const protocol::DebugOrigin& origin) {
    if (origin.inputs.size() == 1) return 0;
    const bool is_nan = isNaN(toQString(origin.text));
    int found = -1;
    for (std::size_t i = 0; i < origin.inputs.size(); ++i) {
        const std::string& text = origin.inputs[i].text;
        if (is_nan ? !isNaN(toQString(text)) : text != origin.text) continue;
        if (found >= 0) return -1;
        found = static_cast<int>(i);
    }
    return found;
}

constexpr const char* differenceForm = "difference";

/// Returns whether the explanation ends at a mistake: a value that was never written, or an unexpected term.
bool isMistake(const protocol::DebugOrigin& origin) {
    return origin.form == "unset" || origin.form == "unwritten" || origin.form == differenceForm;
}

} // namespace

WhyView::WhyView(KernelDebugger& debugger, QWidget* parent) : QWidget(parent), debugger_(debugger) {
    tree_ = named(new QTreeWidget, "debugWhy", tr("Why this value"),
                  tr("Expand a value to see where it comes from. Double-click it to go to that position."));
    tree_->setColumnCount(2);
    tree_->setHeaderLabels({tr("Why this value"), tr("Written in")});
    tree_->header()->setStretchLastSection(false);
    tree_->header()->setSectionResizeMode(0, QHeaderView::Stretch);
    tree_->header()->setSectionResizeMode(1, QHeaderView::ResizeToContents);
    tree_->setExpandsOnDoubleClick(false);
    tree_->setUniformRowHeights(true);
    tree_->setFrameShape(QFrame::NoFrame);
    tree_->setToolTip({}); // do not show a tooltip for the whole tree, because its items have their own tooltips
    sentence_ = sentenceLabel("debugWhySentence", {}, Qt::TextSelectableByMouse);
    open_block_ =
        pushButton("debugOpenBlock", {}, tr("Record the block that wrote this value, and explain the value there"),
                   this, &WhyView::openBlock);
    inColumn(this, {{tree_, 1}, sentence_, {open_block_, 0, Qt::AlignLeft}}, 4);
    connect(tree_, &QTreeWidget::itemExpanded, this, &WhyView::explain);
    connect(tree_, &QTreeWidget::itemActivated, this, &WhyView::activate);
    connect(tree_, &QTreeWidget::currentItemChanged, this, &WhyView::showSentence);
    connect(&debugger_, &KernelDebugger::explained, this, &WhyView::take);
    connect(&debugger_, &KernelDebugger::notExplained, this, [this](int number, const QString& why) {
        QTreeWidgetItem* const item = questions_.take(number);
        if (item == nullptr) return;
        protocol::DebugOrigin none;
        none.sentence = why.toStdString();
        nodes_[item].origin = none;
        nodes_[item].is_explained = true;
        item->setChildIndicatorPolicy(QTreeWidgetItem::DontShowIndicator);
        dress(item);
        showSentence();
    });
    onTheme(this, [this] { dressAll(); });
    clear();
}

QString WhyView::sentence() const { return sentence_->text(); }

void WhyView::clear() {
    questions_.clear();
    nodes_.clear();
    tree_->clear();
    showSentence();
}

void WhyView::ask(const protocol::DebugValue& value, bool moves) {
    clear();
    QTreeWidgetItem* const root = add(nullptr, value, 0);
    nodes_[root].moves = moves;
    tree_->setCurrentItem(root);
    root->setExpanded(true);
    explain(root);
}

QTreeWidgetItem* WhyView::add(QTreeWidgetItem* parent, const protocol::DebugValue& value, int chain) {
    auto* const item = parent == nullptr ? new QTreeWidgetItem(tree_) : new QTreeWidgetItem(parent);
    item->setChildIndicatorPolicy(QTreeWidgetItem::ShowIndicator);
    Node node;
    node.value = value;
    node.chain = chain;
    nodes_.insert(item, node);
    dress(item);
    return item;
}

void WhyView::explain(QTreeWidgetItem* item) {
    Node& node = nodes_[item];
    if (std::exchange(node.is_asked, true)) return;
    const int number = debugger_.why(node.value);
    questions_.insert(number, item);
}

void WhyView::take(int number, const protocol::DebugOrigin& origin) {
    QTreeWidgetItem* const item = questions_.take(number);
    if (item == nullptr) return; // the response belongs to a tree that has been replaced
    if (skipsTo(item, origin)) return;
    Node& node = nodes_[item];
    node.origin = origin;
    node.is_explained = true;
    const bool moves = std::exchange(node.moves, false);
    const int followed = node.chain < longest_chain ? followedInput(origin) : -1, chain = node.chain + 1;
    for (const protocol::DebugValue& input : origin.inputs)
        add(item, input, item->childCount() == followed ? chain : 0);
    if (origin.difference) addDifference(item, *origin.difference);
    item->setChildIndicatorPolicy(origin.inputs.empty() ? QTreeWidgetItem::DontShowIndicator
                                                        : QTreeWidgetItem::DontShowIndicatorWhenChildless);
    dress(item);
    if (followed >= 0) {
        QTreeWidgetItem* const next = item->child(followed);
        next->setExpanded(true);
        explain(next); // call this explicitly, because expanded() may not be emitted for an item without children
        if (isNaN(toQString(origin.text)) && !origin.difference) tree_->setCurrentItem(next);
    }
    if (moves) activate(item);
    showSentence();
}

/// Adds a node for the first unexpected term, which needs no further explanation.
void WhyView::addDifference(QTreeWidgetItem* parent, const protocol::DebugDifference& difference) {
    protocol::DebugValue value;
    value.name = difference.name;
    value.text = difference.text;
    value.position = difference.position >= 0 ? difference.position : nodes_[parent].value.position;
    value.warp = difference.warp;
    value.lane = difference.lane;
    QTreeWidgetItem* const item = add(parent, value, 0);
    Node& node = nodes_[item];
    node.is_asked = node.is_explained = true;
    protocol::DebugOrigin& origin = node.origin;
    origin.form = differenceForm;
    origin.sentence = difference.sentence;
    origin.position = difference.position;
    origin.warp = difference.warp;
    origin.lane = difference.lane;
    origin.line = difference.line;
    origin.file = difference.file;
    item->setChildIndicatorPolicy(QTreeWidgetItem::DontShowIndicator);
    dress(item);
    tree_->setCurrentItem(item);
}

/// If a sum is NaN because it was already NaN in the previous iteration, requests the origin of that previous value.
/// Repeated calls find the iteration in which the sum became NaN. Returns false if `origin` belongs to this iteration.
bool WhyView::skipsTo(QTreeWidgetItem* item, const protocol::DebugOrigin& origin) {
    Node& node = nodes_[item];
    if (item->parent() == nullptr || !isNaN(toQString(origin.text)) || node.skipped >= most_skipped) return false;
    for (const protocol::DebugValue& input : origin.inputs) {
        if (input.name != node.value.name || !isNaN(toQString(input.text))) continue;
        ++node.skipped;
        node.value = input;
        questions_.insert(debugger_.why(input), item);
        return true;
    }
    return false;
}

void WhyView::activate(QTreeWidgetItem* item) {
    const auto found = nodes_.find(item);
    if (found == nodes_.end()) return;
    if (!found->is_explained) {
        found->moves = true;
        item->setExpanded(true);
        return explain(item);
    }
    if (found->origin.position >= 0) debugger_.showAt(found->origin.position, found->origin.warp);
    else debugger_.showAt(found->value.position, found->value.warp);
    emit laneRequested(found->origin.position >= 0 ? found->origin.lane : found->value.lane);
}

void WhyView::openBlock() {
    const auto node = nodes_.constFind(tree_->currentItem());
    if (node == nodes_.cend() || !node->origin.block_index) return;
    protocol::DebugValue value = node->value;
    value.warp = node->origin.warp;
    value.lane = node->origin.lane;
    emit blockRequested(static_cast<int>(node->origin.launch.value_or(0)), *node->origin.block_index, value);
}

void WhyView::dressAll() {
    showSentence();
    tree_->setFont(theme().font(0.95));
    for (auto node = nodes_.cbegin(); node != nodes_.cend(); ++node) dress(const_cast<QTreeWidgetItem*>(node.key()));
}

void WhyView::dress(QTreeWidgetItem* item) {
    const Node& node = nodes_[item];
    const QString name = toQString(node.value.name);
    QString text =
        valueText(toQString(node.is_explained && !node.origin.text.empty() ? node.origin.text : node.value.text));
    if (text.isEmpty() && node.origin.form == differenceForm) text = tr("not added");
    if (text.isEmpty()) text = node.is_explained && isMistake(node.origin) ? tr("not set") : QStringLiteral("?");
    item->setText(0, tr("%1 = %2").arg(name, text));
    const protocol::DebugOrigin& origin = node.origin;
    if (node.is_explained && origin.line > 0)
        item->setText(1, simt::is_header(origin.file) ? tr("%1:%2").arg(toQString(origin.file)).arg(origin.line)
                                                      : tr("line %1").arg(origin.line));
    const QString tip = node.is_explained ? sentenceOf(node) : tr("Expand to see where this value comes from");
    for (const int column : {0, 1}) item->setToolTip(column, tip);
    const bool is_wrong = isNaN(text) || isMistake(origin);
    item->setForeground(0, is_wrong ? QBrush(theme().colours().wrong) : QBrush(theme().colours().text));
    item->setForeground(1, theme().colours().muted);
    QFont font = theme().monospace(0.95);
    font.setBold(isMistake(origin));
    item->setFont(0, font);
}

QString WhyView::sentenceOf(const Node& node) {
    const QString sentence = toQString(node.origin.sentence);
    if (node.skipped == 0) return sentence;
    return paragraph({sentence, tr("The value remained NaN in %n later iterations.", nullptr, node.skipped)});
}

void WhyView::showSentence() {
    const QTreeWidgetItem* const item = tree_->currentItem();
    const auto node = nodes_.constFind(item);
    const bool is_elsewhere = node != nodes_.cend() && node->is_explained && node->origin.block_index;
    open_block_->setVisible(is_elsewhere);
    if (is_elsewhere) {
        open_block_->setText(
            tr("Open block %1 of launch %2").arg(*node->origin.block_index).arg(node->origin.launch.value_or(0)));
        open_block_->setAccessibleName(open_block_->text());
    }
    if (node == nodes_.cend()) {
        sentence_->setText(tr("Double-click a value, or press W, to see where it comes from."));
    } else if (node->is_explained) {
        sentence_->setText(sentenceOf(*node));
    } else {
        sentence_->setText(tr("Expand %1 to see where it comes from.").arg(toQString(node->value.name)));
    }
    setInk(sentence_, node != nodes_.cend() && node->is_explained && isMistake(node->origin) ? theme().colours().wrong
                                                                                             : theme().colours().text);
}

} // namespace warploom::ui
