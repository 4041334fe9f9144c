#include "app/manual/manual.h"

#include "engine/error.h"
#include "engine/join.h"
#include "engine/sentence.h"

#include <algorithm>
#include <functional>

namespace warploom::app {

namespace {

/// Escapes text for roff, so that backslashes, minus signs and lines that look like roff requests appear literally.
std::string roff(const std::string& text) {
    std::string safe;
    for (const char c : text) {
        if ((c == '.' || c == '\'') && (safe.empty() || safe.back() == '\n')) safe += "\\&";
        if (c == '-') safe += "\\-";
        else if (c == '\\') safe += "\\e";
        else safe += c;
    }
    return safe;
}

void add_options(std::string& page, const ManualCommand& command) {
    for (const ManualOption& option : command.options) {
        std::vector<std::string> names;
        for (const std::string& name : option.names) names.push_back("\\fB" + roff(name) + "\\fR");
        std::string head = join(names);
        if (!option.value.empty()) head += (head.empty() ? "" : " ") + ("\\fI" + roff(option.value) + "\\fR");
        page += ".TP\n" + head + "\n" + (option.about.empty() ? "\\&" : roff(option.about)) + "\n";
    }
}

void add_commands(std::string& page, const ManualCommand& of, const std::string& path) {
    for (const ManualCommand& command : of.commands) {
        const std::string name = path.empty() ? command.name : path + " " + command.name;
        page += ".SS " + roff(name) + "\n" + roff(command.about) + "\n";
        add_options(page, command);
        add_commands(page, command, name);
    }
}

/// Calls `f` for each command with its path, such as "/run/spmv"; the path of the program itself is "".
void for_each_command(const ManualCommand& program,
                      const std::function<void(const std::string& path, const ManualCommand&)>& f) {
    std::function<void(const std::string&, const ManualCommand&)> visit = [&](const std::string& path,
                                                                              const ManualCommand& command) {
        f(path, command);
        for (const ManualCommand& inner : command.commands) visit(path + "/" + inner.name, inner);
    };
    visit("", program);
}

std::vector<std::string> words_after(const ManualCommand& command) {
    std::vector<std::string> words;
    for (const ManualCommand& inner : command.commands) words.push_back(inner.name);
    for (const ManualOption& option : command.options)
        words.insert(words.end(), option.names.begin(), option.names.end());
    return words;
}

/// Quotes text as a single shell word, such as 'a b'.
std::string quoted(const std::string& text, const std::string& for_quote) {
    std::string safe = "'";
    for (const char c : text) {
        if (c == '\'') safe += for_quote;
        else safe += c;
    }
    return safe + "'";
}

std::string function_name(const ManualCommand& program) {
    std::string name = "_" + program.name;
    std::replace(name.begin(), name.end(), '-', '_');
    return name;
}

/// Returns the branches of a bash or zsh `case` statement that selects the completions for the current command. `offer`
/// returns the shell command that produces the completions.
std::string cases(const ManualCommand& program, const std::function<std::string(const std::string&)>& offer) {
    std::string paths, values, words;
    for_each_command(program, [&](const std::string& path, const ManualCommand& command) {
        if (!path.empty()) paths += (paths.empty() ? "" : "|") + path;
        words += "    '" + path + "') " + offer(join(words_after(command), " ")) + " ;;\n";
        for (const ManualOption& option : command.options)
            for (const std::string& name : option.names)
                if (!option.choices.empty())
                    values += "    '" + path + " " + name + "') " + offer(join(option.choices, " ")) + "; return ;;\n";
    });
    std::string text;
    if (!paths.empty()) text += "    case \"$at/$word\" in\n    " + paths + ") at=$at/$word ;;\n    esac\n";
    text += "  done\n";
    if (!values.empty()) text += "  case \"$at $before\" in\n" + values + "  esac\n";
    return text + "  case \"$at\" in\n" + words + "  esac\n";
}

} // namespace

std::string manual_page(const ManualCommand& program, const std::string& version) {
    std::string upper = program.name;
    std::transform(upper.begin(), upper.end(), upper.begin(), [](unsigned char c) { return std::toupper(c); });
    std::string page = ".TH " + roff(upper) + " 1 \"\" \"Warploom " + version + "\" \"Warploom\"\n.SH NAME\n" +
                       roff(program.name) + " \\- " + roff(program.about) + "\n.SH SYNOPSIS\n.B " + roff(program.name) +
                       "\n" + (program.commands.empty() ? "" : ".I COMMAND\n") + "[\\fIOPTIONS\\fR]";
    for (const ManualOption& option : program.options)
        if (option.names.empty()) page += " [\\fI" + roff(option.value) + "\\fR]";
    page += "\n.SH OPTIONS\n";
    add_options(page, program);
    if (!program.commands.empty()) {
        page += ".SH COMMANDS\n";
        add_commands(page, program, "");
        page += ".SH EXIT STATUS\n0: the command succeeded, and all results are correct. 1: the command failed, a "
                "result is wrong, or a solver did not reach its tolerance. 2: the arguments are invalid. 3: a launch "
                "on a real GPU exceeded its time limit. 128 + N: the program was terminated by signal N.\n";
    }
    return page + ".SH SEE ALSO\n" + (program.commands.empty() ? ".BR warploom\\-engine (1)\n" : ".BR warploom (1)\n");
}

std::string bash_completion(const ManualCommand& program) {
    const std::string name = function_name(program);
    const auto offer = [](const std::string& words) { return "offer " + quoted(words, "'\\''"); };
    return "# Completions for " + program.name + " in bash, generated by the program itself.\n" + name +
           "() {\n"
           "  local at= word now=${COMP_WORDS[COMP_CWORD]} before=${COMP_WORDS[COMP_CWORD-1]}\n"
           "  offer() { COMPREPLY+=($(compgen -W \"$1\" -- \"$now\")); }\n"
           "  for word in \"${COMP_WORDS[@]:1:COMP_CWORD-1}\"; do\n" +
           (program.commands.empty() ? "    :\n" : "") + cases(program, offer) + "}\ncomplete -o default -F " + name +
           " " + program.name + "\n";
}

std::string zsh_completion(const ManualCommand& program) {
    const auto offer = [](const std::string& words) { return "compadd -- " + words; };
    return "#compdef " + program.name + "\n# Completions for zsh, generated by the program itself.\n" +
           function_name(program) +
           "() {\n"
           "  local at= word before=${words[CURRENT-1]}\n"
           "  for word in ${words[2,CURRENT-1]}; do\n" +
           (program.commands.empty() ? "    :\n" : "") + cases(program, offer) + "  _files\n}\n" +
           function_name(program) + " \"$@\"\n";
}

std::string fish_completion(const ManualCommand& program) {
    std::string text = "# Completions for " + program.name + " in fish, generated by the program itself.\n";
    for_each_command(program, [&](const std::string& path, const ManualCommand& command) {
        // The completions for fish use only the last word of the path, because fish can test which words were typed,
        // but not their order.
        const std::string last = path.substr(path.rfind('/') + 1);
        const std::string when = path.empty() ? program.commands.empty() ? "" : " -n __fish_use_subcommand"
                                              : " -n " + quoted("__fish_seen_subcommand_from " + last, "\\'");
        const std::string line = "complete -c " + program.name + when;
        for (const ManualCommand& inner : command.commands)
            text += line + " -f -a " + inner.name + " -d " + quoted(inner.about, "\\'") + "\n";
        for (const ManualOption& option : command.options) {
            std::string names;
            for (const std::string& each : option.names)
                names += each.starts_with("--") ? " -l " + each.substr(2) : " -s " + each.substr(1);
            if (names.empty()) continue;
            if (!option.value.empty()) names += " -r";
            if (!option.choices.empty()) names += " -f -a " + quoted(join(option.choices, " "), "\\'");
            text += line + names + " -d " + quoted(option.about, "\\'") + "\n";
        }
    });
    return text;
}

std::string manual(const std::string& kind, const ManualCommand& program, const std::string& version) {
    if (kind == "man") return manual_page(program, version);
    if (kind == "bash") return bash_completion(program);
    if (kind == "zsh") return zsh_completion(program);
    if (kind == "fish") return fish_completion(program);
    throw Error("manual.kind", sentence("There is no manual format named '{kind}'.", {{"kind", kind}}),
                sentence("Use man, bash, zsh or fish."));
}

} // namespace warploom::app
