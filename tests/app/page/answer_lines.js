// The engine of pages under node: node answer_lines.js FOLDER answers each line of standard input by a line.
'use strict';
const fs = require('fs'), path = require('path'), zlib = require('zlib');
const folder = process.argv[2];
delete globalThis.fetch; // otherwise the glue code of emscripten 3.1 takes node for a browser
const Module = {
  wasmBinary: zlib.gunzipSync(fs.readFileSync(path.join(folder, 'engine.wasm.gz'))),
  onRuntimeInitialized() {
    for (const line of fs.readFileSync(0, 'utf8').split('\n')) {
      if (line === '') continue;
      const size = Module.lengthBytesUTF8(line) + 1, at = Module._malloc(size);
      Module.stringToUTF8(line, at, size);
      const start = process.cpuUsage(); // other programs may run beside it
      const answer = Module.UTF8ToString(Module._warploom_answer(at));
      const used = process.cpuUsage(start), ms = (used.user + used.system) / 1e3;
      Module._free(at);
      fs.writeSync(1, answer + '\n');
      if (process.argv[3] === '--times') fs.writeSync(2, ms.toFixed(1) + ' ms\n');
    }
  },
};
new Function('Module', 'require', '__dirname', '__filename', 'module', fs.readFileSync(path.join(folder, 'engine.js'), 'utf8'))(
  Module, require, folder, path.join(folder, 'engine.js'), {});
