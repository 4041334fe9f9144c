#pragma once

#include "engine/simulated/card.h"

#include <QAbstractTableModel>
#include <QStyledItemDelegate>

namespace warploom::ui {

class Session;

/// The figures of the session's card, a row each: figure, value, unit, fitted, source. A value is edited in place and
/// goes to the session at once; figures that differ from the card as listed are bold and say what they were.
class CardModel : public QAbstractTableModel {
    Q_OBJECT
public:
    enum Column { figure, value, unit, fitted, source, column_count };

    explicit CardModel(Session& session, QObject* parent = nullptr);

    int rowCount(const QModelIndex& parent = {}) const override;
    int columnCount(const QModelIndex& parent = {}) const override { return parent.isValid() ? 0 : column_count; }
    QVariant data(const QModelIndex& index, int role = Qt::DisplayRole) const override;
    QVariant headerData(int section, Qt::Orientation orientation, int role = Qt::DisplayRole) const override;
    Qt::ItemFlags flags(const QModelIndex& index) const override;
    /// False, with `refused`, for a text that is no number, is out of range, or does not fit the other figures.
    bool setData(const QModelIndex& index, const QVariant& value, int role = Qt::EditRole) override;

signals:
    void refused(const QString& sentence);

private:
    Session& session_;
};

/// Spin boxes with the range of the figure; each turn of one is seen at once.
class CardDelegate : public QStyledItemDelegate {
    Q_OBJECT
public:
    using QStyledItemDelegate::QStyledItemDelegate;
    QWidget* createEditor(QWidget* parent, const QStyleOptionViewItem& option, const QModelIndex& index) const override;
    void setEditorData(QWidget* editor, const QModelIndex& index) const override;
    void setModelData(QWidget* editor, QAbstractItemModel* model, const QModelIndex& index) const override;
};

/// The card with one figure changed: what it was stays in its source, and it is no fitted figure any more. A figure
/// that gets the listed value back gets its source back too.
simulated::Card withFigure(simulated::Card card, const simulated::CardField& field, double value,
                           const simulated::Card* listed);

} // namespace warploom::ui
