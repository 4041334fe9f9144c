// Starts the debug adapter and the language server, `warploom-engine dap` and `warploom-engine lsp`. The dependencies
// include no client library for the Language Server Protocol, so this file implements the required part of the client.
'use strict';
const vscode = require('vscode');
const { spawn } = require('child_process');

const documents = [{ language: 'cuda-cpp' }, { language: 'cuda' }, { pattern: '**/*.cu' }];
const settings = () => vscode.workspace.getConfiguration('warploom');
const engine = () => settings().get('engine', 'warploom-engine');

/** A connection to the language server. */
class Server {
  constructor(log) {
    this.log = log;
    this.waiting = new Map();
    this.last = 0;
    this.bytes = Buffer.alloc(0);
    this.onNotification = () => {};
    this.child = spawn(engine(), ['lsp'], { stdio: ['pipe', 'pipe', 'pipe'] });
    this.child.on('error', error => this.end(`${engine()} cannot be started: ${error.message}`));
    this.child.on('exit', () => this.end('The language server has ended.'));
    this.child.stdin.on('error', () => {});
    this.child.stderr.on('data', text => log.append(text.toString()));
    this.child.stdout.on('data', part => this.receive(part));
  }

  end(reason) {
    this.log.appendLine(reason);
    for (const done of this.waiting.values()) done(null);
    this.waiting.clear();
    this.child = null;
  }

  send(message) {
    if (!this.child) return;
    const text = JSON.stringify({ jsonrpc: '2.0', ...message });
    this.child.stdin.write(`Content-Length: ${Buffer.byteLength(text)}\r\n\r\n${text}`);
  }

  notify(method, params) {
    this.send({ method, params });
  }

  ask(method, params) {
    if (!this.child) return Promise.resolve(null);
    const id = ++this.last;
    return new Promise(done => {
      this.waiting.set(id, done);
      this.send({ id, method, params });
    });
  }

  receive(part) {
    this.bytes = Buffer.concat([this.bytes, part]);
    for (;;) {
      const end = this.bytes.indexOf('\r\n\r\n');
      if (end < 0) return;
      const length = Number(/content-length: *(\d+)/i.exec(this.bytes.toString('latin1', 0, end))[1]);
      if (this.bytes.length < end + 4 + length) return;
      const message = JSON.parse(this.bytes.toString('utf8', end + 4, end + 4 + length));
      this.bytes = this.bytes.subarray(end + 4 + length);
      if (message.method && message.id !== undefined) this.send({ id: message.id, result: null });
      if (message.method) this.onNotification(message.method, message.params);
      else if (this.waiting.has(message.id)) {
        const done = this.waiting.get(message.id);
        this.waiting.delete(message.id);
        done(message.result === undefined ? null : message.result);
      }
    }
  }
}

const position = at => new vscode.Position(at.line, at.character);
const range = of => new vscode.Range(position(of.start), position(of.end));
const place = (document, at) => ({
  textDocument: { uri: document.uri.toString() },
  position: { line: at.line, character: at.character },
});

function addProviders(add, server, lensesChanged) {
  const languages = vscode.languages;
  add(languages.registerHoverProvider(documents, {
    async provideHover(document, at) {
      const found = await server.ask('textDocument/hover', place(document, at));
      return found && new vscode.Hover(new vscode.MarkdownString(found.contents.value), found.range && range(found.range));
    },
  }));
  add(languages.registerCompletionItemProvider(documents, {
    async provideCompletionItems(document, at) {
      const items = (await server.ask('textDocument/completion', place(document, at))) || [];
      return items.map(each => {
        const item = new vscode.CompletionItem(each.label, each.kind - 1); // the protocol counts from 1
        item.detail = each.detail;
        item.documentation = each.documentation;
        item.insertText = each.insertText;
        return item;
      });
    },
  }, '.'));
  add(languages.registerSignatureHelpProvider(documents, {
    async provideSignatureHelp(document, at) {
      const found = await server.ask('textDocument/signatureHelp', place(document, at));
      if (!found) return null;
      const help = new vscode.SignatureHelp();
      help.activeSignature = found.activeSignature;
      help.activeParameter = found.activeParameter;
      help.signatures = found.signatures.map(each => {
        const signature = new vscode.SignatureInformation(each.label);
        signature.parameters = each.parameters.map(one => new vscode.ParameterInformation(one.label));
        return signature;
      });
      return help;
    },
  }, '(', ','));
  add(languages.registerDefinitionProvider(documents, {
    async provideDefinition(document, at) {
      const found = (await server.ask('textDocument/definition', place(document, at))) || [];
      return found.map(each => new vscode.Location(vscode.Uri.parse(each.uri), range(each.range)));
    },
  }));
  add(languages.registerCodeActionsProvider(documents, {
    async provideCodeActions(document, of, context) {
      const found = await server.ask('textDocument/codeAction', {
        textDocument: { uri: document.uri.toString() },
        range: of,
        context: { diagnostics: [] },
      });
      return (found || []).map(each => {
        const action = new vscode.CodeAction(each.title, vscode.CodeActionKind.QuickFix);
        action.edit = new vscode.WorkspaceEdit();
        action.diagnostics = context.diagnostics.filter(one => one.source === 'warploom');
        for (const [uri, edits] of Object.entries(each.edit.changes))
          for (const edit of edits) action.edit.replace(vscode.Uri.parse(uri), range(edit.range), edit.newText);
        return action;
      });
    },
  }));
  add(languages.registerCodeLensProvider(documents, {
    onDidChangeCodeLenses: lensesChanged.event,
    async provideCodeLenses(document) {
      const found = await server.ask('textDocument/codeLens', { textDocument: { uri: document.uri.toString() } });
      return (found || []).map(each => new vscode.CodeLens(range(each.range), each.command));
    },
  }));
}

function startServer(context, log) {
  const add = disposable => context.subscriptions.push(disposable);
  const server = new Server(log);
  const diagnostics = vscode.languages.createDiagnosticCollection('warploom');
  const lensesChanged = new vscode.EventEmitter();
  add(diagnostics);
  add(lensesChanged);
  server.onNotification = (method, parameters) => {
    if (method === 'textDocument/publishDiagnostics') {
      diagnostics.set(vscode.Uri.parse(parameters.uri), parameters.diagnostics.map(each => {
        const made = new vscode.Diagnostic(range(each.range), each.message, each.severity - 1);
        made.source = each.source;
        return made;
      }));
    }
    if (method === 'window/logMessage') log.appendLine(parameters.message);
    if (method === 'workspace/codeLens/refresh') lensesChanged.fire();
  };
  const concerns = document => document.uri.path.endsWith('.cu') && document.uri.scheme !== 'git';
  const open = document => {
    if (!concerns(document)) return;
    server.notify('textDocument/didOpen', {
      textDocument: {
        uri: document.uri.toString(), languageId: 'cuda', version: document.version, text: document.getText(),
      },
    });
  };
  const named = document => ({ uri: document.uri.toString(), version: document.version });
  server.ask('initialize', {
    processId: process.pid,
    rootUri: null,
    capabilities: { workspace: { codeLens: { refreshSupport: true } } },
    initializationOptions: { card: settings().get('card', 'h200'), check: settings().get('check', true) },
  });
  server.notify('initialized', {});
  vscode.workspace.textDocuments.forEach(open);
  add(vscode.workspace.onDidOpenTextDocument(open));
  add(vscode.workspace.onDidChangeTextDocument(({ document }) => {
    if (concerns(document))
      server.notify('textDocument/didChange', {
        textDocument: named(document), contentChanges: [{ text: document.getText() }],
      });
  }));
  add(vscode.workspace.onDidSaveTextDocument(document => {
    if (concerns(document)) server.notify('textDocument/didSave', { textDocument: named(document) });
  }));
  add(vscode.workspace.onDidCloseTextDocument(document => {
    if (concerns(document)) server.notify('textDocument/didClose', { textDocument: named(document) });
  }));
  addProviders(add, server, lensesChanged);
  add({
    dispose: () => {
      server.ask('shutdown');
      server.notify('exit');
    },
  });
}

function activate(context) {
  const log = vscode.window.createOutputChannel('Warploom');
  context.subscriptions.push(log);
  context.subscriptions.push(vscode.debug.registerDebugAdapterDescriptorFactory('warploom', {
    createDebugAdapterDescriptor: () => new vscode.DebugAdapterExecutable(engine(), ['dap']),
  }));
  context.subscriptions.push(vscode.debug.registerDebugConfigurationProvider('warploom', {
    resolveDebugConfiguration(folder, configuration) {
      if (configuration.type) return configuration;
      return { type: 'warploom', request: 'launch', name: 'Debug kernel', program: '${file}' }; // there is no launch.json
    },
  }));
  startServer(context, log);
}

module.exports = { activate, deactivate() {} };
