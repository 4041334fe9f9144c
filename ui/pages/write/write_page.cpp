#include "ui/pages/write/write_page.h"

#include "engine/declared/directives.h"
#include "engine/declared/shipped_problems.h"
#include "engine/embedded_files.h"
#include "engine/simt/language/headers.h"
#include "ui/components/operations/operations.h"
#include "ui/pages/write/code_editor.h"
#include "ui/pages/write/editor_debugging.h"
#include "ui/pages/write/file_conflict_bar.h"
#include "ui/pages/write/kernel_debugger.h"
#include "ui/pages/write/language_card.h"
#include "ui/pages/write/proposal_bar.h"
#include "ui/pages/write/verdict_view.h"
#include "ui/pages/write/version_comparison.h"
#include "ui/pages/write/writing.h"
#include "ui/session/kernel_files.h"
#include "ui/session/kernel_texts.h"
#include "ui/style/qt_text.h"
#include "ui/style/text.h"
#include "ui/style/theme.h"
#include "ui/widgets/file_dialogs.h"

#include <QComboBox>
#include <QFileInfo>
#include <QLabel>
#include <QPushButton>
#include <QScreen>
#include <QTimer>
#include <QToolButton>

#include <algorithm>

namespace warploom::ui {

namespace {

const QString first_text = QStringLiteral("spmv/csr_scalar.cu"), empty_text = QStringLiteral("textbook/empty.cu");

/// Returns the step of a warp that shows a finding or, if `finding` is -1, the first wrong value.
NavigationTarget warpOf(const protocol::Check& check, const QString& kernel, int finding) {
    NavigationTarget target;
    target.matrix = toQString(check.matrix.name);
    target.kernel = kernel;
    target.operation = toQString(check.operation);
    target.block = check.block;
    const auto findings = static_cast<int>(check.findings.size());
    if (finding >= 0 && finding < findings) {
        const protocol::TraceFinding& found = check.findings[static_cast<std::size_t>(finding)];
        target.warp = WarpChoice{0, found.block, found.warp};
        target.line = simt::is_header(found.file) ? 0 : found.line;
    } else if (check.entry) {
        target.row = check.entry->row;
        if (const auto& writer = check.entry->writer) {
            target.warp = WarpChoice{writer->launch, writer->block, writer->warp};
            target.step = static_cast<int>(std::min<std::int64_t>(writer->step, 1'000'000));
        }
    }
    return target;
}

/// Describes the card, the settings and the input of a verdict.
QString whereText(const Session& session, const protocol::Check& check) {
    if (check.inputs.empty()) return {};
    const bool is_right = check.verdict == protocol::CheckVerdict::right;
    const QString where =
        (is_right ? WritePage::tr("%1, %2 threads per block, %3. Counts are for %4.")
                  : WritePage::tr("%1, %2 threads per block, %3, %4."))
            .arg(toQString(session.card().title))
            .arg(check.block)
            .arg(session.precision(), toQString(check.matrix.name.empty() ? check.inputs.front() : check.matrix.name));
    if (!check.twin || !is_right) return where;
    return paragraph({where, WritePage::tr("Built-in: %1.").arg(toQString(check.twin->kernel))});
}

} // namespace

bool WritePage::isChecked() const { return !pause_->isActive() && !checker_->isBusy(); }

WritePage::Writing& WritePage::writing() {
    for (auto& [name, known] : writings_)
        if (name == current_) return *known;
    return *writings_.emplace_back(current_, std::make_unique<Writing>()).second;
}

bool WritePage::isSettled() const { return isChecked() && !debugging_->debugger()->isBusy(); }

void WritePage::showEvent(QShowEvent* event) {
    Page::showEvent(event);
    if (session().texts().all().isEmpty()) beginFrom(first_text);
    else if (current_.isEmpty()) showText(session().texts().all().first().name);
    pause_->start(); // settings may have changed while another page was shown
}

void WritePage::openFile(const QString& path) {
    try {
        showText(session().texts().open(path));
    } catch (const std::exception& failure) { session().reportFailure(failure); }
}

void WritePage::beginFrom(const QString& name) {
    const EmbeddedFile* const source = find_embedded_file(shipped_texts(), name.toStdString());
    if (source == nullptr) return;
    const QString text = QString::fromStdString(simt::expand_kernel_headers(source->text));
    const QString kernel = kernelOfFile(name), file = QFileInfo(name).fileName();
    // Do not open a second unchanged copy of a built-in kernel.
    for (const KernelText& open : session().texts().all())
        if (open.text == text && (kernel.isEmpty() ? open.name == file : toQString(open.from) == kernel))
            return showText(open.name);
    const QString wanted = name == empty_text ? QStringLiteral("mine.cu")
                           : kernel.isEmpty() ? file
                                              : QStringLiteral("my_") + file;
    showText(session().texts().add(wanted, text, kernel.toStdString()));
}

void WritePage::beginProblem(const QString& name) {
    const QString file = name + QStringLiteral(".cu");
    if (session().texts().find(file) != nullptr) return showText(file);
    showText(session().texts().add(file, toQString(declared::starter_of(declared::find_problem(name.toStdString())))));
}

void WritePage::showText(const QString& name) {
    const KernelText* const text = session().texts().find(name);
    if (text == nullptr) return;
    if (name != current_) debugging_->stop();
    if (!current_.isEmpty()) {
        writing().cursor = editor_->cursor();
        writing().breakpoints = editor_->takeBreakpoints();
    }
    current_ = name;
    is_filling_ = true;
    Writing& now = writing();
    editor_->show(now.document);
    if (!now.is_filled) {
        editor_->setText(text->text);
        // Clear the undo history, so that the user cannot undo the insertion of the initial text.
        editor_->SendScintilla(QsciScintillaBase::SCI_EMPTYUNDOBUFFER);
        now.is_filled = true;
    } else if (editor_->text() != text->text) {
        editor_->replaceAll(text->text);
    }
    editor_->restoreBreakpoints(now.breakpoints);
    is_filling_ = false;
    editor_->setCursorPosition(now.cursor.first, now.cursor.second);
    fillTexts();
    showVersions();
    conflict_->showFor(current_);
    proposal_->hide(); // the proposal stays hidden until the verdict on this source arrives
    if (!now.versions.empty() && now.versions.back().check) { showVerdict(now.versions.back().check); }
    pause_->start();
    emit inspectorChanged();
}

/// Lists the versions of the kernel source for comparison with the current version.
void WritePage::showVersions() {
    const KernelText* const text = session().texts().find(current_);
    QList<std::pair<QString, QString>> versions;
    const Writing& now = writing();
    for (auto version = now.versions.rbegin(); version != now.versions.rend(); ++version)
        versions.append({version->words, version->text});
    if (text != nullptr && !text->path.isEmpty()) versions.append({tr("the file"), text->saved});
    versions_->setVersions(versions);
    versions_->compare(*editor_);
}

void WritePage::fillTexts() {
    is_filling_ = true;
    texts_->clear();
    for (const KernelText& text : session().texts().all()) {
        texts_->addItem(text.isChanged() ? tr("%1 *").arg(text.name) : text.name, text.name);
        texts_->setItemData(texts_->count() - 1,
                            text.path.isEmpty() ? tr("This kernel has not been saved to a file yet. A backup is kept.")
                                                : text.path,
                            Qt::ToolTipRole);
    }
    texts_->setCurrentIndex(texts_->findData(current_));
    is_filling_ = false;
}

void WritePage::textWritten() {
    if (is_filling_ || current_.isEmpty()) return;
    session().texts().setText(current_, editor_->text());
    fillTexts();
    versions_->compare(*editor_);
}

void WritePage::ask() {
    if (!isVisible() || current_.isEmpty() || session().isLoading()) return;
    checker_->ask(current_);
}

void WritePage::answered(const CheckHandle& check, int revision) {
    const KernelText* const text = session().texts().find(toQString(check->kernel));
    if (text == nullptr) return;
    session().texts().setMeaning(text->name, check->operation, check->format);
    // Ignore the result if the kernel source has changed since the check was requested.
    if (text->name != current_ || revision != text->revision) return;
    writing().add(text->text, check);
    if (check->verdict == protocol::CheckVerdict::right)
        if (const std::string problem = declared::directive(text->text.toStdString(), "problem"); !problem.empty())
            emit problemSolved(toQString(problem));
    showVerdict(check);
    proposal_->setSource(text->text);
    editor_->setNames(check->names);
    showVersions();
    arrange(); // update the layout, because the new values may need more space than the previous ones
    emit inspectorChanged();
}

void WritePage::showVerdict(const CheckHandle& check) {
    const auto& before = writing().before;
    verdict_->setCheck(check, before ? &*before : nullptr, whereText(session(), *check));
    editor_->setMistakes(verdict_->mistakes());
}

void WritePage::save(bool ask_for_name) {
    const KernelText* const text = session().texts().find(current_);
    if (text == nullptr) return;
    QString path = text->path;
    // Ask the user to resolve the file conflict first.
    if (!text->elsewhere.isNull() && !ask_for_name) return conflict_->setFocus();
    if (path.isEmpty() || ask_for_name) {
        path = askToSave(this, tr("Save the kernel"), QStringLiteral("write/folder"), text->name, tr("CUDA C (*.cu)"));
        if (path.isEmpty()) return;
    }
    try {
        session().texts().save(current_, path);
        session().note(tr("%1 was saved to %2.").arg(current_, path));
    } catch (const std::exception& failure) { session().reportFailure(failure); }
}

void WritePage::closeText() {
    const QString name = current_;
    debugging_->stop();
    try {
        const QString aside = session().texts().close(name);
        if (!aside.isEmpty())
            session().note(tr("%1 was closed. Its unsaved changes were backed up to %2.").arg(name, aside));
    } catch (const std::exception& failure) { return session().reportFailure(failure); }
    if (session().kernel() == name)
        session().setChoice(QStringLiteral("kernel"), QStringLiteral("csr-scalar"), tr("kernel csr-scalar"));
    current_.clear();
    writings_.erase(std::remove_if(writings_.begin(), writings_.end(), [&](const auto& w) { return w.first == name; }),
                    writings_.end());
    if (session().texts().all().isEmpty()) beginFrom(first_text);
    else showText(session().texts().all().first().name);
}

void WritePage::run() {
    const CheckHandle check = verdict_->check();
    if (!check) return;
    const QString operation = toQString(check->operation);
    QStringList kernels{current_};
    if (check->twin) kernels.append(toQString(check->twin->kernel));
    if (needsOtherMachine(session())) { // the label of the button already announced the switch to another machine
        const QString card = QStringLiteral("simulated:") + toQString(session().card().id);
        session().setMachine(card, card);
        session().note(
            tr("Switched to %1, because CUDA C kernels cannot run on the CPU.").arg(toQString(session().card().title)));
    }
    session().setChoice(runKey("operation"), operation, tr("operation %1").arg(operation));
    session().setChoice(kernelsKey(operation), kernels, tr("run %1").arg(current_));
    emit runRequested();
}

void WritePage::showInWarp(int finding) {
    const CheckHandle check = verdict_->check();
    if (check && !check->inputs.empty()) emit warpRequested(warpOf(*check, current_, finding));
}

bool needsOtherMachine(Session& session) {
    const protocol::MachineEntry* const machine = session.worker().handshake().machine(session.machine().toStdString());
    return machine == nullptr || machine->kind == MachineKind::cpu;
}

QAbstractButton* WritePage::runButton() const { return run_; }

bool WritePage::hasPicture() const { return is_narrow_ || debugging_->isOpen(); }

QString WritePage::helpText() const {
    const CheckHandle& check = verdict_->check();
    const bool wide = screen()->availableSize().width() >= theme().px(1100);
    return check ? languageCard(check->format, check->names, wide) : languageCard({}, {}, wide);
}

QString WritePage::inspectorText() const {
    const CheckHandle check = verdict_->check();
    QString html = tr("<h3>%1</h3>").arg(current_.toHtmlEscaped());
    if (!check || check->names.empty()) return html;
    html += tr("<p>The parameters of <b>run</b> are bound by name:</p><dl>");
    for (const protocol::CheckName& name : check->names)
        html += QStringLiteral("<dt><code>%1 <b>%2</b></code></dt><dd>%3</dd>")
                    .arg(toQString(name.type).toHtmlEscaped(), toQString(name.name).toHtmlEscaped(),
                         toQString(name.about).toHtmlEscaped());
    return html + QStringLiteral("</dl>");
}

} // namespace warploom::ui
