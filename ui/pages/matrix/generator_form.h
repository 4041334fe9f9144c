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

/// Returns a generator expression such as `random-rows:n=4096,fraction=0.2,seed=7`. The expression contains all
/// parameters in the generator's order, in the shortest number format of the C locale.
QString generatorText(const GeneratorInfo& info, const GeneratorValues& values);
struct ReadGenerator {
    const GeneratorInfo* info = nullptr;
    GeneratorValues values; ///< values of all parameters, with default values for omitted parameters
};
/// Parses a generator expression. Returns std::nullopt if the generator is unknown or a parameter is invalid.
std::optional<ReadGenerator> readGeneratorText(const QString& text);

/// A form for editing a generator and its parameters. Parameter changes are reported after a short delay, so that the
/// matrix is not generated repeatedly while the user scrolls or types a number.
class GeneratorForm : public QWidget {
    Q_OBJECT
public:
    static constexpr int pauseMilliseconds = 350;

    explicit GeneratorForm(QWidget* parent = nullptr);

    /// Shows a generator without emitting a signal. If the text is not a generator expression, such as a file name,
    /// selects "no generator".
    void setText(const QString& text);
    QString text() const; ///< Returns the generator expression, or an empty string if no generator is selected.
    QComboBox* chooser() const { return chooser_; }
    QDoubleSpinBox* field(const std::string& parameter) const;

signals:
    /// Emitted when the user has selected another generator, with default parameters.
    void chosen(const QString& text);
    /// Emitted after a delay when the user has changed parameters of the same generator.
    void edited(const QString& text);

private:
    void buildFields(const GeneratorInfo* info, const GeneratorValues& values);
    const GeneratorInfo* current() const;

    QComboBox* chooser_ = nullptr;
    QTimer* pause_ = nullptr;
    std::map<std::string, QDoubleSpinBox*> fields_;
    std::vector<QWidget*> field_widgets_;
};

} // namespace warploom::ui
