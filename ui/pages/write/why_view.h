#pragma once

#include "engine/protocol/messages/debug.h"

#include <QHash>
#include <QWidget>

class QLabel;
class QPushButton;
class QTreeWidget;
class QTreeWidgetItem;

namespace warploom::ui {

class KernelDebugger;

/// A tree of values and the values from which they were computed. An item is explained when it is expanded. Activating
/// an item moves the debugger to the instruction that produced the value.
class WhyView : public QWidget {
    Q_OBJECT
public:
    explicit WhyView(KernelDebugger& debugger, QWidget* parent = nullptr);

    /// Explains a value in a new tree. If `moves` is true, also moves the debugger to the instruction that produced the
    /// value.
    void ask(const protocol::DebugValue& value, bool moves = false);
    void clear();
    QTreeWidget* tree() const { return tree_; }
    QString sentence() const; ///< Returns the explanation of the current item in the tree.

signals:
    /// Emitted when the debugger moves to a value, to show the lane of the value.
    void laneRequested(int lane);
    /// Emitted when the user asks to record the block of a launch that wrote `value`.
    void blockRequested(int launch, qint64 block, const warploom::protocol::DebugValue& value);

private:
    struct Node {
        protocol::DebugValue value;
        protocol::DebugOrigin origin;
        bool is_asked = false, is_explained = false;
        bool moves = false; ///< whether to move the debugger to the value once the item has been explained
        int chain = 0;      ///< number of ancestors of the item that were expanded automatically
        int skipped = 0;    ///< number of later iterations in which the value was also NaN
    };
    static QString sentenceOf(const Node& node);
    bool skipsTo(QTreeWidgetItem* item, const protocol::DebugOrigin& origin);
    QTreeWidgetItem* add(QTreeWidgetItem* parent, const protocol::DebugValue& value, int chain);
    void addDifference(QTreeWidgetItem* parent, const protocol::DebugDifference& difference);
    void explain(QTreeWidgetItem* item);
    void take(int number, const protocol::DebugOrigin& origin);
    void activate(QTreeWidgetItem* item);
    void dress(QTreeWidgetItem* item);
    void dressAll();
    void showSentence();
    void openBlock(); ///< Requests the block that wrote the current value.

    KernelDebugger& debugger_;
    QTreeWidget* tree_ = nullptr;
    QLabel* sentence_ = nullptr;
    QPushButton* open_block_ = nullptr; ///< visible if another block wrote the current value
    QHash<const QTreeWidgetItem*, Node> nodes_;
    QHash<int, QTreeWidgetItem*> questions_; ///< items that are being explained, by request number
};

} // namespace warploom::ui
