// Creates a debugger for the kernel of a page. A block is recorded when the user opens the debugger, which then moves
// through the recording in both directions. `settings` returns the fields of a request for the kernel and its input,
// `editor` is the page's editor or null.
function makeDebugView(place, settings, editor) {
  const box = element('details', undefined, 'debug'), choices = element('div', undefined, 'row'), moves = element('div', undefined, 'row');
  const reason = element('p', '', 'hint'), code = element('pre'), values = element('div', undefined, 'wide'), ask = element('form');
  const about = element('div', undefined, 'row'), cause = element('p'), tree = element('ul', undefined, 'why');
  const lanes = [...Array(32).keys()], longest_chain = 8, most_skipped = 10000;
  let session = null, isOpen = false, opened = 0, state = null, chosen = { row: 0, lane: 0 }, value = null, watches = [], busy = Promise.resolve();
  box.append(element('summary', 'Values of all lanes'), choices, moves, reason, code, values, ask, about, cause, tree);
  for (const part of [reason, cause]) part.setAttribute('role', 'status');
  values.setAttribute('role', 'region');
  values.setAttribute('aria-label', 'Values of all lanes');
  place.append(box);

  const has = (mask, lane) => (parseInt(mask, 16) >>> lane & 1) !== 0;
  const isNaNText = (text) => /^-?nan$/i.test(text || '');
  const label = (name, control) => { const made = element('label', name + ' '); made.append(control); return made; };
  const done = () => { marks.debugged = Number(marks.debugged || 0) + 1; };
  /// Sends a request when the previous one has been answered. If it fails, shows the error and returns null.
  function send(request) {
    const answered = busy.then(async () => {
      const mine = engine.current(), answer = await Promise.race([engine.ask(request), engine.ended(mine)]);
      if (answer !== null && !answer.error) return answer;
      if (answer === null) close();
      reason.textContent = answer === null ? 'The recording was discarded. Open this section again to record a block.' : sentenceOf(answer.error);
      done();
      return null;
    });
    busy = answered;
    return answered;
  }

  const number = (name) => { const input = element('input'); Object.assign(input, { type: 'number', min: 0, value: 0 }); choices.append(label(name, input)); return input; };
  const launch = number('Launch'), block = number('Block'), warp = element('select'), time = element('input');
  Object.assign(time, { type: 'range', min: 0 });
  choices.append(label('Warp', warp), label('Position', time));
  warp.onchange = () => goTo(state.position, Number(warp.value));
  time.onchange = () => step('into', true, { position: Number(time.value) });
  const move = (name, tip, way, back) => { const made = button(name, () => step(way, back)); made.setAttribute('aria-label', tip); moves.append(made); };
  move('◀ Continue', 'Run backward to the previous breakpoint or finding, or to the start', 'continue', true);
  move('◀ Step', 'Go to the previous line of this function', 'over', true);
  move('Step ▶', 'Execute the line', 'over', false);
  move('Into ▶', 'Execute the line and stop in the functions that it calls', 'into', false);
  move('Out ▶', 'Run until this function returns', 'out', false);
  move('Continue ▶', 'Run to the next breakpoint or finding, or to the end of the block', 'continue', false);
  if (editor) {
    moves.append(button('Run to cursor', () => step('line', false, { to_line: editor.line() })), button('Breakpoint', () => {
      const line = editor.line();
      reason.textContent = editor.toggle(line) ? 'Breakpoint added on line ' + line + '.' : 'Breakpoint removed from line ' + line + '.';
      done();
    }));
    moves.lastChild.title = 'Add or remove a breakpoint on the line of the cursor (F9)';
  }
  const watch = element('input');
  ask.className = 'row';
  ask.append(label('Watch an expression', watch), button('Watch', () => ask.onsubmit()));
  ask.onsubmit = (event) => { if (event) event.preventDefault(); const text = watch.value.trim(); if (text && state) { watches = [...watches.filter((each) => each !== text), text]; watch.value = ''; goTo(state.position, state.warp); } };
  const named = element('span'), why = button('Why?', () => explainRoot(value, false));
  const writes = [['◀ Write', 'Go to the previous write of the selected value', true], ['Write ▶', 'Go to the next write of the selected value', false]].map(([name, tip, back]) => {
    const made = button(name, () => {
      const point = value.is_element ? { array: value.name.split('[')[0], element: value.element } : { variable: value.name, warp: value.warp, lane: value.lane };
      step('continue', back, { watchpoints: [point], breakpoints: [], stops_at_findings: false });
    });
    made.setAttribute('aria-label', tip);
    return made;
  });
  about.append(named, why, ...writes);

  /// Discards the recording.
  function close() {
    session = state = null;
    isOpen = false;
    ++opened;
    if (editor) editor.current(0);
    values.replaceChildren();
    clearWhy();
  }
  function clearWhy() {
    tree.replaceChildren();
    cause.textContent = '';
  }
  /// Records a block. `at` contains additional fields of the request, such as the index of the block.
  async function open(at) {
    close();
    isOpen = true;
    const mine = opened;
    reason.textContent = 'Recording the block.';
    code.hidden = true;
    const answer = await send({ do: 'debug_open', ...settings(), launch: Number(launch.value), block_index: Number(block.value), ...at });
    if (mine !== opened) return false;
    if (answer === null) { isOpen = false; return false; }
    session = answer;
    launch.value = session.launch;
    launch.max = session.launches.length - 1;
    block.value = session.block_index;
    block.max = session.launches[session.launch].blocks - 1;
    time.max = session.instructions;
    return true;
  }
  function show(answer) {
    if (answer === null || session === null) return;
    state = answer;
    const frame = state.frames[0] || { line: 0, function: '', file: '' }, source = session.source.find((each) => each.file === frame.file);
    const texts = {
      start: () => 'Warp ' + state.warp + ' starts at line ' + frame.line + '.', end: () => 'The block has ended. Step back to see how it got there.',
      watchpoint: () => 'Stopped at a write to ' + state.note + '.', breakpoint: () => 'Warp ' + state.warp + ' stopped at the breakpoint on line ' + frame.line + '.', finding: () => state.note, limit: () => state.note,
      step: () => frame.line === 0 ? 'Warp ' + state.warp + ' has ended.' : 'Warp ' + state.warp + ' is about to execute line ' + frame.line + ' of ' + frame.function + '.',
    };
    reason.textContent = texts[state.reason]();
    code.textContent = source ? frame.line + '  ' + (source.lines[frame.line - 1] || '').trim() : '';
    code.hidden = !source;
    time.value = state.position;
    warp.replaceChildren(...state.warps.map((each) => { const made = element('option', each.warp + ': ' + (each.line === 0 ? 'ended' : 'line ' + each.line + (each.is_at_barrier ? ', at a barrier' : ''))); made.value = each.warp; return made; }));
    warp.value = state.warp;
    if (editor) editor.current(source === session.source[0] ? frame.line : 0);
    showValues();
    done();
  }
  const goTo = async (position, of) => show(await send({ do: 'debug_state', position, warp: of, watches }));
  const step = async (way, back, more) => { if (state) show(await send({ do: 'debug_step', position: state.position, warp: state.warp, watches, step: way, is_backward: back, stops_at_findings: way === 'continue', breakpoints: editor && way === 'continue' ? [...editor.breakpoints].map((line) => ({ line })) : [], ...more })); };

  /// Returns the variables in the order of the table: pointers and arrays are last, because they rarely change.
  function variables() {
    const isNumber = (each) => !/[*\]]$/.test(each.type);
    return [...state.variables.filter(isNumber), ...state.watches, ...state.variables.filter((each) => !isNumber(each))];
  }
  const textOf = (variable, lane) => has(variable.unset, lane) ? 'not set' : isNaNText(variable.values[lane]) ? 'NaN' : variable.values[lane] || '';
  function showValues() {
    const all = variables(), made = element('table'), head = element('tr');
    chosen.row = Math.max(0, Math.min(chosen.row, all.length - 1));
    made.setAttribute('role', 'grid');
    made.setAttribute('aria-label', 'A row per variable, a column per lane');
    for (const text of ['Variable', ...lanes]) { const cell = element('th', String(text), text === 'Variable' ? 'word' : ''); cell.scope = 'col'; head.append(cell); }
    made.append(head);
    all.forEach((variable, row) => {
      const line = element('tr'), name = element('th', variable.name), failure = variable.values.some(Boolean) ? '' : variable.problem;
      name.scope = 'row';
      name.title = variable.problem || variable.type;
      line.append(name, ...(failure ? [0] : lanes).map((lane) => {
        const isActive = has(state.active, lane), cell = element('td', failure || (isActive ? textOf(variable, lane) : '–'), (isActive ? '' : 'pale ') + (has(variable.changed, lane) ? 'changed ' : '') + (failure ? 'word' : ''));
        if (failure) cell.colSpan = 32;
        cell.tabIndex = -1;
        cell.onclick = () => choose(row, lane);
        return cell;
      }));
      made.append(line);
    });
    made.onkeydown = (event) => {
      const by = { ArrowLeft: [0, -1], ArrowRight: [0, 1], ArrowUp: [-1, 0], ArrowDown: [1, 0] }[event.key];
      if (event.key === 'Enter') why.click();
      if (!by && event.key !== 'Enter') return;
      event.preventDefault();
      if (by) choose(Math.max(0, Math.min(all.length - 1, chosen.row + by[0])), Math.max(0, Math.min(31, chosen.lane + by[1])));
    };
    values.replaceChildren(...(all.length > 0 ? [made] : []));
    values.tabIndex = all.length > 0 ? -1 : 0;
    if (all.length > 0) choose(chosen.row, chosen.lane, true);
    else select(value);
  }
  /// Selects a cell of the table. The header of each row then shows the value in this lane.
  function choose(row, lane, isQuiet) {
    chosen = { row, lane };
    const all = variables();
    [...values.querySelectorAll('tr')].slice(1).forEach((line, i) => {
      line.cells[0].firstChild.data = all[i].name + (has(state.active, lane) && textOf(all[i], lane) ? ' = ' + textOf(all[i], lane) : '');
      [...line.cells].slice(1).forEach((cell, n) => { const isThis = i === row && n === Math.min(lane, line.cells.length - 2); cell.tabIndex = isThis ? 0 : -1; cell.setAttribute('aria-selected', String(isThis)); if (isThis && !isQuiet) cell.focus(); });
    });
    values.querySelector('th').textContent = 'Lane ' + lane;
    select({ name: all[row].name, text: all[row].values[lane] || '', is_element: false, element: 0, position: state.position, warp: state.warp, lane });
  }
  /// Selects the value to which the Why? button and the write buttons apply: a variable of a lane, or an array element.
  function select(of) {
    value = of;
    named.textContent = of === null ? '' : of.is_element ? of.name : of.name + ' in lane ' + of.lane;
    for (const each of [why, ...writes]) each.disabled = of === null;
  }

  const isMistake = (form) => ['unset', 'unwritten', 'difference'].includes(form);
  function told(sentence, form) {
    cause.textContent = sentence;
    cause.className = isMistake(form) ? 'verdict wrong' : '';
  }
  /// Adds a button that moves the debugger to the instruction that produced a value.
  function addPlace(body, origin, of) {
    const position = origin.position >= 0 ? origin.position : of.position, by = origin.position >= 0 ? origin : of;
    body.append(' ', button(origin.line > 0 ? 'Go to line ' + origin.line : 'Go there', async () => {
      chosen.lane = by.lane;
      await goTo(position, by.warp);
      select(of);
      told(origin.sentence, origin.form);
    }));
  }
  /// Returns the input to expand immediately: the only NaN, the only input, or the only one equal to the result.
  function followed(origin) {
    if (origin.inputs.length === 1) return 0;
    const same = origin.inputs.map((each, i) => i).filter((i) => isNaNText(origin.text) ? isNaNText(origin.inputs[i].text) : origin.inputs[i].text === origin.text);
    return same.length === 1 ? same[0] : -1;
  }
  function node(parent, of, chain) {
    const item = element('li'), fold = element('details'), name = element('summary', of.name + ' = ' + (of.text || '?')), body = element('p'), below = element('ul');
    let asked = false;
    fold.append(name, body, below);
    item.append(fold);
    parent.append(item);
    async function explain() {
      if (asked) return;
      asked = true;
      fold.open = true;
      let origin = await send({ do: 'debug_why', value: of });
      // A sum that is NaN stays NaN, so request the iteration in which it became NaN.
      for (let skipped = 0; origin !== null && parent !== tree && isNaNText(origin.text) && skipped < most_skipped; ++skipped) {
        const before = origin.inputs.find((each) => each.name === of.name && isNaNText(each.text));
        if (!before) break;
        of = before;
        origin = await send({ do: 'debug_why', value: of });
      }
      if (origin === null) return;
      name.textContent = of.name + ' = ' + (origin.text || of.text || (isMistake(origin.form) ? 'not set' : '?'));
      body.textContent = origin.sentence;
      addPlace(body, origin, of);
      told(origin.sentence, origin.form);
      const next = chain < longest_chain ? followed(origin) : -1, inner = origin.inputs.map((each, i) => node(below, each, i === next ? chain + 1 : 0));
      if (next >= 0) await inner[next]();
      if (!origin.difference) return;
      const found = element('li', origin.difference.sentence, 'cause');
      addPlace(found, { ...origin.difference, form: 'difference' }, of);
      below.prepend(found);
      told(origin.difference.sentence, 'difference');
    }
    fold.ontoggle = () => { if (fold.open && !asked) explain().then(done); };
    return explain;
  }
  async function explainRoot(of) {
    clearWhy();
    await node(tree, of, 0)();
    done();
  }

  const start = async () => { if (await open()) goTo(0, 0); };
  launch.onchange = block.onchange = start;
  box.ontoggle = () => { if (box.open && !isOpen && engine.isThere()) start(); };
  return {
    /// Discards the recording, because the kernel or its input has changed.
    changed() {
      launch.value = block.value = 0;
      box.open = false;
      close();
    },
    /// Returns whether a verdict names a wrong element or an error.
    hasCause: (check) => !check.error && (check.verdict === 'wrong' || check.verdict === 'doubtful') && Boolean(check.entry || (check.findings || []).length > 0),
    /// Records the input on which a kernel failed, and explains the wrong element. If there is an error but no wrong
    /// element, goes to the error. `check` is the document of the verdict.
    async why(check) {
      box.open = true;
      const { entry, findings } = check, writer = entry && entry.writer;
      // If no input failed, the error concerns only larger inputs, which have more blocks.
      const found = check.failed_on && findings[0] || { launch: 0, block: 0 };
      const isRecorded = await open({ operation: check.operation, matrix: check.failed_on || check.inputs[0], precision: check.precision, block: check.block, ...(check.change || {}),
        launch: writer ? writer.launch : found.launch || 0, block_index: writer ? writer.block : Math.max(0, found.block || 0) });
      if (!isRecorded) return;
      if (writer) chosen.lane = writer.lane;
      await goTo(entry ? session.instructions : 0, writer ? writer.warp : 0);
      // If only a later run has the error, stop at its line.
      if (!entry) { await step('continue', false, { breakpoints: session.findings.length > 0 ? [] : [{ line: findings[0].line }] }); return; }
      value = { name: entry.array + '[' + entry.element + ']', text: entry.computed, is_element: true, element: entry.element, position: session.instructions, warp: writer ? writer.warp : 0, lane: writer ? writer.lane : 0 };
      select(value);
      await explainRoot(value);
      box.scrollIntoView({ block: 'nearest' });
    },
  };
}
