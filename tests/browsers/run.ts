import { bundlePrograms } from '@/tests/support/stack/programs';
import { type Stack, startStack } from '@/tests/support/stack/stack';
import { firefox } from './firefox';
import type { BrowserKind, RemoteBrowser } from './remote-browser';
import { stories } from './stories';
import { prepareTlsProxy } from './tls-proxy';
import { webkit } from './webkit';

/**
 * Runs the stories (what a person does in the app) in Firefox and WebKit. The browser specs run only in
 * Chromium.
 *
 *     npm run build && npm run test:browsers [-- firefox|webkit]
 *
 * A browser that is not installed is skipped. On Debian, `apt-get install firefox-esr webkit2gtk-driver xvfb`
 * installs both. The last line is `N passed, N failed, N skipped`. The exit code is 0 only if nothing failed.
 */
async function runAll(kinds: BrowserKind[]): Promise<void> {
  const installed = kinds.filter((kind) => kind.isInstalled());
  for (const { name } of kinds.filter((kind) => !installed.includes(kind))) {
    console.log(`${name}: skipped, not installed`);
    count.skipped += Object.keys(stories).length;
  }
  if (installed.length === 0) return;
  await bundlePrograms();
  const proxy = await prepareTlsProxy('test-results/browsers');
  const stack = await startStack('test-results/browsers', {
    proxyUrl: proxy.url,
    sandboxEnv: { NODE_EXTRA_CA_CERTS: proxy.certificateFile },
  });
  const stopProxy = await proxy.start(Number(stack.env.PORT));
  try {
    for (const kind of installed) await runIn(kind, stack);
  } finally {
    await stopProxy();
    await stack.stop();
  }
}

async function runIn({ name, start }: BrowserKind, stack: Stack): Promise<void> {
  await stack.sandbox.control('POST', '/reset', { seed: name });
  const browser = await start();
  try {
    for (const [title, story] of Object.entries(stories))
      await runStory(`${name}: ${title}`, () => story(browser, stack), browser);
  } finally {
    await browser.stop();
  }
}

async function runStory(title: string, run: () => Promise<void>, browser: RemoteBrowser): Promise<void> {
  const startedAt = performance.now();
  try {
    await run();
    count.passed += 1;
    console.log(`ok   ${title}, ${((performance.now() - startedAt) / 1000).toFixed(1)} s`);
  } catch (error) {
    count.failed += 1;
    const page = await browser
      .evaluate('location.href + " says: " + document.body.innerText.replace(/\\s+/g, " ").slice(0, 300)')
      .catch(String);
    console.log(`FAIL ${title}\n       ${String(error)}\n       ${page}`);
  }
}

const count = { passed: 0, failed: 0, skipped: 0 };
const [only] = process.argv.slice(2);
await runAll([firefox, webkit].filter(({ name }) => only === undefined || only === name));
console.log(`${count.passed} passed, ${count.failed} failed, ${count.skipped} skipped`);
process.exitCode = count.failed === 0 ? 0 : 1;
