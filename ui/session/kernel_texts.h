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

/// A user-written kernel source in CUDA C.
struct KernelText {
    QString name; ///< short unique name that ends in .cu, for requests and charts
    QString path; ///< path of the file; empty if the source was never saved
    QString text;
    QString saved; ///< contents of the file when it was last loaded or saved
    /// Current contents of the file if both the file and the edited source have changed; otherwise, a null string.
    QString elsewhere;
    std::string from;                               ///< built-in kernel that this source is derived from; empty if none
    std::string operation = "spmv", format = "csr"; ///< operation and format of the kernel, as reported by the worker
    int revision = 0;                               ///< revision number, incremented by every change

    bool isChanged() const { return path.isEmpty() || text != saved; }
};

/// The user's kernel sources. Changes are backed up to the user's folder after a short delay, and the backups are
/// restored at startup, so that almost nothing is lost in a crash. The files of the sources are watched for changes by
/// other programs.
class KernelSources : public QObject {
    Q_OBJECT
public:
    /// Creates the object and restores the backed-up sources.
    explicit KernelSources(QObject* parent = nullptr);
    ~KernelSources() override;

    const QList<KernelText>& all() const { return all_; }
    /// Returns the kernel source with this name, or null if it does not exist.
    const KernelText* find(const QString& name) const;
    /// Returns the revision number of a kernel source, or 0 if the name is unknown.
    int revision(const QString& name) const;

    /// Adds a kernel source. Returns its name, which is `wanted` or a unique variant of it.
    QString add(const QString& wanted, const QString& text, const std::string& from = {});
    /// Opens a kernel file, unless it is already open. Returns the name of the kernel source. Throws an Error if the
    /// file cannot be read.
    QString open(const QString& path);
    /// Saves a kernel source to a file. Throws Error("file.write").
    void save(const QString& name, const QString& path);
    /// Closes a kernel source. The file on disk is kept. Moves unsaved changes to a backup file and returns its path,
    /// or an empty string if there were no unsaved changes. Throws Error("file.write"), in which case the source stays
    /// open.
    QString close(const QString& name);

    void setText(const QString& name, const QString& text);
    /// Resolves a conflict between a kernel source and its file. If `take_file` is true, loads the contents of the
    /// file. Otherwise, keeps the edited source, and the next save overwrites the file.
    void settle(const QString& name, bool take_file);
    void setMeaning(const QString& name, const std::string& operation, const std::string& format);

    /// Adds to a request the sources of all user-written kernels that it names.
    void complete(Json& request) const;
    /// Returns one entry per kernel source for lists of kernels.
    std::vector<protocol::KernelEntry> kernels() const;
    void keep(); ///< writes pending backups immediately

    static QString folder();

signals:
    void listChanged(); ///< emitted when a kernel source is added or removed, or when its operation or format changes
    void textChanged(const QString& name);   ///< emitted when a kernel source has been edited or reloaded
    void file_conflict(const QString& name); ///< emitted when both a file and its edited source have changed
    void problem(const QString& sentence, const QString& hint);

private:
    KernelText* at(const QString& name);
    QString freeName(const QString& wanted) const;
    void restore();
    void touched(const QString& name);
    void watch(const QString& path);
    void lookAgain(const QString& path, int attempts);

    QList<KernelText> all_;
    QStringList unkept_; ///< names of kernel sources whose backups are out of date
    QFileSystemWatcher watcher_;
    QTimer pause_;
    bool has_complained_ = false;
};

} // namespace warploom::ui
