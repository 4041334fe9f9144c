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

/// `random-rows:n=4096,fraction=0.2,seed=7`: all parameters in the generator's order, shortest numbers, C locale.
QString generatorText(const GeneratorInfo& info, const GeneratorValues& values);
struct ReadGenerator {
    const GeneratorInfo* info = nullptr;
    GeneratorValues values; ///< values not written have their default
};
/// The other way round; nothing where the text names no known generator or a parameter does not read.
std::optional<ReadGenerator> readGeneratorText(const QString& text);

/// Chooses a generator and its parameters. A change of a parameter is told after a short pause, so that turning a wheel
/// or typing a number makes one matrix and not ten.
class GeneratorForm : public QWidget {
    Q_OBJECT
public:
    static constexpr int pauseMilliseconds = 350;

    /// `before` stands in front of the form, on the same lines.
    explicit GeneratorForm(const QList<QWidget*>& before = {}, QWidget* parent = nullptr);

    /// Shows a generator written as text, without a signal; text that is none (a file) leaves the form "no generator".
    void setText(const QString& text);
    QString text() const; ///< empty while no generator is chosen
    QComboBox* chooser() const { return chooser_; }
    QDoubleSpinBox* field(const std::string& parameter) const;

signals:
    void chosen(const QString& text); ///< another generator, with its defaults
    void edited(const QString& text); ///< the same generator with other parameters, after the pause

private:
    void buildFields(const GeneratorInfo* info, const GeneratorValues& values);
    const GeneratorInfo* current() const;

    QComboBox* chooser_ = nullptr;
    QTimer* pause_ = nullptr;
    std::map<std::string, QDoubleSpinBox*> fields_;
    std::vector<QWidget*> field_widgets_;
};

} // namespace warploom::ui
