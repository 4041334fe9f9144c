#pragma once

#include <QList>
#include <QObject>
#include <QString>

#include <utility>

class QComboBox;

namespace warploom::ui {

class CodeEditor;

/// Shows an earlier version of a kernel source next to the current one, and marks the lines that differ.
class VersionComparison : public QObject {
    Q_OBJECT
public:
    explicit VersionComparison(QObject* parent = nullptr);

    QComboBox* box() const { return box_; }
    CodeEditor* editor() const { return editor_; } ///< Returns the read-only editor with the earlier version.
    /// Sets the descriptions and the texts of the versions, newest first. Keeps the selected version if it is one of
    /// them.
    void setVersions(const QList<std::pair<QString, QString>>& versions);
    /// Compares the selected version with the source in an editor.
    void compare(CodeEditor& mine);

signals:
    void chosen();

private:
    QComboBox* box_ = nullptr;
    CodeEditor* editor_ = nullptr;
};

} // namespace warploom::ui
