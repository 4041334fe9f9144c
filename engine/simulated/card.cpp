#include "engine/simulated/card.h"

#include "engine/built_in.h"
#include "engine/error.h"
#include "engine/regular_file.h"
#include "engine/whole_file.h"

#include <algorithm>
#include <cstdlib>
#include <filesystem>

namespace warploom {
const std::vector<BuiltInFile>& built_in_cards(); // datasets/cards/*.json
} // namespace warploom

namespace warploom::simulated {

namespace {

Card card_in(const std::string& path) {
    return card_from_json(read_regular_file(path, largest_card, "A card file is JSON of a few kilobytes."), path);
}

const std::vector<Card>& own_cards() {
    static const std::vector<Card> list = [] {
        std::vector<Card> read;
        for (const BuiltInFile& file : built_in_cards()) read.push_back(card_from_json(file.text, file.name));
        std::stable_sort(read.begin(), read.end(),
                         [](const Card& a, const Card& b) { return a.announced < b.announced; });
        return read;
    }();
    return list;
}

std::vector<Card> user_cards(std::vector<std::string>* complaints) {
    std::vector<Card> found;
    std::vector<std::filesystem::path> paths;
    std::error_code missing;
    for (const auto& entry : std::filesystem::directory_iterator(user_card_folder(), missing))
        if (entry.path().extension() == ".json") paths.push_back(entry.path());
    std::sort(paths.begin(), paths.end());
    for (const auto& path : paths) try {
            Card card = card_in(path.string());
            if (card.id != path.stem().string())
                throw Error("card.format", "The card " + path.string() + " cannot be used: its id is \"" + card.id +
                                               "\", which is not the file's name.");
            found.push_back(std::move(card));
        } catch (const Error& error) {
            if (complaints != nullptr)
                complaints->push_back(error.what() + (error.hint().empty() ? "" : " " + error.hint()));
        }
    return found;
}

} // namespace

std::vector<Card> cards(std::vector<std::string>* complaints) {
    std::vector<Card> all = own_cards();
    std::vector<Card> others, own = user_cards(complaints);
    for (auto& card : own) {
        const auto same = std::find_if(all.begin(), all.end(), [&](const Card& c) { return c.id == card.id; });
        if (same != all.end()) *same = std::move(card);
        else others.push_back(std::move(card));
    }
    all.insert(all.end(), others.begin(), others.end());
    return all;
}

Card find_card(const std::string& id_or_path) {
    std::string list;
    for (auto& card : cards()) {
        if (card.id == id_or_path) return card;
        list += (list.empty() ? "" : ", ") + card.id;
    }
    const bool looks_like_a_path =
        id_or_path.find('/') != std::string::npos ||
        (id_or_path.size() > 5 && id_or_path.compare(id_or_path.size() - 5, 5, ".json") == 0);
    if (looks_like_a_path) return card_in(id_or_path);
    throw Error("card.unknown", "There is no card \"" + id_or_path + "\".",
                "Known are: " + list + ". A card file can be named by its path.");
}

std::string user_card_folder() {
    if (const char* data = std::getenv("XDG_DATA_HOME"); data != nullptr && data[0] == '/')
        return std::string(data) + "/warploom/cards";
    const char* home = std::getenv("HOME");
    return std::string(home != nullptr ? home : ".") + "/.local/share/warploom/cards";
}

std::string save_user_card(const Card& card) {
    const std::string text = card_to_json(card);
    card_from_json(text, card.id); // what cannot be read again is not written
    const std::string path = user_card_folder() + "/" + card.id + ".json";
    std::error_code failure;
    std::filesystem::create_directories(user_card_folder(), failure);
    if (failure)
        throw Error("file.write", "Cannot write '" + path + "': its folder cannot be made (" + failure.message() + ").",
                    "Free some space or set XDG_DATA_HOME to a folder that you may write to.");
    write_whole_file(path, text, true);
    return path;
}

} // namespace warploom::simulated
