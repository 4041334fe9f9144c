#pragma once

#include "engine/simulated/card.h"

#include <QAbstractTableModel>
#include <QStyledItemDelegate>

namespace warploom::ui {

class Session;

/// A table model with the parameters of the session's card, one per row, and the columns name, value, unit, fitted and
/// source. Edits are applied to the session immediately. Parameters that differ from the original card are bold, and
/// their tooltips show the original values.
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
    /// Sets the value of a card parameter. Returns false and emits `refused` if the value is not a number, is out of
    /// range, or contradicts other parameters.
    bool setData(const QModelIndex& index, const QVariant& value, int role = Qt::EditRole) override;

signals:
    void refused(const QString& sentence);

private:
    Session& session_;
};

/// Creates spin boxes with the valid range of a card parameter. Changes are applied immediately.
class CardDelegate : public QStyledItemDelegate {
    Q_OBJECT
public:
    using QStyledItemDelegate::QStyledItemDelegate;
    QWidget* createEditor(QWidget* parent, const QStyleOptionViewItem& option, const QModelIndex& index) const override;
    void setEditorData(QWidget* editor, const QModelIndex& index) const override;
    void setModelData(QWidget* editor, QAbstractItemModel* model, const QModelIndex& index) const override;
};

/// Returns the card with one parameter changed. The source text of the parameter then mentions the previous value, and
/// the parameter is no longer marked as fitted. Setting the original value restores the original source text.
simulated::Card withFigure(simulated::Card card, const simulated::CardField& field, double value,
                           const simulated::Card* listed);

} // namespace warploom::ui
