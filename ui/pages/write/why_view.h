#pragma once

#include "engine/protocol/messages/debug.h"

#include <QHash>
#include <QWidget>

class QLabel;
class QTreeWidget;
class QTreeWidgetItem;

namespace warploom::ui {

class KernelDebugger;

/// A tree of values and the values that they were computed from. A node is explained when it is unfolded. Activating a
/// node moves the debugger to the instruction that produced its value.
class WhyView : public QWidget {
    Q_OBJECT
public:
    explicit WhyView(KernelDebugger& debugger, QWidget* parent = nullptr);

    /// Explains a value in a new tree. `moves`: also moves the debugger to the instruction that produced it.
    void ask(const protocol::DebugValue& value, bool moves = false);
    void clear();
    QTreeWidget* tree() const { return tree_; }
    QString sentence() const; ///< the explanation of the current node

signals:
    void laneRequested(int lane); ///< emitted when the debugger moves to a value of a lane

private:
    struct Node {
        protocol::DebugValue value;
        protocol::DebugOrigin origin;
        bool is_asked = false, is_explained = false;
        bool moves = false; ///< whether the debugger moves there when the node is explained
        int chain = 0;      ///< number of nodes above it that were unfolded without being asked
        int skipped = 0;    ///< number of later iterations in which the value was NaN as well
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

    KernelDebugger& debugger_;
    QTreeWidget* tree_ = nullptr;
    QLabel* sentence_ = nullptr;
    QHash<const QTreeWidgetItem*, Node> nodes_;
    QHash<int, QTreeWidgetItem*> questions_; ///< the nodes that are being explained
};

} // namespace warploom::ui
