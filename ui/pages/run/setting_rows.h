#pragma once

#include "engine/protocol/messages/settings.h"
#include "ui/session/session.h"

#include <QObject>
#include <QString>

#include <vector>

class QComboBox;
class QFormLayout;
class QWidget;

namespace warploom::ui {

/// The rows for run settings in the form on the Run page (engine/protocol/messages/settings.h). Each value is stored in
/// the session, and changes can be undone. For a text setting without predefined values, such as the baseline, this
/// class creates only an empty combo box.
class SettingRows : public QObject {
    Q_OBJECT
public:
    SettingRows(Session& session, QFormLayout& form, QObject* parent);

    /// Returns the combo box of a text setting. It is initially empty, and the page fills it.
    QComboBox* box(const char* name) const;
    /// Shows the rows for an operation. Some rows apply only to the host.
    void showFor(const QString& operation, bool is_host);
    void readChoices();
    /// Copies the values of the visible rows to the run settings.
    void apply(protocol::RunSettings& settings) const;
    /// Returns a sentence that explains the first invalid value; empty if all values are valid.
    QString whyNot() const;

private:
    struct Row {
        const protocol::Setting* setting;
        QWidget* field;
        bool is_shown = true;
    };
    void add(const protocol::Setting& setting);

    Session& session_;
    QFormLayout& form_;
    std::vector<Row> rows_;
};

/// Parses a list of integers from `least` to `greatest` and removes duplicates. For example, "32, 64 64" becomes {32,
/// 64}.
std::vector<int> numbersIn(const QString& text, int least = 1, int greatest = 2'000'000'000);

} // namespace warploom::ui
