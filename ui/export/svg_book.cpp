#include "ui/export/svg_book.h"

#include "ui/charts/chart_export.h"

namespace warploom::ui {
namespace {

/// Returns a hash that is the same on every computer, to make exports reproducible.
unsigned fingerprint(const QByteArray& bytes) {
    unsigned sum = 2166136261U;
    for (const char c : bytes) sum = (sum ^ static_cast<unsigned char>(c)) * 16777619U;
    return sum;
}

} // namespace

QByteArray SvgBook::classOf(const QByteArray& light, const QByteArray& dark) {
    const QByteArray both = light + '|' + dark;
    const auto at = classes_.constFind(both);
    const int number = at == classes_.cend() ? static_cast<int>(rules_.size()) : *at;
    if (at == classes_.cend()) {
        classes_.insert(both, number);
        rules_.push_back(both);
    }
    return 'p' + QByteArray::number(number, 36);
}

QByteArray SvgBook::colourClass(const QString& light, const QString& dark) {
    return classOf("color:" + light.toUtf8() + ';', "color:" + dark.toUtf8() + ';');
}

QByteArray SvgBook::styleSheet() const {
    QByteArray light, dark;
    for (std::size_t i = 0; i < rules_.size(); ++i) {
        const QList<QByteArray> both = rules_[i].split('|');
        const QByteArray name = ".p" + QByteArray::number(static_cast<qulonglong>(i), 36) + '{';
        light += name + both[0] + "}\n";
        if (both[0] != both[1]) dark += name + both[1] + "}\n";
    }
    return light + "@media screen and (prefers-color-scheme:dark){\n" + dark + "}\n";
}

/// Returns the SVG of an element that combines both themes, or std::nullopt if the light and dark versions differ in
/// more than colors.
std::optional<QByteArray> SvgBook::written(const SvgElement& light, const SvgElement& dark) {
    if (light.name == "image" && dark.name == "image" && light.place != dark.place)
        // CSS classes cannot color bitmaps, so store a separate bitmap for each theme.
        return "<image class=\"light\"" + light.place + "/><image class=\"dark\"" + dark.place + "/>";
    if (light.name != dark.name || light.place != dark.place || light.text != dark.text ||
        light.children.size() != dark.children.size())
        return std::nullopt;
    const bool is_nothing = light.name == "g" && light.look.isEmpty() && dark.look.isEmpty() && light.place.isEmpty();
    QByteArray text = is_nothing ? QByteArray() : '<' + light.name;
    if (!light.look.isEmpty() || !dark.look.isEmpty()) text += " class=\"" + classOf(light.look, dark.look) + '"';
    text += light.place;
    if (light.children.empty() && light.text.isEmpty()) return text + "/>";
    if (!is_nothing) text += '>' + htmlOf(light.text);
    for (std::size_t i = 0; i < light.children.size(); ++i) {
        const std::optional<QByteArray> child = written(light.children[i], dark.children[i]);
        if (!child) return std::nullopt;
        text += *child;
    }
    return is_nothing ? text : text + "</" + light.name + '>';
}

/// Replaces repeated sequences of SVG elements with references to the first occurrence. Only the contents of the
/// elements determine where a sequence ends, so equal elements form the same sequences in every image.
QByteArray SvgBook::inPieces(const std::vector<QByteArray>& elements) {
    constexpr int least = 160; // minimum size in bytes of a sequence that is worth replacing with a reference
    QByteArray all, piece;
    const auto close = [&] {
        if (piece.size() < least) {
            all += piece;
        } else if (const auto at = pieces_.constFind(piece); at != pieces_.cend()) {
            all += "<use href=\"#u" + QByteArray::number(*at, 36) + "\"/>";
        } else {
            const int number = static_cast<int>(pieces_.size());
            pieces_.insert(piece, number);
            all += "<g id=\"u" + QByteArray::number(number, 36) + "\">" + piece + "</g>";
        }
        piece.clear();
    };
    for (const QByteArray& element : elements) {
        piece += element;
        if (fingerprint(element) % 12 == 0) close();
    }
    close();
    return all;
}

QByteArray SvgBook::add(const Drawing& drawing, const QSize& size, const QByteArray& attributes) {
    const QByteArray prefix = 'n' + QByteArray::number(pictures_++, 36) + '-';
    const auto read = [&](const Colours& colours, const QByteArray& own_prefix) {
        const QByteArray svg = svgOf(size, [&](QCPPainter& painter) { drawing(painter, size, colours); });
        return readSvg(svg, own_prefix, widths_);
    };
    // Make images slightly larger than on the Step page, but small enough to fit on the screen together with the text.
    const QByteArray open = " width=\"" + QByteArray::number(size.width() * 5 / 4) + "\" viewBox=\"0 0 " +
                            QByteArray::number(size.width()) + ' ' + QByteArray::number(size.height()) +
                            "\" role=\"img\" " + attributes + '>';
    // The root element of each image contains a single group with the same attributes in all images.
    const auto parts = [](const SvgElement& root) {
        std::vector<SvgElement> all;
        for (const SvgElement& child : root.children) {
            if (child.name == "g") all.insert(all.end(), child.children.begin(), child.children.end());
            else all.push_back(child);
        }
        return all;
    };
    const auto alone = [&](const std::vector<SvgElement>& all) {
        std::vector<QByteArray> texts;
        for (const SvgElement& each : all) texts.push_back(*written(each, each));
        return texts;
    };
    const std::vector<SvgElement> light = parts(read(Theme::light(), prefix)),
                                  dark = parts(read(Theme::darkColours(), prefix));
    std::vector<QByteArray> both;
    bool is_same = light.size() == dark.size();
    for (std::size_t i = 0; is_same && i < light.size(); ++i) {
        const std::optional<QByteArray> text = written(light[i], dark[i]);
        is_same = text.has_value();
        if (text) both.push_back(*text);
    }
    if (is_same) return "<svg" + open + inPieces(both) + "</svg>";
    // The structure of the image differs between the themes, so store two separate images.
    return "<svg class=\"light\"" + open + inPieces(alone(light)) + "</svg><svg class=\"dark\"" + open +
           inPieces(alone(parts(read(Theme::darkColours(), 'd' + prefix)))) + "</svg>";
}

} // namespace warploom::ui
