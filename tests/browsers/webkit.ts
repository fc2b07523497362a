import { type ChildProcess, spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { z } from 'zod';
import { freePort } from '@/server/stack/free-port';
import { eventually } from '@/tests/support/stack/eventually';
import { type BrowserKind, keyPresses, type RemoteBrowser, type Target } from './remote-browser';

const driver = '/usr/bin/WebKitWebDriver';
const display = '/usr/bin/Xvfb';

/**
 * For each ARIA role, a selector of the elements that can have the role. WebDriver cannot search by role. So the code
 * requests the computed role of each element that matches the selector.
 */
const candidates: Record<string, string> = {
  button: 'button',
  link: 'a[href]',
  textbox: 'input, textarea',
  combobox: 'input, select',
  checkbox: 'input',
  radio: 'input',
};

/** The WebDriver protocol stores the id of an element in a JSON property with this key (W3C WebDriver, 11). */
const elementKey = 'element-6066-11e4-a52e-4f735466cecf';
const Element = z.object({ [elementKey]: z.string() }).transform((value) => value[elementKey] ?? '');
const Answer = z.object({ value: z.unknown() });

/** The MiniBrowser of WebKitGTK on a virtual display, controlled by WebKitWebDriver over W3C WebDriver. */
export const webkit: BrowserKind = {
  name: 'webkit',
  isInstalled: () => existsSync(driver) && existsSync(display),
  async start() {
    const screen = spawn(display, ['-displayfd', '3', '-screen', '0', '1280x900x24', '-nolisten', 'tcp'], {
      stdio: ['ignore', 'ignore', 'ignore', 'pipe'],
    });
    const number = await new Promise<string>((resolve) =>
      screen.stdio[3]?.once('data', (data: unknown) => resolve(String(data).trim())),
    );
    const port = await freePort();
    const server = spawn(driver, [`--port=${port}`], {
      stdio: 'ignore',
      // Some pages of the app use the language of the browser, and the stories expect English texts on them. So the
      // browser's language is set to English.
      env: { ...process.env, DISPLAY: `:${number}`, LANGUAGE: 'en_US', LANG: 'en_US.UTF-8' },
    });
    const origin = `http://127.0.0.1:${port}`;
    await eventually('WebKitWebDriver answers', () =>
      fetch(`${origin}/status`).then(
        ({ ok }) => ok,
        () => false,
      ),
    );
    const capabilities = { alwaysMatch: { acceptInsecureCerts: true } };
    const session = await call('POST', `${origin}/session`, { capabilities });
    const { sessionId } = z.object({ sessionId: z.string() }).parse(session);
    return new WebKit(`${origin}/session/${sessionId}`, async () => {
      await ended(server);
      await ended(screen);
    });
  },
};

function ended(child: ChildProcess): Promise<unknown> {
  const exit = new Promise((resolve) => child.once('exit', resolve));
  child.kill();
  return exit;
}

async function call(method: string, url: string, body?: object): Promise<unknown> {
  const response = await fetch(url, { method, ...(body && { body: JSON.stringify(body) }) });
  const { value } = Answer.parse(await response.json());
  if (response.ok) return value;
  const { error, message } = z.object({ error: z.string(), message: z.string() }).parse(value);
  throw new Error(`${method} ${new URL(url).pathname.split('/').slice(3).join('/')}: ${error} ${message}`);
}

class WebKit implements RemoteBrowser {
  constructor(
    private readonly session: string,
    private readonly end: () => Promise<void>,
  ) {}

  async goTo(url: string): Promise<void> {
    await this.leaveFrame();
    await this.post('url', { url });
  }

  async enterFrame(): Promise<boolean> {
    await this.leaveFrame();
    const [frame] = await this.elements('iframe');
    if (!frame) return false;
    await this.post('frame', { id: { [elementKey]: frame } });
    return true;
  }

  async leaveFrame(): Promise<void> {
    await this.post('frame', { id: null });
  }

  async windows(): Promise<string[]> {
    return z.array(z.string()).parse(await this.get('window/handles'));
  }

  async switchTo(window: string): Promise<void> {
    await this.post('window', { handle: window });
  }

  async press(target: Target): Promise<boolean> {
    const found = await this.elements('css' in target ? target.css : (candidates[target.role] ?? '*'));
    for (const element of found) {
      const read = (what: string) => this.get(`element/${element}/${what}`);
      if ('role' in target) {
        if ((await read('computedlabel')) !== target.name) continue;
        if ((await read('computedrole')) !== target.role) continue;
      }
      if ((await read('displayed')) !== true) continue;
      await this.post(`element/${element}/click`, {});
      return true;
    }
    return false;
  }

  async type(text: string): Promise<void> {
    await this.post('actions', { actions: [{ type: 'key', id: 'keyboard', actions: keyPresses(text) }] });
  }

  async evaluate(expression: string): Promise<string> {
    return z.string().parse(await this.post('execute/sync', { script: `return ${expression}`, args: [] }));
  }

  async stop(): Promise<void> {
    await call('DELETE', this.session);
    await this.end();
  }

  private get = (path: string) => call('GET', `${this.session}/${path}`);
  private post = (path: string, body: object) => call('POST', `${this.session}/${path}`, body);

  private async elements(css: string): Promise<string[]> {
    const found = await this.post('elements', { using: 'css selector', value: css });
    return z.array(Element).parse(found);
  }
}
