#include "app/exercise/grade.h"

#include "app/child_program/child_program.h"
#include "app/exercise/likeness.h"
#include "engine/atomic_file.h"
#include "engine/error.h"
#include "engine/exercise/exercise.h"
#include "engine/exercise/hand_in.h"
#include "engine/format_number.h"
#include "engine/join.h"
#include "engine/parallel.h"
#include "engine/regular_file.h"
#include "engine/sentence.h"
#include "engine/terminal_text.h"
#include "engine/text_encoding.h"
#include "engine/thread_limit.h"

#include <sys/resource.h>

#include <algorithm>
#include <cctype>
#include <csignal>
#include <filesystem>
#include <iterator>
#include <map>
#include <tuple>

namespace warploom::app {

using exercise::Exercise;
using exercise::GateResult;
using exercise::GateState;
using exercise::Grading;

namespace {

namespace fs = std::filesystem;

constexpr std::size_t most_hand_ins = 10'000;

struct Found {
    Graded graded;
    std::string path, text;
    bool is_link = false;
};

/// Returns whether a file is hidden by Unix convention or belongs to the folder that macOS adds to archives.
bool is_hidden(const std::string& name) { return name[0] == '.' || name == "__MACOSX"; }

std::string in_lower_case(std::string text) {
    for (char& c : text) c = static_cast<char>(std::tolower(static_cast<unsigned char>(c)));
    return text;
}

std::string hint_for_other_file(const std::string& extension) {
    const std::string lower = in_lower_case(extension);
    if (lower == ".cu") return sentence("Rename the file so that its name ends in .cu (lowercase).");
    if (lower == ".zip" || lower == ".7z" || lower == ".rar" || lower == ".gz" || lower == ".tar")
        return sentence("Unpack the archive and submit the .cu file.");
    return sentence("Submit the kernel as a .cu file.");
}

/// Adds the files in a folder. Does not follow symbolic links, because they may point outside the folder. Otherwise,
/// compiler messages could quote files that are not part of the submission.
void add_files(const fs::path& folder, const std::string& below, std::vector<Found>& found) {
    std::error_code failure;
    std::vector<Found> others; // files in a submission folder that are not CUDA sources
    const std::size_t before = found.size();
    for (const auto& entry : fs::directory_iterator(folder, failure)) {
        const std::string name = entry.path().filename().string();
        if (is_hidden(name)) continue;
        const bool is_link = entry.is_symlink(failure), is_in_top = below.empty();
        const bool is_folder = entry.is_directory(failure); // is_directory() would follow symbolic links
        if (is_in_top && is_folder && !is_link) add_files(entry.path(), name + "/", found);
        const bool is_answer = entry.path().extension() == ".cu" || (is_link && is_folder && is_in_top);
        if ((!is_answer && is_folder) || found.size() + others.size() >= most_hand_ins) continue;
        Found one;
        one.path = entry.path().string();
        one.graded.file = below + name;
        one.graded.name = is_in_top ? entry.path().stem().string() : below.substr(0, below.size() - 1);
        one.is_link = is_link;
        one.graded.is_hand_in = is_answer;
        (is_answer ? found : others).push_back(std::move(one));
    }
    // In a subfolder that contains a kernel, all other files belong to the same submission.
    const bool is_top = below.empty(), has_answer = found.size() > before;
    if (!is_top && !has_answer && others.empty() && found.size() < most_hand_ins) {
        Found& one = others.emplace_back();
        one.graded.file = one.graded.name = below.substr(0, below.size() - 1);
        one.graded.is_hand_in = false;
    }
    if (is_top || !has_answer) std::move(others.begin(), others.end(), std::back_inserter(found));
}

/// Returns a grading with zero points for a submission that could not be graded.
Grading not_judged(const Exercise& exercise, const std::string& why) {
    Grading judgement;
    judgement.exercise = exercise.id;
    judgement.out_of = exercise.points();
    judgement.gates = {
        {"clean", sentence("no findings"), GateState::missed, 0, exercise.points_clean, {}, why},
        {"right", sentence("correct result"), GateState::not_looked_at, 0, exercise.points_right, {}, ""}};
    for (const auto& gate : exercise.gates)
        judgement.gates.push_back({gate.id, gate.title, GateState::not_looked_at, 0, gate.points, {}, ""});
    return judgement;
}

/// Splits a name into lowercase words: ada, lovelace and 77 for "Ada Lovelace_77".
std::vector<std::string> words_of(const std::string& name) {
    std::vector<std::string> words(1);
    for (const char c : in_lower_case(name)) {
        const bool is_header = std::isalnum(static_cast<unsigned char>(c)) != 0 || static_cast<unsigned char>(c) >= 128;
        if (is_header) words.back() += c;
        else if (!words.back().empty()) words.emplace_back();
    }
    if (words.back().empty()) words.pop_back();
    return words;
}

/// Adds a remark to each submission whose header may contain someone else's name.
void flag_foreign_names(std::vector<Found>& found) {
    std::map<std::string, std::vector<std::size_t>> with_name;
    for (std::size_t i = 0; i < found.size(); ++i) {
        Graded& graded = found[i].graded;
        if (!graded.is_sealed) continue;
        with_name[graded.name].push_back(i);
        const std::size_t slash = graded.file.find('/');
        if (slash == std::string::npos) continue;
        const std::string owner = graded.file.substr(0, slash);
        const std::vector<std::string> ours = words_of(graded.name), theirs = words_of(owner);
        const bool is_alike = std::any_of(ours.begin(), ours.end(), [&](const std::string& word) {
            return std::find(theirs.begin(), theirs.end(), word) != theirs.end();
        });
        if (!is_alike)
            graded.remarks.push_back(sentence("sealed by {name}, but found in the folder "
                                              "{folder}",
                                              {{"name", graded.name}, {"folder", owner}}));
    }
    for (const auto& [name, all] : with_name)
        for (const std::size_t i : all) {
            const auto other =
                std::find_if(all.begin(), all.end(), [&](std::size_t o) { return found[o].text != found[i].text; });
            if (other != all.end())
                found[i].graded.remarks.push_back(
                    sentence("same author name as in {file}", {{"file", found[*other].graded.file}}));
        }
}

std::vector<Found> hand_ins_in(const std::string& folder, const Exercise& exercise) {
    std::vector<Found> found;
    add_files(folder, "", found);
    const auto is_hand_in = [](const Found& one) { return one.graded.is_hand_in; };
    if (std::none_of(found.begin(), found.end(), is_hand_in))
        throw Error("grade.folder",
                    found.empty() ? sentence("There are no submissions in '{folder}'.", {{"folder", folder}})
                    : found.front().path.empty()
                        ? sentence("There are no submissions in '{folder}': the subfolder '{file}' has no .cu file.",
                                   {{"folder", folder}, {"file", found.front().graded.file}})
                        : sentence("There are no submissions in '{folder}': '{file}' is not a .cu file.",
                                   {{"folder", folder}, {"file", found.front().graded.file}}),
                    sentence("Submissions are CUDA C files (.cu), either directly in the folder or in one subfolder "
                             "per student."));
    // List kernels first, because scripts that grade a single submission read only the first line of the output.
    const auto key = [](const Found& one) { return std::tuple(!one.graded.is_hand_in, one.graded.file); };
    std::sort(found.begin(), found.end(), [&](const Found& a, const Found& b) { return key(a) < key(b); });
    for (Found& one : found) try {
            if (!one.graded.is_hand_in) {
                const bool is_folder = one.path.empty();
                one.graded.remarks.emplace_back(is_folder ? sentence("not graded: no .cu file in this folder")
                                                          : sentence("not graded: not a .cu file"));
                throw Error("grade.file", hint_for_other_file(fs::path(one.path).extension().string()));
            }
            if (one.is_link) {
                one.graded.remarks.emplace_back(sentence("symbolic link, not graded"));
                throw Error("grade.link", sentence("Symbolic links are not graded."));
            }
            one.text = read_regular_file(one.path, exercise::largest_answer);
            if (is_utf16(one.text))
                one.graded.remarks.emplace_back(sentence("encoded in UTF-16; save the file as UTF-8"));
            one.text = to_utf8(std::move(one.text));
            if (exercise::asks_for_judge(one.text))
                one.graded.remarks.emplace_back(
                    sentence("uses the macro __WARPLOOM__ and may behave differently on a GPU"));
            const exercise::HandIn line = exercise::read_hand_in(one.text);
            one.graded.is_sealed = !line.name.empty();
            if (!line.name.empty()) one.graded.name = line.name;
            if (line.is_altered) one.graded.remarks.emplace_back(sentence("modified after it was sealed"));
            if (line.is_sealed && !line.is_altered && line.exercise != exercise.id)
                one.graded.remarks.push_back(
                    sentence("sealed for the exercise {exercise}", {{"exercise", line.exercise}}));
        } catch (const Error& error) {
            Grading& judgement = one.graded.judgement = not_judged(exercise, error.what());
            if (one.graded.is_hand_in) continue;
            // The criterion "no findings", which is the first one, does not apply to a file without a kernel.
            judgement.gates[0].state = GateState::not_looked_at;
            judgement.sentence = error.what();
        }
    flag_foreign_names(found);
    return found;
}

/// Returns a remark such as "identical to a.cu". If more sources are identical, the remark also states how many.
std::string equal_text(const std::vector<Found>& found, const std::vector<std::size_t>& all, std::size_t one) {
    const std::size_t first = all[0] == one ? all[1] : all[0], more = all.size() - 2;
    const std::string& other = found[first].graded.file;
    if (more == 0) return sentence("identical to {file}", {{"file", other}});
    return sentence("identical to {file} and {n} {n:other|others}", {{"file", other}, {"n", more}});
}

/// Adds a remark to each source that differs from another one only in comments and whitespace. To keep the remark
/// short, the remark names only one of the other sources and states how many more there are.
void flag_equal_texts(std::vector<Found>& found, const Exercise& exercise) {
    const std::string starter = exercise::fingerprint(exercise.starter);
    std::map<std::string, std::vector<std::size_t>> same;
    for (std::size_t i = 0; i < found.size(); ++i)
        if (found[i].graded.judgement.gates.empty()) same[exercise::fingerprint(found[i].text)].push_back(i);
    for (const auto& [print, all] : same)
        for (const std::size_t i : all) {
            std::vector<std::string>& remarks = found[i].graded.remarks;
            if (print == starter) remarks.emplace_back(sentence("unchanged starter"));
            else if (all.size() > 1) remarks.push_back(equal_text(found, all, i));
        }
}

/// Computes the similarity of all submissions that can be graded, and rounds it to the displayed precision.
void find_likeness(std::vector<Found>& found, const Exercise& exercise) {
    std::vector<std::size_t> places;
    std::vector<std::string> texts;
    for (std::size_t i = 0; i < found.size(); ++i)
        if (found[i].graded.judgement.gates.empty()) {
            places.push_back(i);
            texts.push_back(found[i].text);
        }
    const auto list = likeness_of(texts, exercise.starter);
    for (std::size_t i = 0; i < list.size(); ++i)
        if (list[i].is_known)
            found[places[i]].graded.likeness =
                sentence("{share} with {file}", {{"share", format_number(list[i].share, "%.2f")},
                                                 {"file", found[places[list[i].with]].graded.file}});
}

std::string why_it_ended(const ProgramEnd& end, int seconds) {
    if (!end.is_started) return sentence("The grading process could not be started.");
    if (end.is_late || end.signal == SIGXCPU || end.signal == SIGKILL)
        return sentence("The kernel did not finish within {seconds} seconds of CPU time, or used too much memory.",
                        {{"seconds", seconds}});
    if (end.signal == 0) return sentence("The grading process ended without a result.");
    return sentence("The grading process was terminated by signal {signal}.", {{"signal", end.signal}});
}

Grading judge_apart(const std::string& path, const Exercise& exercise, const GradeSettings& settings,
                    const std::atomic<bool>* cancelled) {
    const std::string program =
        settings.program.empty() ? fs::read_symlink("/proc/self/exe").string() : settings.program;
    // Allow extra time, because on a busy computer the process may have to wait for a CPU.
    const auto patience = std::chrono::seconds(5 * settings.seconds + 10);
    std::vector<std::string> command{program,      "exercise",
                                     "check",      path,
                                     "--exercise", settings.exercise,
                                     "--seed",     std::to_string(settings.seed),
                                     "--seconds",  std::to_string(settings.seconds),
                                     "--json"};
    if (settings.is_contest) command.emplace_back("--contest");
    if (!settings.card.empty()) command.insert(command.end(), {"--card", settings.card});
    const ProgramEnd end = run_program(command, {}, patience, cancelled);
    try {
        static const protocol::DocumentSource source{"judgement.malformed",
                                                     sentence("The grading process returned no result"), ""};
        const Json json = protocol::parse(end.output, source);
        const auto error = json.is_object() ? json.find("error") : json.end();
        if (error != json.end() && error->is_object() && error->value("code", std::string()) == "memory.limit")
            return not_judged(exercise, sentence("The submission exceeds the memory limit of 2 GiB."));
        if (error != json.end() && error->is_object())
            return not_judged(exercise, error->value("message", sentence("The submission could not be graded.")));
        return exercise::read_judgement(json);
    } catch (const Error&) { return not_judged(exercise, why_it_ended(end, settings.seconds)); }
}

/// Escapes invalid UTF-8 and control characters in names and in messages that quote them, so that they cannot corrupt
/// output files.
void make_printable(Graded& graded) {
    for (std::string* const name : {&graded.name, &graded.file, &graded.likeness}) *name = in_one_line(*name);
    for (std::string& remark : graded.remarks) remark = in_one_line(remark);
    for (GateResult& gate : graded.judgement.gates) gate.sentence = for_terminal(gate.sentence);
    graded.judgement.sentence = for_terminal(graded.judgement.sentence);
}

} // namespace

std::vector<Graded> grade_class(const std::string& folder, const GradeSettings& settings, const Progress& progress) {
    const Exercise exercise = exercise::find_exercise(settings.exercise);
    std::vector<Found> found = hand_ins_in(folder, exercise);
    flag_equal_texts(found, exercise);
    find_likeness(found, exercise);
    const auto all = static_cast<std::int64_t>(found.size());
    std::atomic<std::int64_t> done{0};
    parallel_for(
        all, settings.at_once,
        [&](std::int64_t i) {
            Found& one = found[static_cast<std::size_t>(i)];
            stop_if_cancelled(progress);
            if (one.graded.judgement.gates.empty())
                one.graded.judgement = judge_apart(one.path, exercise, settings, progress.cancelled);
            ++done;
        },
        [&] { progress.check(done, all); });
    std::vector<Graded> graded;
    for (Found& one : found) {
        one.graded.text = std::move(one.text);
        make_printable(one.graded);
        graded.push_back(std::move(one.graded));
    }
    return graded;
}

std::int64_t hidden_files_in(const std::string& folder) {
    std::int64_t count = 0;
    std::error_code failure;
    const auto look_in = [&](const fs::path& place) {
        for (const auto& entry : fs::directory_iterator(place, failure))
            count += is_hidden(entry.path().filename().string()) ? 1 : 0;
    };
    look_in(folder);
    for (const auto& entry : fs::directory_iterator(folder, failure))
        if (!is_hidden(entry.path().filename().string()) && entry.is_directory(failure) && !entry.is_symlink(failure))
            look_in(entry.path());
    return count;
}

void export_for_jplag(const std::string& folder, const std::vector<Graded>& graded, const std::string& starter) {
    const auto write = [](const fs::path& place, const std::string& text) {
        std::error_code none; // ignore errors here; writing the file reports them
        fs::create_directories(place, none);
        write_whole_file((place / "answer.cpp").string(), text_for_jplag(text));
    };
    write(fs::path(folder) / "base", starter);
    for (const Graded& each : graded) {
        if (!each.is_hand_in) continue;
        std::string name = each.file.substr(0, each.file.rfind('.'));
        // A submission may be one level below the class folder, but JPlag expects one folder per submission.
        std::replace(name.begin(), name.end(), '/', '_');
        write(fs::path(folder) / "submissions" / name, each.text);
    }
}

Table grade_table(const std::string& title, const std::vector<Graded>& graded) {
    Table table{title, {{"name", ""}, {"points", ""}, {"out_of", ""}}};
    if (!graded.empty())
        for (const GateResult& gate : graded.front().judgement.gates) table.columns.push_back({gate.id, ""});
    table.columns.insert(table.columns.end(), {{"remarks", ""}, {"likeness", ""}, {"feedback", ""}, {"file", ""}});
    for (const Graded& each : graded) {
        std::vector<Cell> row{each.name, each.judgement.points, each.judgement.out_of};
        std::vector<std::string> missed;
        for (const GateResult& gate : each.judgement.gates) {
            row.emplace_back(gate.points);
            const bool is_missed = gate.state == GateState::missed || gate.state == GateState::not_understood;
            if (!is_missed || gate.sentence.empty()) continue;
            // Omit the title of the first criterion, because "no findings" followed by a finding would be misleading.
            missed.push_back(gate.id == "clean"
                                 ? gate.sentence
                                 : sentence("{gate}: {message}", {{"gate", gate.title}, {"message", gate.sentence}}));
        }
        row.emplace_back(join(each.remarks, "; "));
        row.emplace_back(each.likeness);
        if (!each.judgement.sentence.empty()) missed.push_back(each.judgement.sentence);
        row.emplace_back(join(missed, "; "));
        row.emplace_back(each.file);
        table.add_row(std::move(row));
    }
    return table;
}

void bind_to_limits(int seconds) {
    use_at_most(1);
    const auto set = [](auto what, rlim_t to) {
        const rlimit limit{to, to};
        ::setrlimit(what, &limit);
    };
    set(RLIMIT_CPU, static_cast<rlim_t>(seconds));
    set(RLIMIT_CORE, 0);
// Exclude builds with sanitizers, because sanitizers reserve terabytes of address space.
#if !defined(__SANITIZE_ADDRESS__) && !defined(__SANITIZE_THREAD__)
    constexpr rlim_t bytes = rlim_t{2} << 30;
    set(RLIMIT_AS, bytes);
#endif
}

} // namespace warploom::app
