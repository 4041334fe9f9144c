#include "ui/pages/model/card_editor/card_model.h"

#include "engine/error.h"
#include "ui/session/session.h"
#include "ui/style/number_text.h"
#include "ui/style/text.h"

#include <QDoubleSpinBox>
#include <QFont>
#include <QLocale>

#include <algorithm>
#include <cmath>

namespace warploom::ui {
namespace {

QString changed_text(const QString& before, const std::string& source) {
    return CardModel::tr("changed from %1 (%2)").arg(before, QString::fromStdString(source));
}

const simulated::CardField& field_at(const QModelIndex& index) { return simulated::card_fields()[index.row()]; }

QString figureText(double value) {
    QLocale locale;
    locale.setNumberOptions(locale.numberOptions() | QLocale::OmitGroupSeparator);
    return value == std::floor(value) && std::fabs(value) < 1e12 ? locale.toString(static_cast<qlonglong>(value))
                                                                 : locale.toString(value, 'g', 6);
}

bool is_fitted(const simulated::Card& card, const char* key) {
    return std::find(card.fitted.begin(), card.fitted.end(), key) != card.fitted.end();
}

} // namespace

simulated::Card withFigure(simulated::Card card, const simulated::CardField& field, double value,
                           const simulated::Card* listed) {
    card.*field.value = value;
    const auto marked = std::find(card.fitted.begin(), card.fitted.end(), field.key);
    if (marked != card.fitted.end()) card.fitted.erase(marked);
    if (listed == nullptr) return card;
    const auto source = listed->source.find(field.key);
    const std::string before = source == listed->source.end() ? std::string() : source->second;
    if (value == listed->*field.value) {
        card.source[field.key] = before;
        if (is_fitted(*listed, field.key)) card.fitted.emplace_back(field.key);
    } else {
        card.source[field.key] = changed_text(figureText(listed->*field.value), before).toStdString();
    }
    return card;
}

CardModel::CardModel(Session& session, QObject* parent) : QAbstractTableModel(parent), session_(session) {
    connect(&session_, &Session::cardChanged, this, [this] {
        if (rowCount() > 0) emit dataChanged(index(0, 0), index(rowCount() - 1, column_count - 1));
    });
}

int CardModel::rowCount(const QModelIndex& parent) const {
    return parent.isValid() ? 0 : static_cast<int>(simulated::card_fields().size());
}

Qt::ItemFlags CardModel::flags(const QModelIndex& index) const {
    const Qt::ItemFlags usual = QAbstractTableModel::flags(index);
    return index.column() == value ? usual | Qt::ItemIsEditable : usual;
}

QVariant CardModel::headerData(int section, Qt::Orientation orientation, int role) const {
    if (orientation != Qt::Horizontal || role != Qt::DisplayRole) return {};
    switch (section) {
    case figure: return tr("Parameter");
    case value: return tr("Value");
    case unit: return tr("Unit");
    case fitted: return tr("Fitted");
    case source: return tr("Source");
    default: return {};
    }
}

QVariant CardModel::data(const QModelIndex& index, int role) const {
    if (!index.isValid()) return {};
    const simulated::CardField& field = field_at(index);
    const simulated::Card& card = session_.card();
    const simulated::Card* listed = session_.originalCard();
    const double now = card.*field.value;
    const bool changed = listed != nullptr && listed->*field.value != now;
    switch (role) {
    case Qt::EditRole:
        if (index.column() == value) return now;
        [[fallthrough]];
    case Qt::DisplayRole:
        switch (index.column()) {
        case figure: return Text::tr(field.title);
        case value: return figureText(now);
        case unit: return unitText(field.unit);
        case fitted: return is_fitted(card, field.key) ? tr("✓ fitted") : QString();
        case source: {
            const auto found = card.source.find(field.key);
            return found == card.source.end() ? tr("not stated") : QString::fromStdString(found->second);
        }
        default: return {};
        }
    case Qt::FontRole:
        if (changed) {
            QFont font;
            font.setBold(true);
            return font;
        }
        return {};
    case Qt::TextAlignmentRole:
        return static_cast<int>(index.column() == value ? Qt::AlignRight | Qt::AlignVCenter
                                                        : Qt::AlignLeft | Qt::AlignVCenter);
    case Qt::ToolTipRole: {
        QString text =
            tr("%1. Valid range: %2 to %3 %4")
                .arg(Text::tr(field.title), figureText(field.least), figureText(field.greatest), unitText(field.unit))
                .trimmed();
        if (changed) text += QLatin1Char('\n') + tr("Original value: %1.").arg(figureText(listed->*field.value));
        if (const auto found = card.source.find(field.key); found != card.source.end())
            text += QLatin1Char('\n') + QString::fromStdString(found->second);
        if (is_fitted(card, field.key))
            text += QLatin1Char('\n') + tr("Fitted to a quarter of the published times. See docs/simulated-gpu.md.");
        return text;
    }
    case Qt::AccessibleTextRole:
        return tr("%1, %2").arg(Text::tr(field.title), data(index, Qt::DisplayRole).toString());
    default: return {};
    }
}

bool CardModel::setData(const QModelIndex& index, const QVariant& wanted, int role) {
    if (!index.isValid() || role != Qt::EditRole || index.column() != value) return false;
    const simulated::CardField& field = field_at(index);
    bool is_number = false;
    double number = wanted.toDouble(&is_number);
    if (!is_number) number = QLocale().toDouble(wanted.toString(), &is_number);
    if (!is_number || !std::isfinite(number)) {
        emit refused(tr("Enter a number for %1.").arg(Text::tr(field.title)));
        return false;
    }
    if (number < field.least || number > field.greatest || (field.is_whole && number != std::floor(number))) {
        const QString pattern =
            field.is_whole ? tr("%1 must be an integer from %2 to %3.") : tr("%1 must be a number from %2 to %3.");
        emit refused(pattern.arg(Text::tr(field.title), figureText(field.least), figureText(field.greatest)));
        return false;
    }
    if (number == session_.card().*field.value) return true;
    try {
        session_.editCard(withFigure(session_.card(), field, number, session_.originalCard()),
                          tr("%1 = %2").arg(Text::tr(field.title), figureText(number)));
        emit refused({});
        return true;
    } catch (const Error& error) {
        emit refused(QString::fromUtf8(error.what()) + QLatin1Char(' ') + QString::fromStdString(error.hint()));
        return false;
    }
}

QWidget* CardDelegate::createEditor(QWidget* parent, const QStyleOptionViewItem&, const QModelIndex& index) const {
    const simulated::CardField& field = field_at(index);
    auto* box = new QDoubleSpinBox(parent);
    box->setRange(field.least, field.greatest);
    box->setDecimals(field.is_whole ? 0 : 4);
    // Choose a convenient step size for the spin box. For integers, it is at least 1; for large values, about an eighth
    // of the value.
    const double now = index.data(Qt::EditRole).toDouble();
    box->setSingleStep(field.is_whole ? std::max(1.0, std::floor(now / 8))
                                      : std::max(0.01, std::pow(10.0, std::floor(std::log10(std::max(now, 0.1))) - 1)));
    box->setFrame(false);
    box->setAccessibleName(Text::tr(field.title));
    auto* self = const_cast<CardDelegate*>(this);
    connect(box, &QDoubleSpinBox::valueChanged, self, [self, box] { emit self->commitData(box); });
    return box;
}

void CardDelegate::setEditorData(QWidget* editor, const QModelIndex& index) const {
    auto* box = static_cast<QDoubleSpinBox*>(editor);
    // While the user is typing, the value in the spin box is newer than the one in the model.
    const double now = index.data(Qt::EditRole).toDouble();
    const QSignalBlocker quiet(box);
    if (box->value() != now) box->setValue(now);
}

void CardDelegate::setModelData(QWidget* editor, QAbstractItemModel* model, const QModelIndex& index) const {
    auto* box = static_cast<QDoubleSpinBox*>(editor);
    box->interpretText();
    // The spin box rounds to four decimal places. Keep the exact value if the user has not changed it.
    const double now = index.data(Qt::EditRole).toDouble();
    if (std::fabs(box->value() - now) < 0.5 * std::pow(10.0, -box->decimals())) return;
    model->setData(index, box->value(), Qt::EditRole);
}

} // namespace warploom::ui
