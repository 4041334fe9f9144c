#include "ui/session/kernel_texts.h"

#include "engine/atomic_file.h"
#include "engine/error.h"
#include "engine/experiment/experiment.h"
#include "engine/protocol/serialization/json.h"
#include "engine/regular_file.h"
#include "ui/style/qt_text.h"

#include <QDir>
#include <QFile>
#include <QFileInfo>
#include <QRegularExpression>

#include <algorithm>
#include <cerrno>

namespace warploom::ui {

namespace {

constexpr int keep_ms = 200;
constexpr std::size_t longest_text = std::size_t{1} << 20;

QString copyOf(const QString& name) { return QDir(KernelSources::folder()).filePath(name + QStringLiteral(".json")); }

QString textOfFile(const QString& path) {
    const std::string bytes = read_regular_file(path.toStdString(), longest_text, "Select a CUDA C kernel (FILE.cu).");
    QString text = QString::fromStdString(bytes);
    if (text.toStdString() != bytes)
        throw Error("file.text", "'" + path.toStdString() + "' is not a UTF-8 text file.",
                    "Save it with UTF-8 encoding in your editor.");
    return text;
}

/// Returns the path of a new file in the folder. The file name is based on `name`.
QString placeFor(const QDir& folder, const QString& name) {
    QString place = folder.filePath(name);
    for (int number = 2; QFile::exists(place); ++number)
        place = folder.filePath(QStringLiteral("%1_%2.cu").arg(QFileInfo(name).completeBaseName()).arg(number));
    return place;
}

protocol::DocumentSource copySource(const QString& file) {
    return {"kernel.copy", "The backup of a kernel could not be read", "It is located at " + file.toStdString() + "."};
}

} // namespace

QString KernelSources::folder() {
    return QFileInfo(QString::fromStdString(experiment::user_folder())).dir().filePath(QStringLiteral("kernels"));
}

KernelSources::KernelSources(QObject* parent) : QObject(parent) {
    pause_.setSingleShot(true);
    pause_.setInterval(keep_ms);
    connect(&pause_, &QTimer::timeout, this, &KernelSources::keep);
    // If the file does not exist, try again later, because some editors replace a file when saving it.
    connect(&watcher_, &QFileSystemWatcher::fileChanged, this, [this](const QString& path) { lookAgain(path, 10); });
    restore();
}

KernelSources::~KernelSources() { keep(); }

KernelText* KernelSources::at(const QString& name) {
    const auto found = std::find_if(all_.begin(), all_.end(), [&](const KernelText& t) { return t.name == name; });
    return found == all_.end() ? nullptr : &*found;
}

const KernelText* KernelSources::find(const QString& name) const { return const_cast<KernelSources*>(this)->at(name); }

int KernelSources::revision(const QString& name) const {
    const KernelText* const text = find(name);
    return text == nullptr ? 0 : text->revision;
}

QString KernelSources::freeName(const QString& wanted) const {
    QString stem = QFileInfo(wanted).completeBaseName();
    stem.replace(QRegularExpression(QStringLiteral("[^A-Za-z0-9_.-]+")), QStringLiteral("_"));
    if (stem.isEmpty()) stem = QStringLiteral("kernel");
    for (int number = 1;; ++number) {
        const QString name =
            number == 1 ? stem + QStringLiteral(".cu") : QStringLiteral("%1_%2.cu").arg(stem).arg(number);
        // Skip a name if a backup file with this name exists, because another window may use it.
        if (find(name) == nullptr && !QFile::exists(copyOf(name))) return name;
    }
}

QString KernelSources::add(const QString& wanted, const QString& text, const std::string& from) {
    KernelText made;
    made.name = freeName(wanted);
    made.text = text;
    made.from = from;
    made.revision = 1;
    all_.append(made);
    unkept_.append(made.name);
    keep();
    emit listChanged();
    return made.name;
}

QString KernelSources::open(const QString& path) {
    const QString whole = QFileInfo(path).absoluteFilePath();
    for (const KernelText& known : qAsConst(all_))
        if (known.path == whole) return known.name;
    const QString text = textOfFile(whole);
    const QString name = add(QFileInfo(whole).fileName(), text);
    KernelText& made = *at(name);
    made.path = whole;
    made.saved = text;
    watch(whole);
    touched(name);
    emit listChanged();
    return name;
}

void KernelSources::save(const QString& name, const QString& path) {
    KernelText* const text = at(name);
    if (text == nullptr) return;
    write_whole_file(path.toStdString(), text->text.toStdString(), true);
    text->path = QFileInfo(path).absoluteFilePath();
    text->saved = text->text;
    text->elsewhere = QString();
    watch(text->path);
    touched(name);
    emit listChanged();
}

QString KernelSources::close(const QString& name) {
    KernelText* const text = at(name);
    if (text == nullptr) return {};
    QString aside;
    if (text->isChanged()) {
        const QDir closed(QDir(folder()).filePath(QStringLiteral("closed")));
        if (!QDir().mkpath(closed.path())) refuse_writing(closed.path().toStdString(), errno);
        aside = placeFor(closed, name);
        write_whole_file(aside.toStdString(), text->text.toStdString());
    }
    if (!text->path.isEmpty()) watcher_.removePath(text->path);
    all_.removeAt(text - all_.data());
    unkept_.removeAll(name);
    QFile::remove(copyOf(name));
    emit listChanged();
    return aside;
}

void KernelSources::setText(const QString& name, const QString& words) {
    KernelText* const text = at(name);
    if (text == nullptr || text->text == words) return;
    text->text = words;
    ++text->revision;
    touched(name);
    emit textChanged(name);
}

void KernelSources::settle(const QString& name, bool take_file) {
    KernelText* const text = at(name);
    if (text == nullptr || text->elsewhere.isNull()) return;
    const QString theirs = text->elsewhere;
    text->saved = theirs;
    text->elsewhere = QString();
    if (take_file) setText(name, theirs);
    else touched(name);
}

void KernelSources::setMeaning(const QString& name, const std::string& operation, const std::string& format) {
    KernelText* const text = at(name);
    if (text == nullptr || format.empty() || (text->operation == operation && text->format == format)) return;
    text->operation = operation;
    text->format = format;
    touched(name);
    emit listChanged();
}

void KernelSources::complete(Json& request) const {
    const auto add = [&](const Json& kernel) {
        if (!kernel.is_string()) return;
        const QString name = QString::fromStdString(kernel.get<std::string>())
                                 // For a kernel name such as cg:mine.cu, use the name of the SpMV kernel.
                                 .section(QLatin1Char(':'), -1);
        if (const KernelText* const text = find(name)) request["texts"][name.toStdString()] = text->text;
    };
    if (request.contains("kernel")) add(Json(request["kernel"]));
    if (!request.contains("kernels") || !request["kernels"].is_array()) return;
    const Json names = request["kernels"];
    for (const Json& name : names) add(name);
}

std::vector<protocol::KernelEntry> KernelSources::kernels() const {
    std::vector<protocol::KernelEntry> list;
    for (const KernelText& text : all_) {
        protocol::KernelEntry kernel;
        kernel.id = text.name.toStdString();
        kernel.operation = text.operation;
        kernel.format = text.format;
        kernel.title = kernel.id;
        kernel.summary = tr("A CUDA C kernel from the Write page.").toStdString();
        kernel.source = text.path.toStdString();
        list.push_back(std::move(kernel));
    }
    return list;
}

void KernelSources::touched(const QString& name) {
    if (!unkept_.contains(name)) unkept_.append(name);
    pause_.start();
}

void KernelSources::keep() {
    pause_.stop();
    const QStringList names = unkept_;
    for (const QString& name : names) {
        const KernelText* const text = find(name);
        if (text == nullptr) continue;
        const Json copy{{"name", text->name},   {"path", text->path},           {"text", text->text},
                        {"saved", text->saved}, {"operation", text->operation}, {"format", text->format},
                        {"from", text->from}};
        try {
            if (!QDir().mkpath(folder())) refuse_writing(folder().toStdString(), errno);
            write_whole_file(copyOf(name).toStdString(), protocol::to_line(copy) + "\n");
            unkept_.removeAll(name);
            has_complained_ = false;
        } catch (const Error& error) {
            if (!has_complained_) emit problem(toQString(error.what()), toQString(error.hint()));
            has_complained_ = true; // report a write error only once instead of after every change
        }
    }
}

void KernelSources::restore() {
    for (const QString& file : QDir(folder()).entryList({QStringLiteral("*.cu.json")}, QDir::Files, QDir::Time)) {
        const QString whole = QDir(folder()).filePath(file);
        try {
            const Json copy =
                protocol::parse(read_regular_file(whole.toStdString(), 8 * longest_text), copySource(whole));
            const auto field = [&](const char* name) { return copy.value(name, std::string()); };
            KernelText text;
            text.name = file.chopped(5);
            text.path = QString::fromStdString(field("path"));
            text.text = QString::fromStdString(field("text"));
            text.saved = QString::fromStdString(field("saved"));
            text.operation = field("operation");
            text.format = field("format");
            text.from = field("from");
            text.revision = 1;
            all_.append(text);
            if (!text.path.isEmpty()) lookAgain(text.path, 0);
        } catch (const std::exception&) {
            continue; // keep a damaged backup, so that the user can recover it
        }
    }
}

void KernelSources::watch(const QString& path) {
    if (!watcher_.files().contains(path)) watcher_.addPath(path);
}

void KernelSources::lookAgain(const QString& path, int attempts) {
    const auto found = std::find_if(all_.begin(), all_.end(), [&](const KernelText& t) { return t.path == path; });
    if (found == all_.end()) return;
    QString now;
    try {
        now = textOfFile(path);
    } catch (const Error&) {
        if (attempts > 0) QTimer::singleShot(100, this, [this, path, attempts] { lookAgain(path, attempts - 1); });
        return; // the source remains in memory, so the user can try to save it again
    }
    watch(path);
    if (now == found->saved) return;
    const QString name = found->name;
    if (found->text == now || found->text == found->saved) {
        found->saved = now;
        touched(name);
        return setText(name, now);
    }
    found->elsewhere = now;
    emit file_conflict(name);
}

} // namespace warploom::ui
