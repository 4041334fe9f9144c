#include "ui/pages/run/setting_rows.h"

#include "ui/components/operations/form_parts.h"
#include "ui/components/operations/operations.h"
#include "ui/style/text.h"

#include <QCheckBox>

#include <algorithm>
#include <variant>

namespace warploom::ui {
namespace {

using protocol::Setting;
template <class T> using At = Setting::At<T>;

bool isOffered(const Setting& setting) { return setting.row.choices.front() != nullptr; }

/// Returns whether a setting's combo box is filled and stored by the page rather than by this class.
bool isFilledByPage(const Setting& setting) {
    return std::holds_alternative<At<std::string>>(setting.place) && !isOffered(setting);
}

/// Returns the session key of a setting. The precision has the same key on all pages.
QString keyOf(const Setting& setting) {
    const QString name = QLatin1String(setting.name);
    return name == QLatin1String("precision") ? name : runKey(setting.name);
}

/// Returns the value of an input field as it is stored in the session.
QString textOf(const QWidget* field) {
    if (const auto* box = qobject_cast<const QComboBox*>(field))
        return box->isEditable() ? box->currentText() : box->currentData().toString();
    if (const auto* line = qobject_cast<const QLineEdit*>(field)) return line->text();
    const auto* tick = qobject_cast<const QCheckBox*>(field);
    return tick != nullptr && tick->isChecked() ? QStringLiteral("true") : QStringLiteral("false");
}

template <class E> QComboBox* boxOf(const Setting& setting) {
    auto* box = new QComboBox;
    for (const E each : all_of<E>)
        box->addItem(Text::tr(setting.row.choices.at(static_cast<std::size_t>(each))), QLatin1String(to_string(each)));
    return box;
}

/// Visitor that creates the input field for each type of setting.
struct NewField {
    const Setting& setting;

    QWidget* operator()(At<bool>) const { return new QCheckBox(Text::tr(setting.row.title)); }
    QWidget* operator()(At<std::string>) const {
        auto* box = new QComboBox;
        box->setEditable(isOffered(setting));
        for (const char* offered : setting.row.choices)
            if (offered != nullptr) box->addItem(QLatin1String(offered));
        return box;
    }
    QWidget* operator()(At<std::vector<std::string>>) const { return new QLineEdit; }
    QWidget* operator()(At<std::vector<int>>) const { return line("[0-9, ]*"); }
    QWidget* operator()(At<std::optional<double>>) const { return line("[0-9.eE+-]*"); }
    QWidget* operator()(At<std::optional<std::int64_t>>) const { return line("[0-9]*"); }
    template <HasWords E> QWidget* operator()(At<E>) const { return boxOf<E>(setting); }
    template <HasWords E> QWidget* operator()(At<std::vector<E>>) const { return boxOf<E>(setting); }

private:
    QWidget* line(const char* allowed) const {
        auto* made = new QLineEdit;
        made->setValidator(new QRegularExpressionValidator(QRegularExpression(QLatin1String(allowed)), made));
        made->setPlaceholderText(Text::tr(setting.row.empty));
        return made;
    }
};

/// Visitor that parses the text of a setting according to its type. Ignores invalid numbers.
struct Take {
    const Setting& setting;
    const QString& text;
    protocol::RunSettings& to;

    void operator()(At<bool> place) const { place(to) = text == QLatin1String("true"); }
    void operator()(At<std::string> place) const { place(to) = text.toStdString(); }
    void operator()(At<std::vector<std::string>>) const {}
    void operator()(At<std::vector<int>> place) const {
        place(to) = numbersIn(text, static_cast<int>(setting.row.least), static_cast<int>(setting.row.greatest));
    }
    void operator()(At<std::optional<double>> place) const {
        bool is_number = false;
        const double number = text.toDouble(&is_number);
        if (is_number && number > setting.row.least) place(to) = number;
    }
    void operator()(At<std::optional<std::int64_t>> place) const {
        bool is_number = false;
        const qlonglong number = text.toLongLong(&is_number);
        if (is_number && static_cast<double>(number) > setting.row.least) place(to) = number;
    }
    template <HasWords E> void operator()(At<E> place) const {
        if (const auto value = protocol::named<E>(text.toStdString())) place(to) = *value;
    }
    template <HasWords E> void operator()(At<std::vector<E>> place) const {
        if (const auto value = protocol::named<E>(text.toStdString())) place(to) = {*value};
    }
};

} // namespace

std::vector<int> numbersIn(const QString& text, int least, int greatest) {
    std::vector<int> all;
    for (const QString& part : text.split(QRegularExpression(QStringLiteral("[,\\s]+")), Qt::SkipEmptyParts)) {
        bool ok = false;
        const int number = part.toInt(&ok);
        if (ok && number >= least && number <= greatest && std::find(all.begin(), all.end(), number) == all.end())
            all.push_back(number);
    }
    return all;
}

SettingRows::SettingRows(Session& session, QFormLayout& form, QObject* parent)
    : QObject(parent), session_(session), form_(form) {
    for (const Setting& setting : protocol::run_settings)
        if ((setting.shown & protocol::in_form) != 0) add(setting);
}

void SettingRows::add(const Setting& setting) {
    QWidget* const field = std::visit(NewField{setting}, setting.place);
    const QString title = Text::tr(setting.row.title);
    QString name = QLatin1String(setting.name);
    name.front() = name.front().toUpper();
    explained(field, "", title, Text::tr(setting.row.tip != nullptr ? setting.row.tip : setting.help));
    field->setObjectName(QStringLiteral("run") + name);
    form_.addRow(Text::tr(setting.row.label), field);
    rows_.push_back({&setting, field});

    const bool is_acronym = title.size() > 1 && title[1].isUpper(); // such as "CPU threads"
    const QString key = keyOf(setting), name_in_text = is_acronym ? title : title.toLower(),
                  what = name_in_text + QStringLiteral(" %1");
    const auto choose = [this, field, key, what](const QString& shown, bool is_typed) {
        session_.setChoice(key, textOf(field), what.arg(shown), is_typed);
    };
    if (auto* box = qobject_cast<QComboBox*>(field)) {
        holdWidth(box, 8);
        if (isFilledByPage(setting)) return;
        connect(box, &QComboBox::activated, this, [choose, box] { choose(box->currentText(), false); });
        if (box->isEditable())
            connect(box->lineEdit(), &QLineEdit::editingFinished, this,
                    [choose, box] { choose(box->currentText(), false); });
    } else if (auto* line = qobject_cast<QLineEdit*>(field)) {
        connect(line, &QLineEdit::textEdited, this, [choose](const QString& text) { choose(text, true); });
    } else if (auto* tick = qobject_cast<QCheckBox*>(field)) {
        connect(tick, &QCheckBox::clicked, this, [this, key, name_in_text](bool on) {
            session_.setChoice(key, on, (on ? tr("select %1") : tr("deselect %1")).arg(name_in_text));
        });
    }
}

QComboBox* SettingRows::box(const char* name) const {
    for (const Row& row : rows_)
        if (QLatin1String(row.setting->name) == QLatin1String(name)) return qobject_cast<QComboBox*>(row.field);
    return nullptr;
}

void SettingRows::showFor(const QString& operation, bool is_host) {
    const auto which = protocol::named<Operation>(operation.toStdString());
    for (Row& row : rows_) {
        row.is_shown =
            which && row.setting->is_shown(*which, protocol::in_form) && (is_host || !row.setting->row.is_of_host);
        form_.setRowVisible(row.field, row.is_shown);
    }
}

void SettingRows::readChoices() {
    for (const Row& row : rows_) {
        const QString text = session_.choice(keyOf(*row.setting), QLatin1String(row.setting->row.usual)).toString();
        if (auto* box = qobject_cast<QComboBox*>(row.field)) {
            if (box->isEditable()) box->setEditText(text);
            else if (isFilledByPage(*row.setting)) continue;
            else if (const int index = box->findData(text); index >= 0) box->setCurrentIndex(index);
        } else if (auto* line = qobject_cast<QLineEdit*>(row.field)) {
            editText(line, text);
        } else if (auto* tick = qobject_cast<QCheckBox*>(row.field)) {
            tick->setChecked(text == QLatin1String("true"));
        }
    }
}

void SettingRows::apply(protocol::RunSettings& settings) const {
    for (const Row& row : rows_)
        if (row.is_shown) std::visit(Take{*row.setting, textOf(row.field), settings}, row.setting->place);
}

QString SettingRows::whyNot() const {
    for (const Row& row : rows_) {
        const QString text = textOf(row.field);
        if (!row.is_shown || !std::holds_alternative<At<std::optional<double>>>(row.setting->place) || text.isEmpty())
            continue;
        bool is_number = false;
        if (text.toDouble(&is_number) > row.setting->row.least && is_number) continue;
        return tr("%1: enter a number greater than %2 (for example, 1e-8).")
            .arg(Text::tr(row.setting->row.title))
            .arg(row.setting->row.least);
    }
    return {};
}

} // namespace warploom::ui
