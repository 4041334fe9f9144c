#include "ui/pages/step/step_choices.h"

#include "engine/walkthrough/pane_steps.h"
#include "ui/widgets/page_parts.h"

#include <QCheckBox>
#include <QComboBox>
#include <QSignalBlocker>
#include <QSpinBox>
#include <QToolButton>

#include <algorithm>

namespace warploom::ui {

StepChoices::StepChoices(Session& session, QToolButton* predict, QObject* parent) : QObject(parent), session_(session) {
    topic_ = comboBox("stepTopic", tr("Topic"), {});
    for (const WalkthroughEntry& each : walkthroughEntries()) topic_->addItem(each.title, each.name);
    size_ = named(new QSpinBox, "stepSize", tr("Unknowns"));
    size_->setRange(4, 64);
    size_->setKeyboardTracking(false);
    size_field_ = labelled(tr("n"), size_, theme().px(4));
    system_ = comboBox("stepSystem", tr("System"), tr("System to solve"));
    addSystem(QStringLiteral("−1, 2, −1"), System::difference);
    addSystem(tr("random, dominant"), System::random);
    open_ = named(toolButton(tr("Use the open matrix"),
                             tr("Use the open matrix, which must be tridiagonal and have 4 to 64 rows")),
                  "stepUseMatrix", tr("Use the open matrix"),
                  tr("Use the open matrix, which must be tridiagonal and have 4 to 64 rows"));
    followIcon(open_, QStringLiteral("matrix"));
    look_ = comboBox("stepLook", tr("Numbers or letters"), {}, {{tr("Numbers"), false}, {tr("Letters"), true}});
    shape_ = comboBox("stepShape", tr("Tile size"), {},
                      {{tr("6 × 6 tile, 2 × 2 threads"), false}, {tr("48 × 48 tile, 16 × 16 threads"), true}});
    bytes_ = comboBox("stepBytes", tr("Bytes per value in shared memory"),
                      tr("Select 4-byte or 8-byte values in shared memory"), {{tr("float"), 4}, {tr("double"), 8}});
    padding_ =
        tick("stepPadding", tr("Pad&ding"), tr("Pad the rows in shared memory so that they start in different banks"),
             "padding", tr("padding"));
    prefetch_ = tick("stepPrefetch", tr("&Prefetch"), tr("Prefetch the next slice while the current one is multiplied"),
                     "prefetch", tr("prefetching"));
    symmetric_ = tick("stepSymmetric", tr("&Symmetric"), tr("Compute only half of the blocks and mirror the rest"),
                      "symmetric", tr("symmetry"));
    connect(topic_, &QComboBox::activated, this, [this](int index) {
        emit topicChosen();
        setTopic(topic_->itemData(index).toString());
    });
    connect(size_, &QSpinBox::valueChanged, this, [this](int n) { choose("size", n, tr("%n unknowns", nullptr, n)); });
    chooses(system_, "system", tr("system %1"));
    chooses(look_, "letters", QStringLiteral("%1"));
    chooses(shape_, "real_tile", QStringLiteral("%1"));
    chooses(bytes_, "bytes", QStringLiteral("%1"));
    connect(open_, &QToolButton::clicked, this, &StepChoices::useOpenMatrix);
    strip_ = inStrip({topic_, size_field_, system_, open_, look_, shape_, prefetch_, symmetric_, predict});
}

QCheckBox* StepChoices::tick(const char* object, const QString& text, const QString& tip, const char* key,
                             const QString& step) {
    auto* made = new QCheckBox(text);
    made->setObjectName(QLatin1String(object));
    made->setToolTip(tip);
    connect(made, &QCheckBox::toggled, this, [this, key, step](bool on) { choose(key, on, step); });
    return made;
}

void StepChoices::chooses(QComboBox* box, const char* key, const QString& step) {
    connect(box, &QComboBox::activated, this,
            [this, box, key, step] { choose(key, box->currentData(), step.arg(box->currentText())); });
}

QVariant StepChoices::chosen(const char* key, const QVariant& fallback) const {
    return session_.choice(QStringLiteral("step/") + QLatin1String(key), fallback);
}

void StepChoices::choose(const char* key, const QVariant& value, const QString& text) {
    session_.setChoice(QStringLiteral("step/") + QLatin1String(key), value, text);
}

const WalkthroughEntry& StepChoices::topic() const {
    const QString name = chosen("topic", QStringLiteral("cr")).toString();
    const QList<WalkthroughEntry>& all = walkthroughEntries();
    const auto its =
        std::find_if(all.begin(), all.end(), [&](const WalkthroughEntry& each) { return each.name == name; });
    return its == all.end() ? all.front() : *its;
}

void StepChoices::setTopic(const QString& name) {
    choose("topic", name, tr("steps of %1").arg(topic_->itemText(topic_->findData(name))));
}

StepChoices::System StepChoices::system() const {
    const auto wanted = static_cast<System>(chosen("system", 0).toInt());
    return wanted == System::open && open_system_.n() == 0 ? System::difference : wanted;
}

void StepChoices::addSystem(const QString& title, System system) { system_->addItem(title, static_cast<int>(system)); }

WalkthroughChoices StepChoices::values() const {
    WalkthroughChoices all;
    all.letters = chosen("letters", false).toBool();
    all.real_tile = chosen("real_tile", false).toBool();
    all.padding = chosen("padding", false).toBool();
    all.prefetch = chosen("prefetch", true).toBool();
    all.symmetric = chosen("symmetric", true).toBool();
    all.bytes = chosen("bytes", 8).toInt();
    const int n = chosen("size", 8).toInt();
    all.corner = corner_;
    all.corner_name = corner_name_;
    if (system() == System::open) {
        all.system = open_system_;
        all.system_name = open_name_;
    } else if (system() == System::random) {
        all.system = walkthrough::random_dominant(n, 7);
        all.system_name = tr("random, dominant");
    } else {
        all.system = walkthrough::second_difference(n);
        all.system_name = QStringLiteral("−1, 2, −1");
    }
    return all;
}

QHash<QString, QVariant> StepChoices::shown() const {
    const WalkthroughChoices all = values();
    return {{"topic", topic().name},    {"size", chosen("size", 8)},  {"system", static_cast<int>(system())},
            {"letters", all.letters},   {"real_tile", all.real_tile}, {"padding", all.padding},
            {"prefetch", all.prefetch}, {"symmetric", all.symmetric}, {"bytes", all.bytes}};
}

QString StepChoices::matrixName() const {
    return system() == System::open ? open_name_
                                    : QStringLiteral("tridiagonal:n=%1,kind=0").arg(chosen("size", 8).toInt());
}

void StepChoices::chooseFor(const QString& kernel, int unknowns) {
    if (topic().boxes == WalkthroughEntry::Boxes::equations) {
        if (system() == System::open && open_system_.n() != unknowns)
            choose("system", static_cast<int>(System::difference), tr("system %1").arg(system_->itemText(0)));
        if (system() != System::open) choose("size", unknowns, tr("%n unknowns", nullptr, unknowns));
        return;
    }
    const bool has_all = !kernel.contains(QLatin1Char('@'));
    choose("real_tile", true, shape_->itemText(1));
    for (const char* name : {"padding", "prefetch", "symmetric"})
        choose(name, has_all || kernel.contains(QLatin1String(name)), QLatin1String(name));
}

void StepChoices::fill() {
    using Boxes = WalkthroughEntry::Boxes;
    const WalkthroughEntry& now = topic();
    const WalkthroughChoices all = values();
    const QSignalBlocker quiet[] = {QSignalBlocker(topic_),    QSignalBlocker(size_),      QSignalBlocker(system_),
                                    QSignalBlocker(look_),     QSignalBlocker(bytes_),     QSignalBlocker(padding_),
                                    QSignalBlocker(prefetch_), QSignalBlocker(symmetric_), QSignalBlocker(shape_)};
    topic_->setCurrentIndex(topic_->findData(now.name));
    const bool open = system() == System::open;
    size_->setValue(open ? static_cast<int>(open_system_.n()) : chosen("size", 8).toInt());
    size_->setEnabled(!open);
    size_->setToolTip(open ? tr("The number of unknowns is determined by the open matrix")
                           : tr("Set the number of unknowns (4 to 64)"));
    if (const int at = system_->findData(static_cast<int>(System::open)); at >= 0) system_->removeItem(at);
    if (open_system_.n() > 0) addSystem(open_name_, System::open);
    system_->setCurrentIndex(system_->findData(static_cast<int>(system())));
    const bool sums = now.boxes == Boxes::sums, tiles = now.boxes == Boxes::tiles;
    look_->setItemText(0, sums ? tr("Sums") : tr("Numbers"));
    look_->setItemText(1, sums ? tr("Number of entries") : tr("Letters"));
    look_->setCurrentIndex(all.letters ? 1 : 0);
    bytes_->setCurrentIndex(all.bytes == 4 ? 0 : 1);
    padding_->setChecked(all.padding);
    prefetch_->setChecked(all.prefetch);
    symmetric_->setChecked(all.symmetric);
    shape_->setCurrentIndex(all.real_tile ? 1 : 0);
    const bool builds = now.boxes == Boxes::formats;
    for (QWidget* widget : std::initializer_list<QWidget*>{size_field_, system_})
        widget->setVisible(now.boxes == Boxes::equations);
    open_->setVisible(now.boxes == Boxes::equations || builds);
    open_->setText(builds && corner_ ? tr("Use the example") : tr("Use the open matrix"));
    open_->setToolTip(!builds   ? tr("Use the open matrix, which must be tridiagonal and have 4 to 64 rows")
                      : corner_ ? tr("Use the built-in 8 × 8 example")
                                : tr("Use an 8 × 8 submatrix of the open matrix, starting at the first selected row"));
    open_->setAccessibleName(open_->text());
    for (QWidget* widget : std::initializer_list<QWidget*>{shape_, prefetch_, symmetric_}) widget->setVisible(tiles);
    look_->setVisible(!tiles && !builds && now.boxes != Boxes::none);
}

void StepChoices::applyTheme() {
    // At a large font scale, show only icons, because there is no room for text.
    const bool large = theme().scale() >= 1.5;
    topic_->setMaximumWidth(large ? theme().px(160) : QWIDGETSIZE_MAX);
    open_->setToolButtonStyle(large ? Qt::ToolButtonIconOnly : Qt::ToolButtonTextBesideIcon);
    open_->setIconSize(QSize(theme().px(14), theme().px(14)));
}

void StepChoices::useCorner() {
    if (corner_) {
        corner_.reset();
        return emit dataChanged();
    }
    const MatrixHandle& matrix = session_.matrix();
    if (!matrix) return session_.report(tr("No matrix is open."), tr("For example, open laplace2d:n=20."));
    const CsrMatrix& a = matrix->matrix.csr;
    const RowSelection& rows = session_.rowSelection();
    const std::int64_t row = rows.isEmpty() ? 0 : std::min(rows.stretches.front().begin, a.rows);
    try {
        const bool has_entry = row < a.rows && a.row_length(row) > 0;
        const std::int64_t column = has_entry ? a.column[a.row_pointer[row]] : row;
        corner_ = walkthrough::corner_of(a, row, column);
        corner_name_ = tr("%1, starting at row %2 and column %3").arg(matrix->name()).arg(row).arg(column);
    } catch (const std::exception& failure) { return session_.reportFailure(failure); }
    emit dataChanged();
}

void StepChoices::useOpenMatrix() {
    if (topic().boxes == WalkthroughEntry::Boxes::formats) return useCorner();
    const MatrixHandle& matrix = session_.matrix();
    const QString hint = tr("For example, open tridiagonal:n=16.");
    constexpr std::int64_t most = 64, least = 4;
    if (!matrix) return session_.report(tr("No matrix is open."), hint);
    if (matrix->matrix.rows() > most || matrix->matrix.rows() < least)
        return session_.report(tr("'%1' has %2 rows. Only systems with %3 to %4 rows can be shown step by step.")
                                   .arg(matrix->name())
                                   .arg(matrix->matrix.rows())
                                   .arg(least)
                                   .arg(most),
                               hint);
    try {
        open_system_ = tridiagonal_system_of(matrix->matrix);
    } catch (const std::exception& failure) { return session_.reportFailure(failure); }
    open_name_ = matrix->name();
    const int open = static_cast<int>(System::open);
    if (chosen("system", 0).toInt() == open) return emit dataChanged();
    choose("system", open, tr("system %1").arg(open_name_));
}

void StepChoices::followOpenMatrix() {
    const MatrixHandle& matrix = session_.matrix();
    const bool is_open = chosen("system", 0).toInt() == static_cast<int>(System::open);
    if (is_open && matrix && !session_.isLoading() && matrix->name() != open_name_) useOpenMatrix();
}

} // namespace warploom::ui
