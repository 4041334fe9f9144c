// The tree on the left of the Reproduce page: papers, the user's experiments, results from files, and comparisons.
#include "ui/pages/reproduce/reproduce_page.h"
#include "ui/pages/reproduce/sources.h"
#include "ui/style/qt_text.h"

#include <QFileInfo>
#include <QHeaderView>
#include <QStyledItemDelegate>
#include <QTreeWidget>

#include <algorithm>

namespace warploom::ui {
namespace {

constexpr int entry_role = Qt::UserRole, id_role = Qt::UserRole + 1, number_role = Qt::UserRole + 2;

/// Wraps long experiment names, because QTreeWidget does not.
class WrappedNames : public QStyledItemDelegate {
public:
    explicit WrappedNames(QTreeWidget* tree) : QStyledItemDelegate(tree), tree_(tree) {}
    QSize sizeHint(const QStyleOptionViewItem& option, const QModelIndex& index) const override {
        const QSize plain = QStyledItemDelegate::sizeHint(option, index);
        const bool is_group = !index.parent().isValid();
        const int room = (is_group ? tree_->viewport()->width() : tree_->columnWidth(0)) -
                         tree_->indentation() * (is_group ? 1 : 2) -
                         2 * (tree_->style()->pixelMetric(QStyle::PM_FocusFrameHMargin) + 1);
        const QVariant own = index.data(Qt::FontRole);
        const QFontMetrics metrics(own.isValid() ? own.value<QFont>().resolve(option.font) : option.font);
        const QRect words =
            metrics.boundingRect(QRect(0, 0, std::max(room, 40), 1 << 16), Qt::TextWordWrap, index.data().toString());
        return {plain.width(), std::max(plain.height(), words.height())};
    }

private:
    QTreeWidget* tree_;
};

QTreeWidgetItem* add_group(QTreeWidget* tree, const QString& title, const QString& more, const QString& tip) {
    auto* item = new QTreeWidgetItem(tree, {more.isEmpty() ? title : title + QLatin1Char('\n') + more});
    item->setToolTip(0, tip);
    item->setFirstColumnSpanned(true);
    item->setFlags(Qt::ItemIsEnabled | Qt::ItemIsSelectable);
    QFont font = tree->font();
    font.setBold(true);
    item->setFont(0, font);
    item->setExpanded(true);
    return item;
}

/// Returns a check mark for a complete result, the percentage of computed cells for a partial result, or an empty
/// string for a result without values.
QString state_of(const experiment::Result& result) {
    if (result.is_complete) return QStringLiteral("✔");
    std::size_t begun = 0;
    for (const experiment::Cell& cell : result.cells) begun += cell.modelled.number || cell.measured.number ? 1 : 0;
    return begun == 0 ? QString()
                      : QStringLiteral("%1%").arg(100 * begun / std::max<std::size_t>(1, result.cells.size()));
}

} // namespace

void ReproducePage::ensureFilled() const {
    if (filled_) return;
    filled_ = true;
    // The function is const, because reading the files on first use does not change the visible state of the page.
    auto* self = const_cast<ReproducePage*>(this);
    self->store_->experiments(); // emits experimentsChanged()
}

/// Returns the first experiment of a group whose first cell has a published value. If there is none, returns the first
/// experiment of the group.
QTreeWidgetItem* ReproducePage::firstToShow(const QTreeWidgetItem& group) const {
    for (int i = 0; i < group.childCount(); ++i) {
        const ResultHandle result = store_->result({group.child(i)->data(0, id_role).toString(), true});
        if (result != nullptr && !result->cells.empty() && result->cells.front().published.number)
            return group.child(i);
    }
    return group.child(0);
}

void ReproducePage::wrapTree() {
    tree_->setItemDelegateForColumn(0, new WrappedNames(tree_));
    connect(tree_->header(), &QHeaderView::sectionResized, tree_, [this](int column, int before, int now) {
        if (column == 0 && before != now) tree_->doItemsLayout();
    });
}

void ReproducePage::fillTree() {
    {
        const QSignalBlocker quiet(tree_);
        tree_->clear();
        const auto add = [](QTreeWidgetItem* group, const QString& title, const QString& tip, const Shown& shown) {
            auto* item = new QTreeWidgetItem(group, {title, QString()});
            item->setToolTip(0, tip);
            item->setToolTip(1, tip);
            item->setData(0, entry_role, static_cast<int>(shown.entry));
            item->setData(0, id_role, shown.key.id);
            item->setData(0, number_role, shown.number);
            item->setTextAlignment(1, Qt::AlignRight | Qt::AlignTop);
        };
        const auto add_experiments = [&](QTreeWidgetItem* group, const QString& source) {
            for (const experiment::Experiment& each : store_->experiments()) {
                const PaperSource* of = findSource(toQString(each.source));
                if ((of == nullptr ? QString() : of->id) != source) continue;
                const QString place = toQString(each.place), title = toQString(each.title);
                add(group, place.isEmpty() ? title : place, title, {Entry::experiment, {toQString(each.id), true}, -1});
            }
        };
        for (const PaperSource& source : sources())
            add_experiments(add_group(tree_, source.id, source.about, source.who + QLatin1Char('\n') + source.detail),
                            source.id);
        QTreeWidgetItem* own =
            add_group(tree_, tr("Your own"), {},
                      tr("Experiments in %1 and in files you opened").arg(toQString(experiment::user_folder())));
        add_experiments(own, {});
        own->setHidden(own->childCount() == 0);
        QTreeWidgetItem* files =
            add_group(tree_, tr("Opened results"), {}, tr("Results and submissions opened from files"));
        for (std::size_t i = 0; i < opened_.size(); ++i) {
            const QString author = toQString(opened_[i].result->author), name = QFileInfo(opened_[i].file).fileName();
            add(files, author.isEmpty() ? name : author, opened_[i].file, {Entry::opened, {}, static_cast<int>(i)});
            QTreeWidgetItem* item = files->child(files->childCount() - 1);
            const experiment::SealReport& seal = opened_[i].seal;
            item->setText(1, seal.is_sealed && seal.is_intact && seal.contradictions.empty() ? QStringLiteral("✔")
                                                                                             : QStringLiteral("✘"));
        }
        files->setHidden(files->childCount() == 0);
        QTreeWidgetItem* pairs = add_group(tree_, tr("Compared"), {}, tr("Pairs of results from the same experiment"));
        for (std::size_t i = 0; i < compared_.size(); ++i)
            add(pairs, tr("%1 and %2").arg(compared_[i].name_a, compared_[i].name_b),
                toQString(compared_[i].a->experiment.title), {Entry::compared, {}, static_cast<int>(i)});
        pairs->setHidden(pairs->childCount() == 0);
        tree_->expandAll();
    }
    if (itemOf(shown_) != nullptr) {
        showEntry(shown_);
    } else {
        for (int g = 0; g < tree_->topLevelItemCount(); ++g)
            if (tree_->topLevelItem(g)->childCount() > 0) {
                choose(firstToShow(*tree_->topLevelItem(g)));
                break;
            }
    }
    updateStates();
}

QTreeWidgetItem* ReproducePage::itemOf(const Shown& shown) const {
    for (int g = 0; g < tree_->topLevelItemCount(); ++g) {
        const QTreeWidgetItem* group = tree_->topLevelItem(g);
        for (int i = 0; i < group->childCount(); ++i) {
            QTreeWidgetItem* item = group->child(i);
            if (item->data(0, entry_role).toInt() != static_cast<int>(shown.entry)) continue;
            const bool same = shown.entry == Entry::experiment ? item->data(0, id_role).toString() == shown.key.id
                                                               : item->data(0, number_role).toInt() == shown.number;
            if (same) return item;
        }
    }
    return nullptr;
}

void ReproducePage::choose(QTreeWidgetItem* item) {
    if (item == nullptr || item->parent() == nullptr) return;
    const auto entry = static_cast<Entry>(item->data(0, entry_role).toInt());
    if (entry == Entry::experiment) {
        // Keep the form of the experiment (quick or full) that was selected most recently.
        const bool quick = shown_.entry != Entry::experiment || shown_.key.quick;
        showEntry({entry, {item->data(0, id_role).toString(), quick}, -1});
    } else {
        showEntry({entry, {}, item->data(0, number_role).toInt()});
    }
}

void ReproducePage::updateStates() {
    for (const experiment::Experiment& each : store_->experiments()) {
        const QString id = toQString(each.id);
        QTreeWidgetItem* item = itemOf({Entry::experiment, {id, true}, -1});
        if (item == nullptr) continue;
        QString text;
        for (const bool quick : {true, false}) {
            const ExperimentKey key{id, quick};
            if (store_->isRunning(key)) {
                text = QStringLiteral("▶");
                break;
            }
            if (const ResultHandle known = store_->known(key); known != nullptr)
                if (const QString state = state_of(*known); !state.isEmpty()) text = state;
        }
        item->setText(1, text);
    }
}

} // namespace warploom::ui
