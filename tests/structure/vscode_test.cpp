// The extension for Visual Studio Code: the packed file, and the launch arguments that it offers.

#include "support/runner.h"

#include <QDir>
#include <QFile>
#include <QJsonArray>
#include <QJsonDocument>
#include <QJsonObject>
#include <QProcess>
#include <QRegularExpression>
#include <QSet>
#include <QStandardPaths>
#include <QTemporaryDir>
#include <QTest>

namespace {

const QDir source(WARPLOOM_SOURCE_DIR);

QString contents(const QString& path) {
    QFile file(source.filePath(path));
    return file.open(QIODevice::ReadOnly) ? QString::fromUtf8(file.readAll()) : QString();
}

QJsonObject manifest() {
    return QJsonDocument::fromJson(contents(QStringLiteral("packaging/vscode/package.json")).toUtf8()).object();
}

QJsonObject debugger() { return manifest()[QStringLiteral("contributes")][QStringLiteral("debuggers")][0].toObject(); }

QSet<QString> offered_arguments() {
    const QJsonObject attributes =
        debugger()[QStringLiteral("configurationAttributes")][QStringLiteral("launch")][QStringLiteral("properties")]
            .toObject();
    const QStringList names = attributes.keys();
    return {names.begin(), names.end()};
}

} // namespace

class VsCodeTest : public QObject {
    Q_OBJECT
private slots:
    void the_manifest_offers_the_launch_arguments_of_the_debug_adapter() {
        const QString server = contents(QStringLiteral("app/dap/dap_server.cpp"));
        const qsizetype begin = server.indexOf(QLatin1String("Json DapServer::launch("));
        const QString launch = server.mid(begin, server.indexOf(QLatin1String("\n}\n"), begin) - begin);
        static const QRegularExpression argument(R"re(in\.(?:text|whole|number|flag)\("(\w+)")re");
        QSet<QString> read{QStringLiteral("lane")}; // in set_lane()
        QVERIFY(launch.contains(QLatin1String("set_lane(in)")));
        for (auto found = argument.globalMatch(launch); found.hasNext();) read << found.next().captured(1);
        QVERIFY(read.size() >= 12);
        QCOMPARE(offered_arguments(), read);
    }

    void launch_snippets_use_only_known_arguments() {
        const QSet<QString> known = offered_arguments() | QSet<QString>{QStringLiteral("type"), QStringLiteral("name"),
                                                                        QStringLiteral("request")};
        QList<QJsonObject> configurations;
        for (const QJsonValue& each : debugger()[QStringLiteral("initialConfigurations")].toArray())
            configurations << each.toObject();
        for (const QJsonValue& each : debugger()[QStringLiteral("configurationSnippets")].toArray())
            configurations << each[QStringLiteral("body")].toObject();
        QVERIFY(configurations.size() >= 2);
        for (const QJsonObject& configuration : configurations)
            for (const QString& name : configuration.keys()) QVERIFY2(known.contains(name), qPrintable(name));
    }

    void the_extension_has_the_version_of_the_project() {
        static const QRegularExpression version(QStringLiteral("project\\(Warploom VERSION ([0-9.]+)"));
        QCOMPARE(manifest()[QStringLiteral("version")].toString(),
                 version.match(contents(QStringLiteral("CMakeLists.txt"))).captured(1));
    }

    void the_packed_file_is_a_zip_archive_with_the_manifest() {
        const QString python = QStandardPaths::findExecutable(QStringLiteral("python3"));
        if (python.isEmpty()) QSKIP("python3 is not installed");
        const QTemporaryDir folder;
        QProcess packing;
        packing.start(source.filePath(QStringLiteral("tools/make-vsix")), {folder.path()});
        QVERIFY(packing.waitForFinished());
        const QString path = QString::fromUtf8(packing.readAllStandardOutput()).trimmed();
        QVERIFY2(path.endsWith(QLatin1String(".vsix")), packing.readAllStandardError().constData());
        QProcess reading;
        reading.start(python, {QStringLiteral("-c"),
                               QStringLiteral("import json, sys, zipfile, xml.dom.minidom as xml\n"
                                              "archive = zipfile.ZipFile(sys.argv[1])\n"
                                              "assert archive.testzip() is None\n"
                                              "xml.parseString(archive.read('[Content_Types].xml'))\n"
                                              "xml.parseString(archive.read('extension.vsixmanifest'))\n"
                                              "package = json.loads(archive.read('extension/package.json'))\n"
                                              "archive.getinfo('extension/' + package['main'][2:])\n"
                                              "print(package['name'])\n"),
                               path});
        QVERIFY(reading.waitForFinished());
        QCOMPARE(QString::fromUtf8(reading.readAllStandardOutput()).trimmed(), QStringLiteral("warploom"));
    }
};

WARPLOOM_TEST(VsCodeTest);
#include "vscode_test.moc"
