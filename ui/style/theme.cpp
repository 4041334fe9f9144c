#include "ui/style/theme.h"

#include "engine/embedded_file.h"

#include <QApplication>
#include <QByteArray>
#include <QFontDatabase>
#include <QLabel>
#include <QPainter>
#include <QPixmap>
#include <QProxyStyle>
#include <QStyleFactory>
#include <QStyleOption>
#include <QSvgRenderer>
#include <QToolTip>

#include <algorithm>
#include <cmath>

namespace warploom {

// The icons ui/style/icons/*.svg, which are painted in the colors of the theme.
const std::vector<EmbeddedFile>& icon_files();
} // namespace warploom

namespace warploom::ui {
namespace {

double channel(double c) { return c <= 0.04045 ? c / 12.92 : std::pow((c + 0.055) / 1.055, 2.4); }

double luminance(const QColor& c) {
    return 0.2126 * channel(c.redF()) + 0.7152 * channel(c.greenF()) + 0.0722 * channel(c.blueF());
}

/// Lightens or darkens a color until it has the requested contrast to `canvas`. Preserves the hue.
QColor standing_out(QColor colour, const QColor& canvas, double wanted) {
    const bool lighten = luminance(canvas) < 0.18;
    for (int i = 0; i < 200 && contrast(colour, canvas) < wanted; ++i) {
        float h = 0, s = 0, l = 0;
        colour.getHslF(&h, &s, &l);
        l = std::clamp(l + (lighten ? 0.01f : -0.01f), 0.0f, 1.0f);
        colour = QColor::fromHslF(std::max(h, 0.0f), s, l);
    }
    return colour;
}

void add_series(Colours& c) {
    c.series = {QColor(0x00, 0x72, 0xB2), QColor(0xE6, 0x9F, 0x00),
                QColor(0x00, 0x9E, 0x73), QColor(0xD5, 0x5E, 0x00),
                QColor(0xCC, 0x79, 0xA7), QColor(0x56, 0xB4, 0xE9),
                QColor(0xF0, 0xE4, 0x42), c.dark ? QColor(Qt::white) : QColor(Qt::black)};
    for (const QColor& colour : c.series) c.strokes.append(standing_out(colour, c.canvas, 3.2));
}

/// Creates all colors for the light or the dark theme.
Colours make_colours(bool dark) {
    static constexpr struct {
        QColor Colours::*colour;
        const char *light, *dark;
    } both[] = {{&Colours::canvas, "#ffffff", "#14171b"},      {&Colours::surface, "#f3f4f6", "#1e2227"},
                {&Colours::text, "#16191d", "#e9ebee"},        {&Colours::muted, "#555d67", "#a9b1bb"},
                {&Colours::grid, "#e2e5e9", "#2d333b"},        {&Colours::outline, "#7d858f", "#79828d"},
                {&Colours::accent, "#0072B2", "#56B4E9"},      {&Colours::problem, "#fde7d6", "#4d2c14"},
                {&Colours::active_lane, "#0072B2", "#56B4E9"}, {&Colours::waiting_lane, "#D0D0D0", "#505050"},
                {&Colours::padding, "#999999", "#999999"},     {&Colours::wasted, "#D55E00", "#D55E00"},
                {&Colours::used, "#009E73", "#009E73"},        {&Colours::wrong, "#D55E00", "#F07A1F"}};
    Colours c;
    c.dark = dark;
    for (const auto& each : both) c.*each.colour = QColor(dark ? each.dark : each.light);
    add_series(c);
    return c;
}

QColor from_stops(const QVector<QColor>& stops, double t) {
    const double at = std::clamp(t, 0.0, 1.0) * (stops.size() - 1);
    const int i = std::min(static_cast<int>(at), static_cast<int>(stops.size()) - 2);
    const double f = at - i;
    const auto mix = [f](int a, int b) { return static_cast<int>(std::lround(a + f * (b - a))); };
    const QColor& a = stops[i];
    const QColor& b = stops[i + 1];
    return QColor(mix(a.red(), b.red()), mix(a.green(), b.green()), mix(a.blue(), b.blue()));
}

/// The Fusion style with pixel sizes that follow the presenter scale.
class ScaledStyle : public QProxyStyle {
    /// Returns `option` if it belongs to a tool button with a menu but without a separate menu arrow; otherwise,
    /// returns null.
    static const QStyleOptionToolButton* menuButton(const QStyleOption* option) {
        const auto* const button = qstyleoption_cast<const QStyleOptionToolButton*>(option);
        const auto kind = QStyleOptionToolButton::HasMenu | QStyleOptionToolButton::MenuButtonPopup;
        return button != nullptr && (button->features & kind) == QStyleOptionToolButton::HasMenu ? button : nullptr;
    }

public:
    ScaledStyle() : QProxyStyle(QStyleFactory::create(QStringLiteral("Fusion"))) {}

    /// Makes labels show plain text by default, because Qt would interpret tags in file names or messages as HTML. Code
    /// that shows HTML in a label must call setTextFormat(). The default also applies to tooltips and message boxes.
    using QProxyStyle::polish;
    void polish(QWidget* widget) override {
        QProxyStyle::polish(widget);
        auto* const label = qobject_cast<QLabel*>(widget);
        if (label != nullptr && label->textFormat() == Qt::AutoText) label->setTextFormat(Qt::PlainText);
    }

    /// Paints toolbars without Fusion's gradient, and makes room for the menu arrow next to the label of a tool button.
    void drawControl(ControlElement element, const QStyleOption* option, QPainter* painter,
                     const QWidget* widget) const override {
        if (element == CE_ToolBar) {
            painter->fillRect(option->rect, option->palette.window());
            return;
        }
        if (const auto* const button = menuButton(option); element == CE_ToolButtonLabel && button != nullptr) {
            QStyleOptionToolButton label = *button;
            const int arrow = proxy()->pixelMetric(PM_MenuButtonIndicator, option, widget);
            label.rect = visualRect(option->direction, option->rect, option->rect.adjusted(0, 0, -arrow, 0));
            QProxyStyle::drawControl(element, &label, painter, widget);
            return;
        }
        QProxyStyle::drawControl(element, option, painter, widget);
    }

    QSize sizeFromContents(ContentsType type, const QStyleOption* option, const QSize& size,
                           const QWidget* widget) const override {
        QSize all = QProxyStyle::sizeFromContents(type, option, size, widget);
        if (type == CT_ToolButton && menuButton(option) != nullptr)
            all.rwidth() += proxy()->pixelMetric(PM_MenuButtonIndicator, option, widget);
        return all;
    }

    /// Repaints the outlines of check boxes and line edits, because Fusion's dark outline is invisible in dark mode.
    void drawPrimitive(PrimitiveElement element, const QStyleOption* option, QPainter* painter,
                       const QWidget* widget) const override {
        if (const auto* const button = menuButton(option); element == PE_IndicatorArrowDown && button != nullptr) {
            QStyleOptionToolButton arrow = *button; // Fusion's menu arrow would cover the last letter of the text
            const int size = proxy()->pixelMetric(PM_MenuButtonIndicator, option, widget) * 2 / 3;
            const QRect whole = widget != nullptr ? widget->rect() : option->rect;
            arrow.rect = visualRect(option->direction, whole,
                                    QRect(whole.right() - size - size / 2, whole.center().y() - size / 2, size, size));
            QProxyStyle::drawPrimitive(element, &arrow, painter, widget);
            return;
        }
        QProxyStyle::drawPrimitive(element, option, painter, widget);
        if (element != PE_IndicatorCheckBox && element != PE_IndicatorItemViewItemCheck && element != PE_FrameLineEdit)
            return;
        painter->setPen(theme().colours().outline);
        painter->setBrush(Qt::NoBrush);
        painter->drawRect(option->rect.adjusted(0, 0, -1, -1));
    }

    int pixelMetric(PixelMetric metric, const QStyleOption* option, const QWidget* widget) const override {
        const int base = QProxyStyle::pixelMetric(metric, option, widget);
        switch (metric) {
        case PM_SmallIconSize:
        case PM_ButtonIconSize:
        case PM_TabBarIconSize:
        case PM_ListViewIconSize:
        case PM_ToolBarIconSize:
        case PM_IndicatorWidth:
        case PM_IndicatorHeight:
        case PM_ExclusiveIndicatorWidth:
        case PM_ExclusiveIndicatorHeight:
        case PM_ScrollBarExtent:
        case PM_TabBarTabVSpace:
        case PM_SplitterWidth:
        case PM_MenuButtonIndicator: return static_cast<int>(std::lround(base * theme().scale()));
        default: return base; // do not scale other metrics, such as the spacing of tabs, so that all tabs of a page fit
        }
    }
};

QPalette make_palette(const Colours& c) {
    QPalette p;
    p.setColor(QPalette::Window, c.surface);
    p.setColor(QPalette::WindowText, c.text);
    p.setColor(QPalette::Base, c.canvas);
    p.setColor(QPalette::AlternateBase, c.surface);
    p.setColor(QPalette::Text, c.text);
    p.setColor(QPalette::Button, c.dark ? QColor("#2b3138") : QColor("#ffffff"));
    p.setColor(QPalette::ButtonText, c.text);
    p.setColor(QPalette::BrightText, c.wrong);
    p.setColor(QPalette::ToolTipBase, c.dark ? QColor("#2b3138") : QColor("#ffffff"));
    p.setColor(QPalette::ToolTipText, c.text);
    p.setColor(QPalette::PlaceholderText, c.muted);
    p.setColor(QPalette::Link, c.accent);
    p.setColor(QPalette::LinkVisited, c.accent);
    p.setColor(QPalette::Highlight, c.accent);
    p.setColor(QPalette::HighlightedText, c.dark ? QColor("#0b0d10") : QColor(Qt::white));
    p.setColor(QPalette::Light, c.dark ? QColor("#3a414a") : QColor(Qt::white));
    p.setColor(QPalette::Midlight, c.dark ? QColor("#333942") : QColor("#f8f9fa"));
    p.setColor(QPalette::Mid, c.dark ? QColor("#4a525c") : QColor("#c3c9d0"));
    p.setColor(QPalette::Dark, c.dark ? QColor("#0b0d10") : QColor("#9aa2ac"));
    p.setColor(QPalette::Shadow, QColor(Qt::black));
    for (const auto role : {QPalette::WindowText, QPalette::Text, QPalette::ButtonText})
        p.setColor(QPalette::Disabled, role, c.outline);
    p.setColor(QPalette::Disabled, QPalette::Highlight, c.outline);
    return p;
}

} // namespace

QColor mixed(const QColor& over, const QColor& under, double share) {
    return QColor::fromRgbF(static_cast<float>(over.redF() * share + under.redF() * (1 - share)),
                            static_cast<float>(over.greenF() * share + under.greenF() * (1 - share)),
                            static_cast<float>(over.blueF() * share + under.blueF() * (1 - share)));
}

double contrast(const QColor& a, const QColor& b) {
    const double la = luminance(a), lb = luminance(b);
    return (std::max(la, lb) + 0.05) / (std::min(la, lb) + 0.05);
}

QColor inkOn(const QColor& fill) {
    return contrast(fill, Qt::white) >= contrast(fill, Qt::black) ? QColor(Qt::white) : QColor(Qt::black);
}

QVector<QColor> Colours::cividis() {
    return {"#00224e", "#083370", "#35456c", "#4f576c", "#666970", "#7d7c78",
            "#948e77", "#aea371", "#c8b866", "#e5cf52", "#fee838"};
}

QColor Colours::density(double t) {
    static const QVector<QColor> stops = cividis();
    return from_stops(stops, t);
}

const Colours& Theme::light() {
    static const Colours colours = make_colours(false);
    return colours;
}

const Colours& Theme::darkColours() {
    static const Colours colours = make_colours(true);
    return colours;
}

const Colours& Theme::print() {
    static const Colours colours = [] {
        Colours c = make_colours(false);
        c.text = QColor(Qt::black);
        c.outline = QColor("#404040");
        c.surface = QColor(Qt::white);
        return c;
    }();
    return colours;
}

Theme& theme() {
    static Theme instance;
    return instance;
}

Theme::Theme() : colours_(light()) {}

int Theme::px(double pixels) const { return static_cast<int>(std::lround(pixels * scale_)); }

QFont Theme::font(double relative, bool bold) const {
    QFont font = QApplication::font();
    // A font size of 8.25 points is 11 px at 96 dpi, which is the minimum that can be read from the back row of a
    // lecture hall.
    font.setPointSizeF(std::max(base_point_size_ * relative, 8.25) * scale_);
    font.setBold(bold);
    return font;
}

QFont Theme::monospace(double relative) const {
    QFont font = QFontDatabase::systemFont(QFontDatabase::FixedFont);
    font.setPointSizeF(std::max(base_point_size_ * relative, 8.25) * scale_);
    return font;
}

void Theme::install(QApplication& application) {
    application_ = &application;
    base_point_size_ = std::max(application.font().pointSizeF(), 9.0);
    QApplication::setStyle(new ScaledStyle);
    apply();
}

void Theme::setMode(Mode mode) {
    if (mode == mode_) return;
    mode_ = mode;
    apply();
}

void Theme::setScale(double scale) {
    scale = std::clamp(scale, 1.0, 2.5);
    if (scale == scale_) return;
    scale_ = scale;
    apply();
}

void Theme::apply() {
    if (application_ != nullptr && mode_ == Mode::follow_system) {
        // Before Qt 6.5, there is no property for the color scheme, so use the palette of the platform.
        QApplication::setPalette(QPalette());
        system_dark_ = QApplication::palette().color(QPalette::Window).lightness() < 128;
    }
    const bool dark = mode_ == Mode::dark || (mode_ == Mode::follow_system && system_dark_);
    colours_ = dark ? darkColours() : light();
    icons_.clear();
    if (application_ != nullptr) {
        QApplication::setPalette(make_palette(colours_));
        QToolTip::setPalette(make_palette(colours_));
        QFont base = QApplication::font();
        base.setPointSizeF(base_point_size_ * scale_);
        QApplication::setFont(base);
        // Update the fonts of the widgets first, because pages measure them when they handle changed().
        QCoreApplication::sendPostedEvents(nullptr, QEvent::ApplicationFontChange);
        QCoreApplication::sendPostedEvents(nullptr, QEvent::FontChange);
    }
    emit changed();
}

namespace {

QPixmap iconPixmap(QByteArray file, const QColor& ink, int size) {
    QSvgRenderer svg(file.replace("currentColor", ink.name().toLatin1()));
    QPixmap image(size, size);
    image.fill(Qt::transparent);
    QPainter painter(&image);
    painter.setRenderHint(QPainter::Antialiasing);
    svg.render(&painter);
    return image;
}

} // namespace

QIcon Theme::icon(const QString& name) const {
    if (const auto known = icons_.constFind(name); known != icons_.constEnd()) return *known;
    QIcon icon;
    if (const EmbeddedFile* file = find_embedded_file(icon_files(), name.toStdString() + ".svg")) {
        const QByteArray text = QByteArray::fromStdString(file->text);
        for (const int size : {16, 24, 32, 48, 64, 96}) {
            icon.addPixmap(iconPixmap(text, colours_.text, size), QIcon::Normal);
            icon.addPixmap(iconPixmap(text, colours_.outline, size), QIcon::Disabled);
        }
    }
    return icons_.insert(name, icon).value();
}

} // namespace warploom::ui
