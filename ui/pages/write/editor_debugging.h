#pragma once

#include "engine/protocol/messages/debug.h"
#include "ui/pages/write/kernel_checker.h"

#include <QObject>

#include <optional>

class QPoint;

namespace warploom::ui {

class CodeEditor;
class DebugPanel;
class KernelDebugger;
class VerdictView;

/// Connects the debugger with the editor and the verdict of the Write page. Handles breakpoints, the current line, the
/// values under the mouse pointer, and the input on which a kernel is debugged.
class EditorDebugging : public QObject {
    Q_OBJECT
public:
    EditorDebugging(Session& session, CodeEditor& editor, const VerdictView& verdict, QObject* parent);

    KernelDebugger* debugger() const { return debugger_; }
    DebugPanel* panel() const { return panel_; }
    bool isOpen() const;

    /// Opens the panel and debugs a kernel on the input of the verdict. If `is_for_cause` is true and the result is
    /// wrong or there is an error, also requests the cause. `is_checked` is false while the source has no verdict yet.
    void start(const QString& kernel, bool is_checked, bool is_for_cause);
    /// Records another block of the kernel.
    void record(const QString& kernel, bool is_checked, int launch, std::int64_t block);
    void stop();
    /// Closes the recording of an earlier version of the kernel source. Called after an edit.
    void closeOutdatedRecording();

signals:
    void opened();
    void closed();
    void restartRequested(int launch, qint64 block);

private:
    void askForCause();
    /// Goes to the end of the recorded block and requests the origin of a value there.
    void explainAtEnd(protocol::DebugValue value);
    void showStop();
    void showValuesOf(const QString& name, const QPoint& position);
    void editCondition(int line);

    Session& session_;
    CodeEditor& editor_;
    const VerdictView& verdict_;
    KernelDebugger* debugger_ = nullptr;
    DebugPanel* panel_ = nullptr;
    CheckHandle debugged_; ///< verdict whose input is being debugged
    /// Whether to request the cause of a wrong result once the block has been recorded.
    bool is_cause_wanted_ = false;
    std::optional<protocol::DebugValue> wanted_value_; ///< value to explain once its block has been recorded
};

} // namespace warploom::ui
