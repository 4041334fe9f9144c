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

/// The rows of the form on page Run that stand for settings (engine/protocol/messages/settings.h). Each is a choice of the session
/// and can be undone. Of a text without words to offer, such as the baseline, only the box is made here.
class SettingRows : public QObject {
    Q_OBJECT
public:
    SettingRows(Session& session, QFormLayout& form, QObject* parent);

    /// The box of such a setting, for the page to fill.
    QComboBox* box(const char* name) const;
    /// Shows the rows of one operation; some make sense on the host alone.
    void showFor(const QString& operation, bool is_host);
    void readChoices();
    /// Puts what stands in the rows that are shown into the settings.
    void apply(protocol::RunSettings& settings) const;
    /// Empty, or why what stands in a row cannot be run.
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

/// "32, 64 64" -> {32, 64}: whole numbers from `least` to `greatest`, each once.
std::vector<int> numbersIn(const QString& text, int least = 1, int greatest = 2'000'000'000);

} // namespace warploom::ui
