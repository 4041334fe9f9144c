// The desktop application. `warploom [MATRIX]` opens the window, and `warploom FILE.json` shows the result of an
// experiment. Without a display, `warploom --gallery DIR` renders images of all pages, and `warploom --report DIR
// [MATRIX]` writes the charts and tables of a run.
#include "app/manual/manual.h"
#include "app/window/application.h"
#include "app/window/headless.h"
#include "app/window/lesson_export.h"
#include "app/window/report.h"
#include "engine/embedded_file.h"
#include "engine/process_setup.h"
#include "ui/gallery/gallery.h"
#include "ui/mainwindow/main_window.h"
#include "ui/pages/reproduce/reproduce_page.h"
#include "ui/session/session.h"
#include "ui/session/worker_client.h"
#include "ui/style/theme.h"
#include "ui/style/translations.h"

#include <QApplication>
#include <QCommandLineParser>
#include <QFile>
#include <QIcon>
#include <QLocale>
#include <QPainter>
#include <QPixmap>
#include <QProcess>
#include <QSettings>
#include <QSvgRenderer>
#include <QTemporaryDir>

#include <clocale>
#include <optional>
#include <string>
#include <vector>

namespace warploom {
const std::vector<EmbeddedFile>& program_icon(); // embedded file packaging/warploom.svg
}

namespace {

constexpr const char* matrix_argument =
    "A matrix file (.mtx, .mat, .npz and others), a water network (.inp), or a generator such as "
    "random-rows:n=4096,fraction=0.2,seed=7; or a result or report of an experiment (.json, .html), a trace "
    "(.warploom-trace), a lesson or state (.md), or a link (warploom:...).";

QIcon program_icon() {
    const std::string& drawing = warploom::program_icon().front().text;
    QSvgRenderer renderer(QByteArray::fromStdString(drawing));
    QIcon icon;
    for (const int size : {16, 24, 32, 48, 64, 128, 256}) {
        QPixmap picture(size, size);
        picture.fill(Qt::transparent);
        QPainter painter(&picture);
        renderer.render(&painter);
        icon.addPixmap(picture);
    }
    return icon;
}

/// Sets the C locale, because files must be readable on all computers. Other locales may use decimal commas or convert
/// I to a dotless i. In the C locale, system messages are in English, like the program's own messages.
void speak_one_language() {
    if (std::setlocale(LC_ALL, "C.UTF-8") == nullptr) std::setlocale(LC_NUMERIC, "C");
    QLocale::setDefault(QLocale::c());
}

/// Stores the settings and results of this process in a temporary folder. Commands without a window must not change the
/// settings and results of the user.
void use_own_settings(const QTemporaryDir& folder) {
    QSettings::setDefaultFormat(QSettings::IniFormat);
    QSettings::setPath(QSettings::IniFormat, QSettings::UserScope, folder.path());
}

warploom::app::ManualCommand description_of(const QCommandLineParser& parser,
                                            const QList<QCommandLineOption>& options) {
    warploom::app::ManualCommand made{"warploom", parser.applicationDescription().toStdString(), {}, {}};
    made.options.push_back({{"-h", "--help"}, "", "Show this help and exit.", {}});
    made.options.push_back({{"-v", "--version"}, "", "Show the version and exit.", {}});
    for (const QCommandLineOption& option : options)
        made.options.push_back({{"--" + option.names().constFirst().toStdString()},
                                option.valueName().toUpper().toStdString(),
                                option.description().toStdString(),
                                {}});
    made.options.push_back({{}, "MATRIX", matrix_argument, {}});
    return made;
}

int run(int argc, char** argv) {
    if (!warploom::choose_platform(argc, argv)) return 2;
    warploom::take_messages_of_qt();
    warploom::use_bundled_fonts();

    warploom::Application application(argc, argv);
    speak_one_language();
    warploom::ui::installTranslations(application);
    QApplication::setApplicationName(QStringLiteral("warploom"));
    QApplication::setOrganizationName(QStringLiteral("warploom"));
    QApplication::setApplicationVersion(QStringLiteral(WARPLOOM_VERSION));
    QApplication::setDesktopFileName(QStringLiteral("org.warploom.Warploom"));
    QApplication::setWindowIcon(program_icon());

    QCommandLineParser parser;
    parser.setApplicationDescription(QStringLiteral("A workbench that shows how GPU warps process sparse matrices."));
    parser.addHelpOption();
    parser.addVersionOption();
    parser.addPositionalArgument(QStringLiteral("matrix"), QString::fromLatin1(matrix_argument),
                                 QStringLiteral("[matrix]"));
    const QCommandLineOption gallery(QStringLiteral("gallery"),
                                     QStringLiteral("Render every page in light and dark mode as PNG images into a "
                                                    "folder, and exit."),
                                     QStringLiteral("folder"));
    const QCommandLineOption only(
        QStringLiteral("only"),
        QStringLiteral("With --gallery: only images whose names start with this text, such as warp."),
        QStringLiteral("name"));
    const QCommandLineOption report(
        QStringLiteral("report"),
        QStringLiteral(
            "Run the kernels without a window, write charts, tables and an HTML page into a folder, and exit."),
        QStringLiteral("folder"));
    const QCommandLineOption experiment(QStringLiteral("experiment-report"),
                                        QStringLiteral("Draw the charts of an experiment result without a window, "
                                                       "write the page into the folder specified with --out, and "
                                                       "exit."),
                                        QStringLiteral("result"));
    const QCommandLineOption lesson_page(
        QStringLiteral("lesson-page"),
        QStringLiteral("Write an HTML page with interactive steps, without a window, and exit: step:cr; format:ell, "
                       "formats or beside:csr-scalar,with=csr-vector for the matrix; a trace of a warp; or an "
                       "experiment result."),
        QStringLiteral("what"));
    const QCommandLineOption page(QStringLiteral("page"),
                                  QStringLiteral("Write a page that runs in a browser, and exit: write, explore, "
                                                 "lesson:ID or exercise:ID,ID."),
                                  QStringLiteral("what"));
    const QCommandLineOption out(
        QStringLiteral("out"),
        QStringLiteral(
            "The output folder for --experiment-report, or the output folder or file for --lesson-page and --page."),
        QStringLiteral("place"), QStringLiteral("."));
    const QCommandLineOption example(QStringLiteral("example"),
                                     QStringLiteral("Open the built-in example if no matrix is specified."));
    const QCommandLineOption worker(
        QStringLiteral("worker"),
        QStringLiteral("The command that starts the worker, for example \"ssh -T host warploom-engine serve\"."),
        QStringLiteral("command"));
    const QCommandLineOption manual(QStringLiteral("manual"),
                                    QStringLiteral("Write the man page or the completion script for a shell, and exit: "
                                                   "man, bash, zsh or fish."),
                                    QStringLiteral("kind"));
    const QList<QCommandLineOption> options{gallery, only, report,  experiment, lesson_page,
                                            page,    out,  example, worker,     manual};
    parser.addOptions(options);
    parser.process(application);
    if (parser.isSet(manual)) {
        std::fputs(
            warploom::app::manual(parser.value(manual).toStdString(), description_of(parser, options), WARPLOOM_VERSION)
                .c_str(),
            stdout);
        return 0;
    }

    if (parser.isSet(page)) return warploom::write_running_page(parser.value(page), parser.value(out));

    namespace ui = warploom::ui;
    const bool has_window =
        !parser.isSet(gallery) && !parser.isSet(report) && !parser.isSet(experiment) && !parser.isSet(lesson_page);
    std::optional<QTemporaryDir> own_folder;
    if (!has_window) {
        use_own_settings(own_folder.emplace());
        // Use a temporary data folder for the gallery, because it also saves results and cards. Reports use the user's
        // data folder, which contains the user's cards.
        if (parser.isSet(gallery)) qputenv("XDG_DATA_HOME", QFile::encodeName(own_folder->path()));
        warploom::listen_to_signals();
    }
    const QSettings settings;
    if (has_window) {
        ui::theme().setMode(static_cast<ui::Theme::Mode>(settings.value(QStringLiteral("view/theme"), 0).toInt()));
        ui::theme().setScale(settings.value(QStringLiteral("view/scale"), 1.0).toDouble());
    }
    ui::theme().install(application);
    if (parser.isSet(experiment)) return warploom::write_experiment_report(parser.value(experiment), parser.value(out));
    if (parser.isSet(lesson_page))
        return warploom::write_lesson_page(parser.value(lesson_page), parser.positionalArguments().value(0),
                                           parser.value(out));
    ui::reportWriter = warploom::write_experiment_folder;
    if (parser.isSet(report))
        return warploom::write_report(parser.value(report), parser.positionalArguments().value(0));

    ui::Session session;
    if (parser.isSet(worker)) {
        session.worker().setCommand(QProcess::splitCommand(parser.value(worker)));
    } else if (settings.contains(QStringLiteral("worker/command"))) {
        session.worker().setCommand(settings.value(QStringLiteral("worker/command")).toStringList());
    }
    ui::MainWindow window(session);
    const QString matrix = parser.positionalArguments().value(0, parser.isSet(example) ? warploom::example_matrix : "");
    if (parser.isSet(gallery))
        return ui::renderGallery(session, window, parser.value(gallery),
                                 matrix.isEmpty() ? QStringLiteral("random-rows:n=1024,fraction=0.2,seed=7") : matrix,
                                 parser.value(only));
    application.setSession(&session);
    window.restoreLayout();
    if (matrix.isEmpty()) window.showStartPage();
    window.show();
    session.worker().start();
    window.keepWork();
    if (!matrix.isEmpty()) window.openNamed(matrix);
    return QApplication::exec();
}

} // namespace

int main(int argc, char** argv) {
    warploom::fill_standard_streams();
    warploom::install_terminate_handler();
    warploom::require_standard_output();
    return warploom::status_of([&] { return run(argc, argv); });
}
