#include "ui/pages/reproduce/result_tree.h"

#include "ui/pages/reproduce/result_library.h"
#include "ui/pages/reproduce/sources.h"
#include "ui/style/qt_text.h"
#include "ui/widgets/page_parts.h"

#include <QFileInfo>
#include <QHeaderView>
#include <QStyledItemDelegate>

#include <algorithm>

namespace warploom::ui {
namespace {

constexpr int kind_role = Qt::UserRole, id_role = Qt::UserRole + 1, number_role = Qt::UserRole + 2;

/// Returns the index of a result or pair from a file, or -1 for an experiment.
int numberOf(const ShownResult& shown) {
    if (const auto* const opened = std::get_if<OpenedNumber>(&shown)) return opened->number;
    if (const auto* const pair = std::get_if<PairNumber>(&shown)) return pair->number;
    return -1;
}

QString idOf(const ShownResult& shown) {
    const auto* const key = std::get_if<ExperimentKey>(&shown);
    return key == nullptr ? QString() : key->id;
}

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

QTreeWidgetItem* add_entry(QTreeWidgetItem* group, const QString& title, const QString& tip, const ShownResult& shown) {
    auto* item = new QTreeWidgetItem(group, {title, QString()});
    item->setToolTip(0, tip);
    item->setToolTip(1, tip);
    item->setData(0, kind_role, static_cast<int>(shown.index()));
    item->setData(0, id_role, idOf(shown));
    item->setData(0, number_role, numberOf(shown));
    item->setTextAlignment(1, Qt::AlignRight | Qt::AlignTop);
    return item;
}

} // namespace

ResultTree::ResultTree(ExperimentStore& store, const ResultLibrary& files, QWidget* parent)
    : QTreeWidget(parent), store_(store), files_(files) {
    named(this, "reproduceTree", tr("Sources and their experiments"),
          tr("Select a table or figure from a paper or another source"));
    setColumnCount(2);
    setHeaderHidden(true);
    setFrameShape(QFrame::NoFrame);
    setRootIsDecorated(true);
    setIndentation(14);
    setUniformRowHeights(false);
    setWordWrap(true);
    setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
    header()->setStretchLastSection(false);
    header()->setMinimumSectionSize(8);
    header()->setSectionResizeMode(0, QHeaderView::Stretch);
    header()->setSectionResizeMode(1, QHeaderView::ResizeToContents);
    setItemDelegateForColumn(0, new WrappedNames(this));
    connect(header(), &QHeaderView::sectionResized, this, [this](int column, int before, int now) {
        if (column == 0 && before != now) doItemsLayout();
    });
    connect(this, &QTreeWidget::currentItemChanged, this, [this](QTreeWidgetItem* item) { choose(item); });
}

/// Returns the first experiment of a group whose first cell has a published value. If there is none, returns the first
/// experiment of the group.
QTreeWidgetItem* ResultTree::firstToShow(const QTreeWidgetItem& group) const {
    for (int i = 0; i < group.childCount(); ++i) {
        const ResultHandle result = store_.result({group.child(i)->data(0, id_role).toString(), true});
        if (result != nullptr && !result->cells.empty() && result->cells.front().published.number)
            return group.child(i);
    }
    return group.child(0);
}

void ResultTree::addExperiments(QTreeWidgetItem* group, const QString& source) {
    for (const experiment::Experiment& each : store_.experiments()) {
        const PaperSource* of = findSource(toQString(each.source));
        if ((of == nullptr ? QString() : of->id) != source) continue;
        const QString place = toQString(each.place), title = toQString(each.title);
        add_entry(group, place.isEmpty() ? title : place, title, ExperimentKey{toQString(each.id), true});
    }
}

void ResultTree::fill() {
    const QSignalBlocker quiet(this);
    clear();
    for (const PaperSource& source : sources())
        addExperiments(add_group(this, source.id, source.about, source.who + QLatin1Char('\n') + source.detail),
                       source.id);
    QTreeWidgetItem* own =
        add_group(this, tr("Your own"), {},
                  tr("Experiments in %1 and in files you opened").arg(toQString(experiment::user_folder())));
    addExperiments(own, {});
    own->setHidden(own->childCount() == 0);
    QTreeWidgetItem* files = add_group(this, tr("Opened results"), {}, tr("Results and submissions opened from files"));
    for (int i = 0; i < static_cast<int>(files_.opened().size()); ++i) {
        const OpenedResult& opened = files_.opened()[static_cast<std::size_t>(i)];
        const QString author = toQString(opened.result->author), name = QFileInfo(opened.file).fileName();
        const experiment::SealReport& seal = opened.seal;
        add_entry(files, author.isEmpty() ? name : author, opened.file, OpenedNumber{i})
            ->setText(1, seal.is_sealed && seal.is_intact && seal.contradictions.empty() ? QStringLiteral("✔")
                                                                                         : QStringLiteral("✘"));
    }
    files->setHidden(files->childCount() == 0);
    QTreeWidgetItem* pairs = add_group(this, tr("Compared"), {}, tr("Pairs of results from the same experiment"));
    for (int i = 0; i < static_cast<int>(files_.compared().size()); ++i) {
        const ComparedResults& both = files_.compared()[static_cast<std::size_t>(i)];
        add_entry(pairs, tr("%1 and %2").arg(both.name_a, both.name_b), toQString(both.a->experiment.title),
                  PairNumber{i});
    }
    pairs->setHidden(pairs->childCount() == 0);
    expandAll();
}

void ResultTree::chooseFirst() {
    for (int g = 0; g < topLevelItemCount(); ++g)
        if (topLevelItem(g)->childCount() > 0) return choose(firstToShow(*topLevelItem(g)));
}

void ResultTree::select(const ShownResult& shown) {
    const QSignalBlocker quiet(this);
    QTreeWidgetItem* const item = itemOf(shown);
    if (item == nullptr) return;
    item->parent()->setExpanded(true);
    setCurrentItem(item);
}

QTreeWidgetItem* ResultTree::itemOf(const ShownResult& shown) const {
    for (int g = 0; g < topLevelItemCount(); ++g)
        for (int i = 0; i < topLevelItem(g)->childCount(); ++i) {
            QTreeWidgetItem* const item = topLevelItem(g)->child(i);
            if (item->data(0, kind_role).toInt() == static_cast<int>(shown.index()) &&
                item->data(0, id_role).toString() == idOf(shown) &&
                item->data(0, number_role).toInt() == numberOf(shown))
                return item;
        }
    return nullptr;
}

void ResultTree::choose(const QTreeWidgetItem* item) {
    if (item == nullptr || item->parent() == nullptr) return;
    const int number = item->data(0, number_role).toInt();
    const auto kind = static_cast<std::size_t>(item->data(0, kind_role).toInt());
    if (kind == ShownResult(OpenedNumber{}).index()) emit chosen(OpenedNumber{number});
    else if (kind == ShownResult(PairNumber{}).index()) emit chosen(PairNumber{number});
    else emit chosen(ExperimentKey{item->data(0, id_role).toString(), true});
}

void ResultTree::showStates() {
    for (const experiment::Experiment& each : store_.experiments()) {
        const QString id = toQString(each.id);
        QTreeWidgetItem* item = itemOf(ExperimentKey{id, true});
        if (item == nullptr) continue;
        QString text;
        for (const bool quick : {true, false}) {
            const ExperimentKey key{id, quick};
            if (store_.isRunning(key)) {
                text = QStringLiteral("▶");
                break;
            }
            if (const ResultHandle known = store_.known(key); known != nullptr)
                if (const QString state = state_of(*known); !state.isEmpty()) text = state;
        }
        item->setText(1, text);
    }
}

} // namespace warploom::ui
