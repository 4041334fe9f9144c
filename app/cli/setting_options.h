#pragma once

#include "app/operations/operation.h"

#include <CLI/CLI.hpp>

namespace warploom::app {

/// Makes options of the settings that only one operation has.
class CommandLineSettings final : public SettingVisitor {
public:
    explicit CommandLineSettings(CLI::App& app) : app_(app) {}

    void text(const char* name, const char* help, std::string& value) override {
        app_.add_option(option(name), value, help);
    }
    void counts(const char* name, const char* help, std::vector<int>& values) override {
        app_.add_option(option(name), values, help)->delimiter(',');
    }
    void number(const char* name, const char* help, std::optional<double>& value) override {
        app_.add_option(option(name), value, help);
    }
    void count(const char* name, const char* help, std::optional<std::int64_t>& value) override {
        app_.add_option(option(name), value, help);
    }
    void choice(const char* name, const char*, const char* help, const std::vector<const char*>& names,
                const std::function<void(const std::string&)>& set) override {
        app_.add_option_function<std::string>(option(name), set, help)
            ->check(CLI::IsMember(std::vector<std::string>(names.begin(), names.end())));
    }

private:
    static std::string option(const char* name) { return std::string("--") + name; }

    CLI::App& app_;
};

} // namespace warploom::app
