// Splits CUDA C into parts of the kinds below, for coloring only. Text that matches nothing has no color.
const partKinds = ['comment', 'string', 'directive', 'keyword', 'cuda', 'number'];
const cudaParts = /(\/\/[^\n]*|\/\*[\s\S]*?(?:\*\/|$))|("(?:[^"\\\n]|\\.)*"?)|(^[ \t]*#[^\n]*)|\b(template|typename|struct|using|constexpr|const|static|inline|auto|void|bool|char|short|int|long|unsigned|signed|float|double|size_t|if|else|for|while|do|switch|case|default|break|continue|return|true|false|nullptr|sizeof)\b|(\b__\w+|\b(?:threadIdx|blockIdx|blockDim|gridDim|warpSize|atomic\w+)\b)|(\b\d[\w.]*)/gm;

/// Returns the lines of a kernel as spans with colored parts. The lines in `wrong` are underlined.
function coloredLines(content, wrong) {
  const made = [element('span')];
  const mark = () => { if (wrong && wrong.has(made.length)) made[made.length - 1].className = 'wrong'; };
  const add = (kind, part) => part.split('\n').forEach((piece, i) => {
    if (i > 0) { made[made.length - 1].append('\n'); made.push(element('span')); mark(); }
    if (piece) made[made.length - 1].append(kind ? element('i', piece, kind) : piece);
  });
  mark();
  let at = 0;
  for (const match of content.matchAll(cudaParts)) {
    add('', content.slice(at, match.index));
    add(partKinds[match.slice(1).findIndex((group) => group !== undefined)], match[0]);
    at = match.index + match[0].length;
  }
  add('', content.slice(at));
  return made;
}

// Creates a text editor with line numbers, colors and name completion. The colored text is drawn over the transparent
// text of a <textarea>, so that typing, selecting, undoing and reading aloud work as in any other text field.
function makeEditor(place, label) {
  const box = element('div', undefined, 'editor'), lines = element('div', undefined, 'lines'), text = element('textarea');
  const offers = element('ul', undefined, 'offers'), told = element('p', '', 'unseen');
  const code = element('div', undefined, 'code'), sheet = element('div', undefined, 'sheet'), paint = element('div', undefined, 'paint');
  for (const each of [lines, sheet]) each.setAttribute('aria-hidden', 'true');
  for (const [name, value] of Object.entries({ 'aria-label': label, spellcheck: 'false', autocapitalize: 'off', autocomplete: 'off', wrap: 'off', 'aria-autocomplete': 'list', 'aria-controls': 'offers' })) text.setAttribute(name, value);
  offers.id = 'offers';
  offers.hidden = true;
  offers.setAttribute('role', 'listbox');
  offers.setAttribute('aria-label', 'Names');
  told.setAttribute('role', 'status');
  sheet.append(paint);
  code.append(text, sheet);
  box.append(lines, code);
  place.append(box, offers, told);
  const words = ['__global__', '__device__', '__shared__', '__restrict__', '__syncthreads', '__syncwarp', '__shfl_sync', '__shfl_up_sync', '__shfl_down_sync', '__shfl_xor_sync', '__ballot_sync', '__any_sync', '__all_sync', '__activemask', 'threadIdx', 'blockIdx', 'blockDim', 'gridDim', 'warpSize', 'atomicAdd', 'atomicMin', 'atomicMax', 'atomicExch', 'atomicCAS', 'template', 'typename', 'constexpr', 'const', 'return'];
  let names = new Map(), found = [], chosen = -1, dismissed = '';
  const editor = { text, breakpoints: new Set(), changed: () => {}, leave: () => {} };

  editor.marked = (wrong) => {
    const count = text.value.split('\n').length, added = count - lines.children.length, here = editor.line();
    // The cursor is behind the lines that were added, or on the line from which lines were removed.
    if (added !== 0 && lines.children.length > 0) editor.breakpoints = new Set([...editor.breakpoints].map((line) => line > here - Math.max(added, 0) ? line + added : line).filter((line) => line > 0));
    lines.replaceChildren(...Array.from({ length: count }, (unused, i) => element('span', String(i + 1), (wrong && wrong.has(i + 1) ? 'wrong ' : '') + (editor.breakpoints.has(i + 1) ? 'stop' : ''))));
    paint.replaceChildren(...coloredLines(text.value, wrong));
    follow();
  };
  /// Aligns the line numbers and the colored text with the text field, whose scroll bars stay uncovered.
  function follow() {
    lines.scrollTop = text.scrollTop;
    sheet.style.width = text.clientWidth + 'px';
    sheet.style.height = text.clientHeight + 'px';
    paint.style.transform = `translate(${-text.scrollLeft}px, ${-text.scrollTop}px)`;
  }
  new ResizeObserver(follow).observe(text);
  editor.goTo = (line) => {
    const all = text.value.split('\n'), start = all.slice(0, line - 1).reduce((sum, l) => sum + l.length + 1, 0);
    text.focus();
    text.setSelectionRange(start, start + (all[line - 1] || '').length);
    text.scrollTop = (line - 4) * text.scrollHeight / all.length;
  };
  /// Returns the line number of the cursor, starting at 1.
  editor.line = () => text.value.slice(0, text.selectionStart).split('\n').length;
  /// Marks the line that the debugger executes next, and scrolls to it; 0 removes the mark.
  editor.current = (line) => {
    [...lines.children].forEach((each, i) => each.classList.toggle('now', i + 1 === line));
    if (line > 0) text.scrollTop = (line - 4) * text.scrollHeight / lines.children.length;
  };
  /// Adds or removes the breakpoint in a line. Returns whether there is one now.
  editor.toggle = (line) => {
    const isAdded = !editor.breakpoints.delete(line);
    if (isAdded) editor.breakpoints.add(line);
    lines.children[line - 1].classList.toggle('stop', isAdded);
    return isAdded;
  };
  editor.take = (content) => {
    text.value = content;
    editor.breakpoints.clear();
    text.scrollTop = 0;
    close();
    editor.marked();
  };
  /// Sets the parameter names that `run` can use, as a list of {name, type, about}.
  editor.know = (list) => { names = new Map(list.map((each) => [each.name, each.type + ': ' + each.about])); };

  const wordBefore = () => (/[A-Za-z_]\w*$/.exec(text.value.slice(0, text.selectionStart)) || [''])[0];
  function close() {
    offers.hidden = true;
    found = [];
    chosen = -1;
    text.removeAttribute('aria-activedescendant');
  }
  function choose(which) {
    chosen = which;
    [...offers.children].forEach((item, i) => item.setAttribute('aria-selected', String(i === chosen)));
    text.setAttribute('aria-activedescendant', 'offer-' + chosen);
    offers.children[chosen].scrollIntoView({ block: 'nearest' });
  }
  function put() {
    const word = wordBefore(), name = found[chosen];
    text.setRangeText(name, text.selectionStart - word.length, text.selectionStart, 'end');
    close();
    text.focus();
    editor.changed();
  }
  function offer() {
    const word = wordBefore();
    if (word.length < 2 || word === dismissed || text.selectionStart !== text.selectionEnd) { close(); return; }
    dismissed = '';
    const own = text.value.match(/[A-Za-z_]\w{2,}/g) || [];
    found = [...new Set([...names.keys(), ...words, ...own])].filter((name) => name.startsWith(word) && name !== word).slice(0, 8);
    if (found.length === 0) { close(); return; }
    offers.replaceChildren(...found.map((name, i) => {
      const item = element('li', name);
      item.id = 'offer-' + i;
      item.setAttribute('role', 'option');
      item.setAttribute('aria-selected', 'false');
      if (names.has(name)) item.append(' ', element('span', names.get(name), 'hint'));
      item.onmousedown = (event) => { event.preventDefault(); chosen = i; put(); };
      return item;
    }));
    offers.hidden = false;
    chosen = -1;
    told.textContent = found.length + (found.length === 1 ? ' name' : ' names') + '. Press Down Arrow to select one and Enter to insert it.';
  }
  text.oninput = () => { editor.marked(); offer(); editor.changed(); };
  lines.title = 'Select a line number to add or remove a breakpoint';
  lines.onclick = (event) => { if (event.target !== lines) editor.toggle([...lines.children].indexOf(event.target) + 1); };
  text.onscroll = follow;
  text.onblur = close;
  text.onclick = close;
  text.onkeydown = (event) => {
    if (!offers.hidden) {
      if (event.key === 'ArrowDown' || event.key === 'ArrowUp') {
        event.preventDefault();
        choose(event.key === 'ArrowDown' ? (chosen + 1) % found.length : (chosen <= 0 ? found.length : chosen) - 1);
        return;
      }
      if (event.key === 'Enter' && chosen >= 0) { event.preventDefault(); put(); return; }
      if (event.key === 'Escape') { dismissed = wordBefore(); close(); return; }
      if (['ArrowLeft', 'ArrowRight', 'Home', 'End', 'PageUp', 'PageDown'].includes(event.key)) close();
    }
    if (event.key === 'Escape') editor.leave();
    if (event.key === 'F9') { event.preventDefault(); editor.toggle(editor.line()); }
  };
  return editor;
}
