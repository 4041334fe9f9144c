"""Validates messages against the JSON schema of the Debug Adapter Protocol: dap_schema.py < LINES.

Each line of the standard input is a message. Prints the messages that do not follow the schema, each with the reason.
The schema is that of debugpy, or the file that WARPLOOM_DAP_SCHEMA names. Exit status: 0 if all messages are valid,
1 if one is not, 77 if the schema or the validator is not installed.
"""
import json
import os
import pathlib
import sys


def skip(reason):
    print(reason)
    sys.exit(77)


def schema():
    file = os.environ.get("WARPLOOM_DAP_SCHEMA")
    if not file:
        try:
            import debugpy
        except ImportError:
            skip("debugpy, which has the schema, is not installed: on Debian, apt install python3-debugpy.")
        found = list(pathlib.Path(debugpy.__file__).parent.rglob("debugProtocol.json"))
        if not found:
            skip("debugpy has no debugProtocol.json: set WARPLOOM_DAP_SCHEMA.")
        file = found[0]
    return json.loads(pathlib.Path(file).read_text())


def type_of(message, definitions):
    """Returns the name of the definition that a message has to follow."""
    name = message.get("event" if message["type"] == "event" else "command", "")
    name = name[:1].upper() + name[1:] + message["type"].capitalize()
    if message["type"] == "response" and not message.get("success"):
        return "ErrorResponse"
    return name if name in definitions else message["type"].capitalize()


def main():
    try:
        import jsonschema
    except ImportError:
        skip("jsonschema is not installed: on Debian, apt install python3-jsonschema.")
    whole = schema()
    definitions, validators, wrong, types = whole["definitions"], {}, 0, {}
    for line in sys.stdin:
        message = json.loads(line)
        name = type_of(message, definitions)
        if name not in validators:
            validators[name] = jsonschema.Draft4Validator({"$ref": "#/definitions/" + name, "definitions": definitions})
        types[name] = types.get(name, 0) + 1
        for error in validators[name].iter_errors(message):
            wrong += 1
            print(f"{name}: {error.message} at {'/'.join(map(str, error.path))} in {line[:300].strip()}")
    print(f"{sum(types.values())} messages of {len(types)} types:", ", ".join(sorted(types)))
    sys.exit(1 if wrong else 0)


main()
