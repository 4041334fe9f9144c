#pragma once

#include "engine/generators/matrix_source.h"

#include <QString>
#include <QWidget>

#include <map>
#include <optional>
#include <string>

class QComboBox;
class QDoubleSpinBox;
class QTimer;

namespace warploom::ui {

using GeneratorValues = std::map<std::string, double>;

/// Returns text such as `random-rows:n=4096,fraction=0.2,seed=7`: all parameters in the order of the generator, with
/// the shortest number format, in the C locale.
QString generatorText(const GeneratorInfo& info, const GeneratorValues& values);
struct ReadGenerator {
    const GeneratorInfo* info = nullptr;
    GeneratorValues values; ///< includes default values for parameters that the text omits
};
/// Parses the result of generatorText(). Returns std::nullopt if the generator is unknown or a parameter is invalid.
std::optional<ReadGenerator> readGeneratorText(const QString& text);

/// A form for a generator and its parameters. Changes of parameters are reported after a short delay, so that scrolling
/// or typing a number generates one matrix instead of ten.
class GeneratorForm : public QWidget {
    Q_OBJECT
public:
    static constexpr int pauseMilliseconds = 350;

    explicit GeneratorForm(QWidget* parent = nullptr);

    /// Shows a generator without emitting a signal. Other text, such as a file name, selects "no generator".
    void setText(const QString& text);
    QString text() const; ///< empty if no generator is selected
    QComboBox* chooser() const { return chooser_; }
    QDoubleSpinBox* field(const std::string& parameter) const;

signals:
    void chosen(const QString& text); ///< emitted for another generator, with its default parameters
    void edited(const QString& text); ///< emitted after the delay for the same generator with other parameters

private:
    void buildFields(const GeneratorInfo* info, const GeneratorValues& values);
    const GeneratorInfo* current() const;

    QComboBox* chooser_ = nullptr;
    QTimer* pause_ = nullptr;
    std::map<std::string, QDoubleSpinBox*> fields_;
    std::vector<QWidget*> field_widgets_;
};

} // namespace warploom::ui
