import { type ChildProcess, spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { createInterface } from 'node:readline';
import { z } from 'zod';
import { type BrowserKind, keyPresses, type RemoteBrowser, type Target } from './remote-browser';

const programs = [
  '/usr/bin/firefox-esr',
  '/usr/bin/firefox',
  '/Applications/Firefox.app/Contents/MacOS/firefox',
];
const program = () => programs.find((file) => existsSync(file));

type Context = { context: string; children?: Context[] | null };
const Context: z.ZodType<Context> = z.object({
  context: z.string(),
  get children() {
    return z.array(Context).nullish();
  },
});
const Tree = z.object({ contexts: z.array(Context) });
const Nodes = z.object({ nodes: z.array(z.object({ sharedId: z.string() })) });
const Evaluated = z.object({ result: z.object({ value: z.string() }) });
const Message = z.object({
  id: z.number().nullish(),
  type: z.string(),
  result: z.unknown(),
  message: z.string().optional(),
});

/** Firefox without a visible window, controlled by WebDriver BiDi (W3C). */
export const firefox: BrowserKind = {
  name: 'firefox',
  isInstalled: () => program() !== undefined,
  async start() {
    const profile = await mkdtemp(path.join(os.tmpdir(), 'daftar-firefox-'));
    const child = spawn(
      program() ?? '',
      ['--headless', '--no-remote', '--remote-debugging-port', '0', '--profile', profile],
      {
        stdio: ['ignore', 'ignore', 'pipe'],
      },
    );
    const send = await connect(await socketUrl(child));
    await send('session.new', { capabilities: { alwaysMatch: { acceptInsecureCerts: true } } });
    return new Firefox(send, async () => {
      const ended = new Promise((resolve) => child.once('exit', resolve));
      child.kill();
      await ended;
      await rm(profile, { recursive: true, force: true, maxRetries: 5, retryDelay: 200 });
    });
  },
};

/** Waits until Firefox prints the address at which it accepts BiDi connections. */
function socketUrl({ stderr, ...child }: ChildProcess): Promise<string> {
  return new Promise((resolve, reject) => {
    if (!stderr) return reject(new Error('firefox has no stderr'));
    const lines = createInterface({ input: stderr });
    lines.on('line', (line) => {
      const found = /WebDriver BiDi listening on (ws:\S+)/.exec(line)?.[1];
      if (found) resolve(`${found}/session`);
    });
    lines.once('close', () => reject(new Error(`firefox ended before it was ready: ${child.exitCode}`)));
  });
}

type Send = (method: string, params: object) => Promise<unknown>;

/** Opens the BiDi connection. Returns a function that sends one command and resolves with the result of the command. */
async function connect(url: string): Promise<Send> {
  const socket = new WebSocket(url);
  await new Promise<void>((resolve, reject) => {
    socket.addEventListener('open', () => resolve());
    socket.addEventListener('error', () => reject(new Error(`no BiDi connection to ${url}`)));
  });
  const waiting = new Map<number, (message: z.infer<typeof Message>) => void>();
  socket.addEventListener('message', ({ data }) => {
    const message = Message.parse(JSON.parse(String(data)));
    if (message.id) waiting.get(message.id)?.(message);
  });
  let last = 0;
  return (method, params) =>
    new Promise((resolve, reject) => {
      last += 1;
      waiting.set(last, ({ type, result, message }) =>
        type === 'error' ? reject(new Error(`${method}: ${message}`)) : resolve(result),
      );
      socket.send(JSON.stringify({ id: last, method, params }));
    });
}

class Firefox implements RemoteBrowser {
  private window = '';
  private document = '';

  constructor(
    private readonly send: Send,
    private readonly end: () => Promise<void>,
  ) {}

  async goTo(url: string): Promise<void> {
    const window = this.window || (await this.windows())[0] || '';
    await this.switchTo(window);
    await this.send('browsingContext.navigate', { context: window, url, wait: 'complete' });
  }

  async enterFrame(): Promise<boolean> {
    const { contexts } = Tree.parse(await this.send('browsingContext.getTree', { root: this.window }));
    const frame = contexts[0]?.children?.[0];
    if (frame) this.document = frame.context;
    return frame !== undefined;
  }

  async leaveFrame(): Promise<void> {
    this.document = this.window;
  }

  async windows(): Promise<string[]> {
    const { contexts } = Tree.parse(await this.send('browsingContext.getTree', { maxDepth: 0 }));
    return contexts.map(({ context }) => context);
  }

  async switchTo(window: string): Promise<void> {
    this.window = window;
    this.document = window;
    await this.send('browsingContext.activate', { context: window });
  }

  async press(target: Target): Promise<boolean> {
    const locator =
      'css' in target ? { type: 'css', value: target.css } : { type: 'accessibility', value: target };
    const { nodes } = Nodes.parse(
      await this.send('browsingContext.locateNodes', { context: this.document, locator }),
    );
    for (const { sharedId } of nodes) {
      const element = { sharedId };
      const isSeen = await this.call(
        `(element) => {
          element.scrollIntoView({ block: 'center', behavior: 'instant' });
          return String(element.checkVisibility({ visibilityProperty: true }));
        }`,
        [element],
      );
      if (isSeen !== 'true') continue;
      const move = { type: 'pointerMove', x: 0, y: 0, origin: { type: 'element', element } };
      const actions = [move, { type: 'pointerDown', button: 0 }, { type: 'pointerUp', button: 0 }];
      await this.send('input.performActions', {
        context: this.document,
        actions: [{ type: 'pointer', id: 'mouse', actions }],
      });
      return true;
    }
    return false;
  }

  async type(text: string): Promise<void> {
    await this.send('input.performActions', {
      context: this.document,
      actions: [{ type: 'key', id: 'keyboard', actions: keyPresses(text) }],
    });
  }

  evaluate(expression: string): Promise<string> {
    return this.call(`() => ${expression}`, []);
  }

  async stop(): Promise<void> {
    await this.send('session.end', {});
    await this.end();
  }

  private async call(functionDeclaration: string, args: object[]): Promise<string> {
    const answer = await this.send('script.callFunction', {
      functionDeclaration,
      arguments: args,
      awaitPromise: true,
      target: { context: this.document },
    });
    return Evaluated.parse(answer).result.value;
  }
}
