#pragma once

#include "engine/protocol/messages/handshake.h"

#include <QFileSystemWatcher>
#include <QList>
#include <QObject>
#include <QString>
#include <QTimer>

#include <string>
#include <vector>

namespace warploom::ui {

/// A kernel source that the user has written in CUDA C.
struct KernelText {
    QString name; ///< short unique name that ends with .cu; used in requests and charts
    QString path; ///< path of the file; empty if the source was never saved
    QString text;
    QString saved; ///< contents of the file when it was last read or written
    /// Current contents of the file if both the file and the text were changed; otherwise, a null string.
    QString elsewhere;
    std::string from; ///< built-in kernel that the source is based on; empty if there is none
    std::string operation = "spmv", format = "csr"; ///< as reported by the worker
    int revision = 0;                               ///< incremented whenever the text changes

    bool isChanged() const { return path.isEmpty() || text != saved; }
};

/// The user's kernel sources. Each change is backed up to the user's folder after a short delay, and backups are
/// restored at the next start, so a crash loses almost nothing. Files are watched for changes.
class KernelSources : public QObject {
    Q_OBJECT
public:
    /// Restores the backups.
    explicit KernelSources(QObject* parent = nullptr);
    ~KernelSources() override;

    const QList<KernelText>& all() const { return all_; }
    const KernelText* find(const QString& name) const; ///< returns null if there is no such source
    int revision(const QString& name) const;           ///< returns 0 if the name is unknown

    /// Adds a source and returns its name, which is derived from `wanted` and made unique.
    QString add(const QString& wanted, const QString& text, const std::string& from = {});
    /// Opens a file unless it is already open. Returns the name of the source. Throws the errors of reading a file.
    QString open(const QString& path);
    /// Throws Error("file.write").
    void save(const QString& name, const QString& path);
    /// Closes a source. The file on disk is kept. Unsaved text is moved to a backup file, whose path is returned; the
    /// result is empty if there was no unsaved text. Throws Error("file.write"), in which case the source stays open.
    QString close(const QString& name);

    void setText(const QString& name, const QString& text);
    /// Resolves a file conflict: either loads the contents of the file, or keeps the text, which overwrites the file at
    /// the next save.
    void settle(const QString& name, bool take_file);
    void setMeaning(const QString& name, const std::string& operation, const std::string& format);

    /// Adds the sources of all kernels that the request names.
    void complete(Json& request) const;
    /// Returns the sources as entries for the kernel lists.
    std::vector<protocol::KernelEntry> kernels() const;
    void keep(); ///< writes pending backups immediately

    static QString folder(); ///< folder of the backups

signals:
    void listChanged();                      ///< emitted when a source was added, removed or reclassified
    void textChanged(const QString& name);   ///< emitted when the text was edited or reloaded
    void file_conflict(const QString& name); ///< emitted when both the file and the text were changed
    void problem(const QString& sentence, const QString& hint);

private:
    KernelText* at(const QString& name);
    QString freeName(const QString& wanted) const;
    void restore();
    void touched(const QString& name);
    void watch(const QString& path);
    void lookAgain(const QString& path, int attempts);

    QList<KernelText> all_;
    QStringList unkept_; ///< names of sources whose backup is outdated
    QFileSystemWatcher watcher_;
    QTimer pause_;
    bool has_complained_ = false;
};

} // namespace warploom::ui
