"""packaging/jupyterlite/warploom_lite.py with node in the place of the browser: test_lite.py FOLDER_OF_THE_ENGINE.

What the module gives to JavaScript is carried out by node as it stands. Pyodide itself is not here: its two names are stood in for.
"""
import asyncio
import base64
import json
import pathlib
import subprocess
import sys
import types

tree = pathlib.Path(__file__).resolve().parents[3]
sys.path.insert(0, str(tree / "packaging" / "jupyterlite"))


class Function:
    @staticmethod
    def new(*words):
        *names, body = words

        async def call(*values):
            program = """
delete globalThis.fetch;
const [body, names, values] = JSON.parse(require('fs').readFileSync(0, 'utf8'));
const given = values.map((v) => v.bytes === undefined ? v : new Uint8Array(Buffer.from(v.bytes, 'base64')));
globalThis.require = require; globalThis.__dirname = '.'; globalThis.__filename = 'x'; globalThis.module = {};
new Function(...names, body)(...given.slice(0, names.length)).then((ask) => process.stdout.write(ask(given[names.length])));
"""

            def ask(line):
                told = json.dumps([body, names, [*values, line]])
                return subprocess.run(["node", "-e", program], input=told, capture_output=True, text=True, check=True).stdout

            return ask

        return call


sys.modules["js"] = types.SimpleNamespace(Function=Function)
ffi = types.ModuleType("pyodide.ffi")
ffi.to_js = lambda code: {"bytes": base64.b64encode(code).decode()}
sys.modules["pyodide"] = types.ModuleType("pyodide")
sys.modules["pyodide.ffi"] = ffi

import warploom_lite  # noqa: E402

kernel = (tree / "kernels" / "spmv" / "csr_scalar.cu").read_text(encoding="utf-8")
try:
    warploom_lite.check(kernel)
    raise SystemExit("without its engine it must say so")
except RuntimeError as error:
    assert "load" in str(error)
asyncio.run(warploom_lite.load(sys.argv[1]))
right = warploom_lite.check(kernel)
assert right.is_right and right.sentence.startswith("Correct on laplace2d:n=20"), right.sentence
assert "<svg" in right._repr_html_() and "transactions" in right._repr_html_()
wrong = warploom_lite._cell("--matrix diagonal:n=5 --block 64", kernel.replace("row >= rows", "row > rows"))
assert not wrong.is_right and wrong.document["inputs"][0] == "diagonal:n=5" and not wrong.picture, wrong.sentence
refused = warploom_lite.check("__global__ void k(")
assert refused.document["verdict"] == "refused" and "Line" in refused._repr_html_()
print("right, wrong and refused, as the page has them")
