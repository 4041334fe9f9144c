#include "ui/pages/matrix/generator_form.h"

#include "ui/style/qt_text.h"
#include "ui/style/text.h"
#include "ui/style/theme.h"
#include "ui/widgets/flow_layout.h"
#include "ui/widgets/page_parts.h"

#include <QComboBox>
#include <QDoubleSpinBox>
#include <QLabel>

#include <algorithm>

namespace warploom::ui {

namespace {

const GeneratorInfo* findGenerator(const std::string& name) {
    const auto& all = generators();
    const auto found =
        std::find_if(all.begin(), all.end(), [&](const GeneratorInfo& info) { return info.name == name; });
    return found == all.end() ? nullptr : &*found;
}

int fieldWidth() { return QFontMetrics(theme().font()).horizontalAdvance(QStringLiteral("000000")) + theme().px(32); }

/// A spin box with up to six decimal places and no trailing zeros.
class ParameterBox : public QDoubleSpinBox {
public:
    using QDoubleSpinBox::QDoubleSpinBox;
    QString textFromValue(double value) const override {
        QString text = QDoubleSpinBox::textFromValue(value);
        const QString point = locale().decimalPoint();
        if (!text.contains(point)) return text;
        while (text.endsWith(locale().zeroDigit())) text.chop(1);
        if (text.endsWith(point)) text.chop(static_cast<int>(point.size()));
        return text;
    }
};

GeneratorValues defaults(const GeneratorInfo& info) {
    GeneratorValues values;
    for (const GeneratorParameter& parameter : info.parameters) values[parameter.name] = parameter.default_value;
    return values;
}

} // namespace

QString generatorText(const GeneratorInfo& info, const GeneratorValues& values) {
    QString text = toQString(info.name);
    QChar separator = QLatin1Char(':');
    for (const GeneratorParameter& parameter : info.parameters) {
        const auto found = values.find(parameter.name);
        const double value = found == values.end() ? parameter.default_value : found->second;
        text += separator + toQString(parameter.name) + QLatin1Char('=');
        text += parameter.integer ? QString::number(value, 'f', 0) : QString::number(value, 'g', 12);
        separator = QLatin1Char(',');
    }
    return text;
}

std::optional<ReadGenerator> readGeneratorText(const QString& text) {
    const qsizetype colon = text.indexOf(QLatin1Char(':'));
    ReadGenerator read;
    read.info = findGenerator(text.left(colon < 0 ? text.size() : colon).toStdString());
    if (!read.info) return {};
    read.values = defaults(*read.info);
    if (colon < 0) return read;
    const QStringList pairs = text.mid(colon + 1).split(QLatin1Char(','), Qt::SkipEmptyParts);
    for (const QString& pair : pairs) {
        const qsizetype equals = pair.indexOf(QLatin1Char('='));
        bool number = false;
        const double value = pair.mid(equals + 1).toDouble(&number);
        const auto entry = read.values.find(pair.left(equals).toStdString());
        if (equals < 0 || !number || entry == read.values.end()) return {};
        entry->second = value;
    }
    return read;
}

GeneratorForm::GeneratorForm(QWidget* parent)
    : QWidget(parent), chooser_(new QComboBox), pause_(pauseTimer(this, pauseMilliseconds, [this] {
          if (current()) emit edited(text());
      })) {
    auto* layout = new FlowLayout(this);
    chooser_->addItem(tr("no generator"));
    for (const GeneratorInfo& info : generators()) {
        chooser_->addItem(toQString(info.title), QString::fromStdString(info.name));
        const QString source = info.source.empty() ? QString() : tr("Source: %1.").arg(toQString(info.source));
        chooser_->setItemData(chooser_->count() - 1, paragraph({Text::tr(info.summary.c_str()), source}),
                              Qt::ToolTipRole);
    }
    chooser_->setObjectName(QStringLiteral("generatorBox"));
    chooser_->setAccessibleName(tr("Generator"));
    layout->addWidget(labelled(tr("&Generator"), chooser_));

    QSizePolicy policy(QSizePolicy::Preferred, QSizePolicy::Minimum);
    policy.setHeightForWidth(true);
    setSizePolicy(policy);

    connect(&theme(), &Theme::changed, this, [this] {
        for (const auto& [name, field] : fields_) field->setFixedWidth(fieldWidth());
    });
    connect(chooser_, &QComboBox::activated, this, [this] {
        const GeneratorInfo* info = current();
        buildFields(info, info ? defaults(*info) : GeneratorValues{});
        pause_->stop();
        if (info) emit chosen(text());
    });
}

const GeneratorInfo* GeneratorForm::current() const {
    return findGenerator(chooser_->currentData().toString().toStdString());
}

QDoubleSpinBox* GeneratorForm::field(const std::string& parameter) const {
    const auto found = fields_.find(parameter);
    return found == fields_.end() ? nullptr : found->second;
}

QString GeneratorForm::text() const {
    const GeneratorInfo* info = current();
    if (!info) return {};
    GeneratorValues values;
    for (const auto& [name, box] : fields_) values[name] = box->value();
    return generatorText(*info, values);
}

void GeneratorForm::setText(const QString& text) {
    const auto read = readGeneratorText(text);
    const GeneratorInfo* info = read ? read->info : nullptr;
    if (pause_->isActive() && info == current()) return; // do not overwrite a field that the user is editing
    chooser_->setCurrentIndex(info ? chooser_->findData(toQString(info->name)) : 0);
    chooser_->setToolTip(info ? Text::tr(info->summary.c_str()) : QString());
    // Keep the fields if they match the generator. Rebuilding them would remove the keyboard focus from the field that
    // is being edited.
    const bool fits = info && fields_.size() == info->parameters.size() &&
                      std::all_of(info->parameters.begin(), info->parameters.end(),
                                  [&](const GeneratorParameter& p) { return fields_.count(p.name) == 1; });
    if (!fits) return buildFields(info, read ? read->values : GeneratorValues{});
    for (const auto& [name, box] : fields_) {
        const QSignalBlocker quiet(box);
        const auto value = read->values.find(name);
        if (value != read->values.end() && box->value() != value->second) box->setValue(value->second);
    }
}

void GeneratorForm::buildFields(const GeneratorInfo* info, const GeneratorValues& values) {
    qDeleteAll(field_widgets_);
    field_widgets_.clear();
    fields_.clear();
    QWidget* before = chooser_; // insert the new fields into the tab order right after the generator combo box
    if (info) {
        for (const GeneratorParameter& parameter : info->parameters) {
            auto* box = new ParameterBox;
            box->setDecimals(parameter.integer ? 0 : 6);
            box->setRange(parameter.minimum, parameter.maximum);
            box->setStepType(QAbstractSpinBox::AdaptiveDecimalStepType);
            if (!parameter.integer && parameter.maximum <= 1) {
                box->setStepType(QAbstractSpinBox::DefaultStepType);
                box->setSingleStep(0.05);
            }
            const auto value = values.find(parameter.name);
            box->setValue(value == values.end() ? parameter.default_value : value->second);
            box->setAccessibleName(toQString(parameter.name));
            box->setToolTip(Text::tr(parameter.meaning.c_str()));
            box->setAccessibleDescription(Text::tr(parameter.meaning.c_str()));
            // Set the width explicitly, because a parameter range of up to 2^53 would make the field as wide as the
            // longest number.
            box->setFixedWidth(fieldWidth());
            connect(box, &QDoubleSpinBox::valueChanged, pause_, [this] { pause_->start(); });
            auto* label = new QLabel(toQString(parameter.name));
            label->setBuddy(box);
            label->setToolTip(box->toolTip());
            auto* pair = new QWidget;
            inRow(pair, {label, box});
            layout()->addWidget(pair);
            pair->show();
            setTabOrder(before, box);
            before = box;
            fields_[parameter.name] = box;
            field_widgets_.push_back(pair);
        }
    }
    layout()->invalidate();
    updateGeometry();
}

} // namespace warploom::ui
