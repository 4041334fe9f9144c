#include "ui/widgets/page_parts.h"

#include "ui/style/text.h"
#include "ui/widgets/flow_layout.h"

#include <QActionGroup>
#include <QBoxLayout>
#include <QFormLayout>
#include <QLabel>
#include <QMenu>
#include <QProgressBar>
#include <QScrollArea>
#include <QSplitter>
#include <QStackedWidget>
#include <QStyleOptionComboBox>
#include <QStylePainter>
#include <QTabWidget>
#include <QToolButton>

#include <map>
#include <memory>
#include <tuple>

namespace warploom::ui {
namespace {

QBoxLayout* inBox(QBoxLayout::Direction direction, QWidget* holder, std::initializer_list<BoxPart> parts, int gap,
                  const QMargins& margins) {
    auto* box = new QBoxLayout(direction, holder);
    box->setContentsMargins(margins);
    if (gap >= 0) box->setSpacing(gap);
    for (const BoxPart& part : parts) {
        if (part.widget != nullptr) box->addWidget(part.widget, part.stretch, part.place);
        else box->addLayout(part.layout, part.stretch);
    }
    return box;
}

/// A combo box that elides its text and adapts its minimum size to its contents. A plain QComboBox cuts off text
/// without an ellipsis, and does not update its minimum size when the font changes.
class ComboBox : public QComboBox {
public:
    QSize minimumSizeHint() const override { return sizeHint(); }

protected:
    void paintEvent(QPaintEvent*) override {
        QStylePainter painter(this);
        QStyleOptionComboBox option;
        initStyleOption(&option);
        painter.drawComplexControl(QStyle::CC_ComboBox, option);
        if (currentIndex() < 0 && !placeholderText().isEmpty()) {
            option.palette.setBrush(QPalette::ButtonText, option.palette.placeholderText());
            option.currentText = placeholderText();
        }
        const QRect room = style()->subControlRect(QStyle::CC_ComboBox, &option, QStyle::SC_ComboBoxEditField, this);
        option.currentText = fontMetrics().elidedText(option.currentText, Qt::ElideRight, room.width() - 2);
        painter.drawControl(QStyle::CE_ComboBoxLabel, option);
    }
};

} // namespace

QBoxLayout* inColumn(QWidget* holder, std::initializer_list<BoxPart> parts, int gap, const QMargins& margins) {
    return inBox(QBoxLayout::TopToBottom, holder, parts, gap, margins);
}

QBoxLayout* inRow(QWidget* holder, std::initializer_list<BoxPart> parts, int gap, const QMargins& margins) {
    return inBox(QBoxLayout::LeftToRight, holder, parts, gap, margins);
}

void inMiddle(QWidget* page, std::initializer_list<BoxPart> parts) {
    QBoxLayout* const column = inColumn(page, parts, -1, {9, 9, 9, 9});
    column->insertStretch(0);
    column->addStretch();
}

QWidget* inStrip(std::initializer_list<QWidget*> widgets) {
    auto* strip = new QWidget;
    auto* flow = new FlowLayout(strip);
    for (QWidget* widget : widgets) flow->addWidget(widget);
    return strip;
}

namespace {

/// Invalidates a layout and all nested layouts. Otherwise, hidden layouts would keep their cached sizes.
void forgetLayout(QLayout* layout) {
    layout->invalidate();
    for (int i = 0; i < layout->count(); ++i)
        if (QLayout* const inner = layout->itemAt(i)->layout()) forgetLayout(inner);
}

} // namespace

void forgetSizes(QWidget* whole) {
    const QList<QWidget*> inside = whole->findChildren<QWidget*>();
    // Process the widgets in reverse order, so that the innermost ones come first.
    for (auto each = inside.rbegin(); each != inside.rend(); ++each) {
        if ((*each)->layout() != nullptr) forgetLayout((*each)->layout());
        (*each)->updateGeometry();
    }
    if (whole->layout() != nullptr) forgetLayout(whole->layout());
    whole->updateGeometry();
}

void keepShares(QSplitter* splitter) {
    struct Kept {
        double scale = theme().scale(); ///< font scale to which the current sizes belong
        /// Sizes for each combination of font scale, orientation and hidden parts. A hidden part has the size 0, which
        /// must not be restored after the part has been shown.
        std::map<std::tuple<double, Qt::Orientation, QList<bool>>, QList<int>> sizes;
    };
    const auto key = [splitter](double scale) {
        QList<bool> hidden;
        for (int i = 0; i < splitter->count(); ++i) hidden.append(splitter->widget(i)->isHidden());
        return std::tuple(scale, splitter->orientation(), hidden);
    };
    const auto kept = std::make_shared<Kept>();
    QObject::connect(&theme(), &Theme::changed, splitter, [splitter, kept, key] {
        if (theme().scale() == kept->scale) return;
        // Save the old sizes of the splitter. Its layout has not been updated for the new font yet. A splitter without
        // a layout has no sizes.
        if (splitter->isVisible() || !splitter->testAttribute(Qt::WA_PendingResizeEvent))
            kept->sizes[key(kept->scale)] = splitter->sizes();
        kept->scale = theme().scale();
        const auto restore = [splitter, kept, key] {
            const auto before = kept->sizes.find(key(theme().scale()));
            if (before != kept->sizes.end() && before->second.size() == splitter->count())
                splitter->setSizes(before->second);
        };
        // Restore the sizes of the splitter when the minimum sizes are known, and again after the docks have been
        // restored.
        QTimer::singleShot(0, splitter, [splitter, restore] {
            restore();
            QTimer::singleShot(0, splitter, restore);
        });
    });
}

QSplitter* inSplitter(Qt::Orientation orientation, std::initializer_list<BoxPart> parts) {
    auto* splitter = new QSplitter(orientation);
    splitter->setChildrenCollapsible(false);
    keepShares(splitter);
    for (const BoxPart& part : parts) {
        splitter->addWidget(part.widget);
        splitter->setStretchFactor(splitter->count() - 1, part.stretch);
    }
    return splitter;
}

QStackedWidget* inStack(std::initializer_list<QWidget*> pages) {
    auto* stack = new QStackedWidget;
    for (QWidget* page : pages) stack->addWidget(page);
    return stack;
}

QTabWidget* inTabs(std::initializer_list<std::pair<QWidget*, QString>> pages) {
    auto* tabs = new QTabWidget;
    tabs->setDocumentMode(true);
    for (const auto& [page, title] : pages) tabs->addTab(page, title);
    return tabs;
}

bool isLow(const QWidget* in_it) { return in_it->window()->height() < theme().px(480); }

void sizeAsShown(QStackedWidget* stack) {
    const auto size = [stack] {
        for (int i = 0; i < stack->count(); ++i) {
            const auto policy = i == stack->currentIndex() ? QSizePolicy::Preferred : QSizePolicy::Ignored;
            stack->widget(i)->setSizePolicy(policy, policy);
        }
    };
    QObject::connect(stack, &QStackedWidget::currentChanged, stack, size);
    QObject::connect(stack, &QStackedWidget::widgetRemoved, stack, size);
    size();
}

QScrollArea* scrolled(QWidget* page) {
    auto* area = new QScrollArea;
    area->setFrameShape(QFrame::NoFrame);
    area->setWidgetResizable(true);
    area->setFocusPolicy(Qt::NoFocus);
    if (page != nullptr) area->setWidget(page);
    return area;
}

QLabel* sentenceLabel(const char* object, const QString& accessible, Qt::TextInteractionFlags use) {
    auto* label = named(new QLabel, object, accessible);
    label->setWordWrap(true);
    label->setTextInteractionFlags(use);
    return label;
}

QLabel* richLabel(const char* object, const QString& accessible, Qt::TextInteractionFlags use) {
    QLabel* const label = sentenceLabel(object, accessible, use);
    label->setTextFormat(Qt::RichText);
    return label;
}

QFormLayout* narrowForm(QWidget* holder) {
    auto* form = new QFormLayout(holder);
    form->setContentsMargins(0, 0, 0, 0);
    form->setVerticalSpacing(4);
    form->setFieldGrowthPolicy(QFormLayout::AllNonFixedFieldsGrow);
    return form;
}

QWidget* labelled(const QString& words, QWidget* field, int spacing) {
    auto* both = new QWidget;
    auto* label = new QLabel(words);
    label->setBuddy(field);
    inRow(both, {label, field}, spacing);
    return both;
}

QComboBox* comboBox(const char* object, const QString& accessible, const QString& tip,
                    std::initializer_list<std::pair<QString, QVariant>> entries) {
    QComboBox* box = named(new ComboBox, object, accessible, tip);
    box->setSizeAdjustPolicy(QComboBox::AdjustToContents);
    for (const auto& [title, value] : entries) box->addItem(title, value);
    // When the theme changes, change a property of the combo box. Otherwise, it would keep the size for its old font.
    QObject::connect(&theme(), &Theme::changed, box, [box] {
        const int letters = box->minimumContentsLength();
        box->setMinimumContentsLength(letters + 1);
        box->setMinimumContentsLength(letters);
    });
    return box;
}

namespace {

/// Connects a combo box to a setting in both directions and returns the combo box. If the combo box has no entry for
/// the current value, adds one.
QComboBox* mirrored(Session& session, QComboBox* box, const QString& key, const QString& words) {
    const auto show = [&session, box, key](const QString& changed) {
        const QVariant now = key == QLatin1String("block") ? QVariant(session.block()) : session.precision();
        if (changed != key || showEntry(box, now)) return;
        box->addItem(now.toString(), now);
        showEntry(box, now);
    };
    QObject::connect(&session, &Session::choiceChanged, box, show);
    choosesFor(session, box, key, words);
    show(key);
    return box;
}

} // namespace

QComboBox* precisionBox(Session& session, const char* object, const QString& tip) {
    QComboBox* box =
        comboBox(object, Text::tr("Precision"), tip,
                 {{Text::tr("double"), QStringLiteral("double")}, {Text::tr("float"), QStringLiteral("float")}});
    return mirrored(session, box, QStringLiteral("precision"), Text::tr("precision %1"));
}

QComboBox* blockBox(Session& session, const char* object, const QString& tip) {
    QComboBox* box = comboBox(object, Text::tr("Threads per block"), tip);
    for (const int size : {32, 64, 128, 256, 512, 1024}) box->addItem(QString::number(size), size);
    return mirrored(session, box, QStringLiteral("block"), Text::tr("%1 threads per block"));
}

void holdWidth(QComboBox* box, int letters, int large) {
    box->setSizeAdjustPolicy(QComboBox::AdjustToMinimumContentsLengthWithIcon);
    onTheme(box, [=] { box->setMinimumContentsLength(large > 0 && theme().scale() >= 1.5 ? large : letters); });
}

void addEntry(QComboBox* box, const QString& title, const QVariant& value, const QString& tip) {
    box->addItem(title, value);
    box->setItemData(box->count() - 1, tip, Qt::ToolTipRole);
}

bool showEntry(QComboBox* box, const QVariant& value) {
    const int index = box->findData(value);
    if (index >= 0) box->setCurrentIndex(index);
    return index >= 0;
}

void choosesFor(Session& session, QComboBox* box, const QString& key, const QString& words) {
    QObject::connect(box, &QComboBox::activated, &session, [&session, box, key, words] {
        session.setChoice(key, box->currentData(), words.arg(box->currentText()));
    });
}

QPushButton* pushButton(const char* object, const QString& text, const QString& tip) {
    return named(new QPushButton(text), object, QString(text).remove(QLatin1Char('&')).remove(QLatin1String("...")),
                 tip);
}

QToolButton* toolButton(const QString& text, const QString& tip) {
    auto* button = new QToolButton;
    button->setText(text);
    button->setToolTip(tip);
    button->setAccessibleName(tip);
    button->setFocusPolicy(Qt::TabFocus);
    return button;
}

QToolButton* predictButton(Session& session, const char* object, const QString& key, const QString& tip) {
    QToolButton* button = named(toolButton(Text::tr("Predict"), {}), object, Text::tr("Predict first"), tip);
    button->setCheckable(true);
    const auto follow = [&session, button, key](const QString& changed) {
        const QSignalBlocker quiet(button);
        if (changed == key) button->setChecked(session.choice(key).toBool());
    };
    QObject::connect(button, &QToolButton::toggled, &session,
                     [&session, key](bool on) { session.setChoice(key, on, Text::tr("predict first")); });
    QObject::connect(&session, &Session::choiceChanged, button, follow);
    follow(key);
    return button;
}

QAction* addChoice(QMenu* menu, QActionGroup* group, const QString& name, const QString& text, bool is_ticked) {
    QAction* const action = group->addAction(menu->addAction(text));
    action->setObjectName(name);
    action->setCheckable(true);
    action->setChecked(is_ticked);
    return action;
}

QWidget* sentencePage(QLabel*& words, QPushButton*& button, const QString& text, const QString& button_text) {
    auto* page = new QWidget;
    words = new QLabel(text);
    words->setAlignment(Qt::AlignCenter);
    words->setWordWrap(true);
    button = new QPushButton(button_text);
    inMiddle(page, {words, {button, 0, Qt::AlignCenter}});
    return page;
}

void showProgress(QProgressBar* bar, const QString& stage, qint64 done, qint64 total) {
    bar->setRange(0, total > 0 ? 1000 : 0);
    if (total > 0) bar->setValue(static_cast<int>(1000.0 * static_cast<double>(done) / static_cast<double>(total)));
    bar->setFormat(stage + QStringLiteral(" %p %"));
}

void setInk(QWidget* widget, const QColor& ink, const QColor& ground) {
    QPalette colours = widget->palette();
    colours.setColor(QPalette::WindowText, ink);
    if (ground.isValid()) colours.setColor(QPalette::Window, ground);
    widget->setPalette(colours);
}

} // namespace warploom::ui
