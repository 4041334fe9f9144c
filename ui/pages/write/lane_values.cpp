#include "ui/pages/write/lane_values.h"

#include "ui/style/qt_text.h"
#include "ui/style/theme.h"
#include "ui/widgets/page_parts.h"
#include "ui/widgets/pinned_columns.h"

#include <QContextMenuEvent>
#include <QHeaderView>
#include <QKeyEvent>
#include <QMenu>

#include <algorithm>

namespace warploom::ui {

namespace {

constexpr int lanes_of_a_warp = 32;

bool isNumber(const std::string& type) { return !type.empty() && type.back() != '*' && type.back() != ']'; }

bool hasLane(std::uint32_t mask, int lane) { return (mask >> lane & 1U) != 0; }

} // namespace

bool isNaN(const QString& literal) {
    const QStringView bare = literal.startsWith(QLatin1Char('-')) ? QStringView(literal).mid(1) : QStringView(literal);
    return bare.compare(QLatin1String("nan"), Qt::CaseInsensitive) == 0;
}

QString valueText(const QString& literal) { return isNaN(literal) ? QStringLiteral("NaN") : literal; }

QString laneText(const protocol::DebugVariable& variable, int lane) {
    if (hasLane(variable.unset.bits, lane)) return LaneValuesModel::tr("not set");
    const auto at = static_cast<std::size_t>(lane);
    return at < variable.values.size() ? valueText(QString::fromStdString(variable.values[at])) : QString();
}

void LaneValuesModel::setState(const DebugStateHandle& state) {
    beginResetModel();
    state_ = state;
    rows_.clear();
    if (state != nullptr) {
        // Add pointers and arrays last, because they rarely change from line to line.
        const auto add = [this](const std::vector<protocol::DebugVariable>& list, const auto& is_wanted) {
            for (const protocol::DebugVariable& each : list)
                if (is_wanted(each)) rows_.push_back(&each);
        };
        add(state->variables, [](const protocol::DebugVariable& each) { return isNumber(each.type); });
        add(state->watches, [](const protocol::DebugVariable&) { return true; });
        add(state->variables, [](const protocol::DebugVariable& each) { return !isNumber(each.type); });
    }
    endResetModel();
}

void LaneValuesModel::setLane(int lane) {
    lane_ = std::clamp(lane, 0, lanes_of_a_warp - 1);
    emit headerDataChanged(Qt::Horizontal, 0, columnCount() - 1);
    if (rowCount() > 0) emit dataChanged(index(0, 0), index(rowCount() - 1, columnCount() - 1));
}

int LaneValuesModel::laneOf(int column) const {
    if (column == pinned_column) return lane_;
    return column >= first_lane_column ? column - first_lane_column : -1;
}

bool LaneValuesModel::isWatch(int row) const {
    if (state_ == nullptr || row < 0 || row >= rowCount()) return false;
    const protocol::DebugVariable* const shown = rows_[static_cast<std::size_t>(row)];
    return std::any_of(state_->watches.begin(), state_->watches.end(),
                       [shown](const protocol::DebugVariable& watch) { return &watch == shown; });
}

const protocol::DebugVariable& LaneValuesModel::variable(int row) const {
    return *rows_[static_cast<std::size_t>(row)];
}

std::optional<protocol::DebugValue> LaneValuesModel::value(const QModelIndex& index) const {
    const int lane = index.isValid() ? laneOf(index.column()) : -1;
    if (state_ == nullptr || lane < 0 || !isActive(lane)) return std::nullopt;
    const protocol::DebugVariable& shown = variable(index.row());
    protocol::DebugValue made;
    made.name = shown.name;
    const auto at = static_cast<std::size_t>(lane);
    if (at < shown.values.size()) made.text = shown.values[at];
    made.position = state_->position;
    made.warp = state_->warp;
    made.lane = lane;
    return made;
}

bool LaneValuesModel::isActive(int lane) const { return hasLane(state_->active.bits, lane); }

int LaneValuesModel::rowCount(const QModelIndex& parent) const {
    if (parent.isValid() || state_ == nullptr) return 0;
    return static_cast<int>(rows_.size());
}

int LaneValuesModel::columnCount(const QModelIndex& parent) const {
    return parent.isValid() ? 0 : first_lane_column + lanes_of_a_warp;
}

QVariant LaneValuesModel::data(const QModelIndex& index, int role) const {
    if (!index.isValid() || state_ == nullptr || index.row() >= rowCount()) return {};
    const protocol::DebugVariable& shown = variable(index.row());
    const Colours& colours = theme().colours();
    const int column = index.column(), lane = laneOf(column);
    const QString problem = toQString(shown.problem);
    if (lane < 0) {
        const QString name = toQString(shown.name), type = problem.isEmpty() ? toQString(shown.type) : problem;
        switch (role) {
        case Qt::DisplayRole: return column == name_column ? name : type;
        case Qt::ToolTipRole:
            if (!problem.isEmpty()) return problem;
            return isWatch(index.row()) ? tr("Watch: %1. Press Delete to remove it.").arg(name)
                                        : tr("%1: %2").arg(name, type);
        case Qt::FontRole: return column == name_column ? theme().monospace(0.95) : theme().font(0.95);
        case Qt::ForegroundRole:
            if (column == type_column) return problem.isEmpty() ? colours.muted : colours.wrong;
            return isWatch(index.row()) ? QVariant(colours.strokeColour(0)) : QVariant();
        default: return {};
        }
    }
    const bool is_unset = hasLane(shown.unset.bits, lane), is_active = isActive(lane);
    const bool is_changed = hasLane(shown.changed.bits, lane);
    switch (role) {
    case Qt::DisplayRole: return laneText(shown, lane);
    case Qt::TextAlignmentRole: return int(Qt::AlignRight | Qt::AlignVCenter);
    case Qt::ToolTipRole: {
        if (!is_active) return tr("Lane %1 is inactive at this point.").arg(lane);
        const QString text = tr("%1 in lane %2: %3").arg(toQString(shown.name)).arg(lane).arg(laneText(shown, lane));
        return is_changed ? tr("%1 (changed by the previous line)").arg(text) : text;
    }
    case Qt::AccessibleTextRole: return is_active ? laneText(shown, lane) : tr("inactive");
    case Qt::FontRole: {
        QFont font = theme().monospace(0.95);
        if (is_unset) {
            font = theme().font(0.95);
            font.setItalic(true);
        }
        font.setBold(is_changed);
        return font;
    }
    case Qt::ForegroundRole:
        if (!is_active || is_unset) return colours.muted;
        return isNaN(laneText(shown, lane)) ? QVariant(colours.wrong) : QVariant();
    case Qt::BackgroundRole:
        if (!is_active) return mixed(colours.grid, colours.canvas, 0.45);
        if (is_changed) return mixed(colours.accent, colours.canvas, 0.22);
        if (column == pinned_column || lane == lane_) return mixed(colours.accent, colours.canvas, 0.09);
        return {};
    default: return {};
    }
}

QVariant LaneValuesModel::headerData(int section, Qt::Orientation orientation, int role) const {
    if (orientation != Qt::Horizontal) return {};
    const int lane = laneOf(section);
    if (role == Qt::TextAlignmentRole) return int((lane < 0 ? Qt::AlignLeft : Qt::AlignRight) | Qt::AlignVCenter);
    if (role == Qt::FontRole) return theme().font(0.9, lane == lane_ && lane >= 0);
    if (role == Qt::ToolTipRole && lane >= 0)
        return section == pinned_column
                   ? tr("The selected lane")
                   : tr("Lane %1. Click to select this lane and show it on the left as well.").arg(lane);
    if (role != Qt::DisplayRole) return {};
    if (section == name_column) return tr("Name");
    if (section == type_column) return tr("Type");
    return section == pinned_column ? tr("Lane %1").arg(lane) : QString::number(lane);
}

LaneValuesView::LaneValuesView(QWidget* parent) : QTableView(parent) {
    setModel(&model_);
    setFrameShape(QFrame::NoFrame);
    setTabKeyNavigation(false);
    setWordWrap(false);
    setTextElideMode(Qt::ElideRight);
    setSelectionMode(SingleSelection);
    setEditTriggers(NoEditTriggers);
    setHorizontalScrollMode(ScrollPerPixel);
    verticalHeader()->hide();
    horizontalHeader()->setSectionsClickable(true);
    horizontalHeader()->setHighlightSections(false);
    horizontalHeader()->setMinimumSectionSize(theme().px(20));
    QTableView* const pinned = pinColumns(this, LaneValuesModel::first_lane_column);
    pinned->horizontalHeader()->setSectionsClickable(false);
    connect(horizontalHeader(), &QHeaderView::sectionClicked, this, [this](int section) {
        if (section >= LaneValuesModel::first_lane_column) setLane(model_.laneOf(section));
    });
    for (QTableView* const view : {static_cast<QTableView*>(this), pinned})
        connect(view, &QTableView::doubleClicked, this, &LaneValuesView::askAt);
    onTheme(this, [this] { fitColumns(); });
}

void LaneValuesView::setState(const DebugStateHandle& state) {
    const QModelIndex before = currentIndex();
    const int row = before.row(), column = before.column();
    model_.setState(state);
    fitColumns();
    if (row >= 0 && row < model_.rowCount()) setCurrentIndex(model_.index(row, column));
}

void LaneValuesView::setLane(int lane) {
    model_.setLane(lane);
    fitColumns();
    emit laneSelected(model_.lane());
}

/// Makes the columns as wide as their contents, within limits that keep several lanes visible.
void LaneValuesView::fitColumns() {
    const QFontMetrics wide(theme().monospace(0.95)), plain(theme().font(0.95));
    const int air = theme().px(12);
    // Set the row height explicitly, because the view would derive it from its own font, but the model determines the
    // fonts.
    verticalHeader()->setMinimumSectionSize(0);
    verticalHeader()->setDefaultSectionSize(std::max(wide.height(), plain.height()) + theme().px(3));
    for (int column = 0; column < model_.columnCount(); ++column) {
        const bool is_lane = model_.laneOf(column) >= 0;
        const QFontMetrics& metrics = column == LaneValuesModel::type_column ? plain : wide;
        int width = QFontMetrics(theme().font(0.9, true))
                        .horizontalAdvance(model_.headerData(column, Qt::Horizontal).toString());
        for (int row = 0; row < model_.rowCount(); ++row) {
            if (column == LaneValuesModel::type_column && !model_.variable(row).problem.empty()) continue;
            // Shorten pointer values, because they are the same in all lanes. The column of the selected lane shows
            // them in full.
            if (column >= LaneValuesModel::first_lane_column && !isNumber(model_.variable(row).type)) continue;
            width = std::max(width, metrics.horizontalAdvance(model_.index(row, column).data().toString()));
        }
        const int most = is_lane ? theme().px(84) : theme().px(150);
        setColumnWidth(column, std::clamp(width + air, theme().px(is_lane ? 34 : 44), most));
    }
}

void LaneValuesView::askAt(const QModelIndex& index) {
    if (const auto value = model_.value(index)) emit whyRequested(*value);
}

void LaneValuesView::removeWatchAt(const QModelIndex& index) {
    if (index.isValid() && model_.isWatch(index.row())) emit watchRemoved(toQString(model_.variable(index.row()).name));
}

void LaneValuesView::keyPressEvent(QKeyEvent* event) {
    const QModelIndex at = currentIndex();
    if (event->modifiers() == Qt::NoModifier && event->key() == Qt::Key_W) return askAt(at);
    if (event->key() == Qt::Key_Delete) return removeWatchAt(at);
    if (event->key() == Qt::Key_Return || event->key() == Qt::Key_Enter) {
        if (const int lane = at.isValid() ? model_.laneOf(at.column()) : -1; lane >= 0) setLane(lane);
        return;
    }
    QTableView::keyPressEvent(event);
}

void LaneValuesView::contextMenuEvent(QContextMenuEvent* event) {
    const QModelIndex at =
        event->reason() == QContextMenuEvent::Mouse ? indexAt(viewport()->mapFrom(this, event->pos())) : currentIndex();
    if (!at.isValid()) return;
    setCurrentIndex(at);
    QMenu menu;
    QAction* const why = menu.addAction(tr("&Why this value?\tW"), this, [this, at] { askAt(at); });
    why->setEnabled(model_.value(at).has_value());
    if (const int lane = model_.laneOf(at.column()); lane >= 0)
        menu.addAction(tr("&Select lane %1").arg(lane), this, [this, lane] { setLane(lane); });
    if (model_.isWatch(at.row())) menu.addAction(tr("&Remove the watch\tDel"), this, [this, at] { removeWatchAt(at); });
    menu.exec(event->globalPos());
}

} // namespace warploom::ui
