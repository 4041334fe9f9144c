#pragma once

#include "ui/pages/step/step_view.h"
#include "ui/session/session.h"

#include <QObject>

#include <optional>

class QCheckBox;
class QComboBox;
class QSpinBox;
class QToolButton;

namespace warploom::ui {

/// The topic of the Step page and its data, which are settings of the session, and the fields that select them.
class StepChoices : public QObject {
    Q_OBJECT
public:
    StepChoices(Session& session, QToolButton* predict, QObject* parent);

    QWidget* strip() const { return strip_; }
    QComboBox* bytes() const { return bytes_; }
    QCheckBox* padding() const { return padding_; }
    /// Sets the size of the fields for a font scale.
    void applyTheme();
    void fill(); ///< Shows the settings in the fields, and the fields that the topic uses.

    const WalkthroughEntry& topic() const;
    void setTopic(const QString& name);
    WalkthroughChoices values() const;
    /// Returns the settings including default values, but without the settings of the page itself.
    QHash<QString, QVariant> shown() const;
    /// Returns the name of the matrix whose system is solved.
    QString matrixName() const;
    /// Selects the settings with which a kernel executes the topic. For tridiagonal methods, `unknowns` is the size of
    /// the system.
    void chooseFor(const QString& kernel, int unknowns);

    /// Uses the open matrix as the system. For format walkthroughs, switches between a part of the open matrix,
    /// starting at the first selected row, and the built-in example. If this is not possible, reports the reason.
    void useOpenMatrix();
    /// Uses the open matrix again if the settings say so and another matrix has been opened.
    void followOpenMatrix();

signals:
    void dataChanged(); ///< emitted when data that is not a setting has changed
    void topicChosen(); ///< emitted when the user selects a topic

private:
    enum class System { difference, random, open };
    System system() const;
    void addSystem(const QString& title, System system);
    void useCorner();
    QCheckBox* tick(const char* object, const QString& text, const QString& tip, const char* key, const QString& step);
    void chooses(QComboBox* box, const char* key, const QString& step);
    void choose(const char* key, const QVariant& value, const QString& text);
    QVariant chosen(const char* key, const QVariant& fallback) const;

    Session& session_;
    TridiagonalSystem open_system_; ///< the system created from the open matrix
    QString open_name_;
    std::optional<CsrMatrix> corner_; ///< part of the open matrix for the format walkthroughs
    QString corner_name_;

    QWidget* strip_ = nullptr;
    QComboBox *topic_ = nullptr, *system_ = nullptr, *look_ = nullptr, *bytes_ = nullptr, *shape_ = nullptr;
    QSpinBox* size_ = nullptr;
    QWidget* size_field_ = nullptr;
    QCheckBox *padding_ = nullptr, *prefetch_ = nullptr, *symmetric_ = nullptr;
    QToolButton* open_ = nullptr;
};

} // namespace warploom::ui
