import { describe, expect, it } from 'vitest';
import { install } from '@/sandbox/domain/installs';
import { virtualClock } from '@/sandbox/world/clock';
import { journalFormat } from '@/sandbox/world/journal';
import { seedWorld } from '@/sandbox/world/seed-world';
import { arabic } from './arabic';
import { english } from './english';
import { look, quoteNumberOf, readGoals } from './seen';
import { type StopName, stopNames } from './stops';
import { tourPage } from './tour-page';

const app = {
  id: 'app_1',
  name: 'The app',
  client_id: 'client',
  client_secret: 'secret',
  origin: 'http://app.example',
  redirect_uris: [],
};

/** Renders a stop of the tour of a new store, with or without an install of the app. */
async function render(
  stop: StopName,
  {
    language = 'en',
    installed = true,
    showsDevelopers = false,
    filesUrl = null,
    hasHost = true,
    screens = ['http://app.example/launch'],
  }: {
    language?: 'ar' | 'en';
    installed?: boolean;
    showsDevelopers?: boolean;
    filesUrl?: string | null;
    hasHost?: boolean;
    screens?: string[];
  } = {},
): Promise<string> {
  const origin = { format: journalFormat, seed: 'tour', orders: 0, base_ms: 0 } as const;
  const world = seedWorld(origin, virtualClock(0), app, 'http://sandbox.example');
  const store = world.stores.values().find(({ locale }) => locale === language);
  if (!store) throw new Error(`no store in ${language}`);
  if (installed) install(world, app, store, { scopes: ['orders:read'], dpaAccepted: false });
  const seen = look(world, store, [], '/v1');
  const goals = await readGoals(stop, seen);
  const notice = undefined;
  const shown = installed ? screens : [];
  return String(
    await tourPage({
      stop,
      language,
      seen,
      goals,
      screens: shown,
      showsDevelopers,
      notice,
      filesUrl,
      hasHost,
    }),
  );
}

describe('the number of a quote', () => {
  it('is read from a reference, whatever the language of its kind', () => {
    expect(quoteNumberOf({ kind: 'Quote', number: 'Q-1042', url: null })).toBe('Q-1042');
    expect(quoteNumberOf({ kind: 'عرض سعر', number: 'Q-7' })).toBe('Q-7');
  });

  it.each([
    undefined,
    null,
    'Q-7',
    { kind: 'Quote' },
    { kind: 'Order', number: '1042' },
    { kind: 'x', number: 'RQ-7' },
  ])('is not read from %j', (value) => {
    expect(quoteNumberOf(value)).toBeNull();
  });
});

describe('a stop', () => {
  it.each(stopNames)('%s has its title and its steps in both languages', async (stop) => {
    for (const [language, text] of [['en', english] as const, ['ar', arabic] as const]) {
      const page = await render(stop, { language });
      expect(page).toContain(`<h1>${text.stops[stop].title}</h1>`);
      expect(page.match(/<ol>[\s\S]*?<\/ol>/)?.[0].match(/<li>/g)).toHaveLength(
        text.stops[stop].steps.length,
      );
    }
  });

  it('links to the screen for developers for X-ray, and from there back to the stop', async () => {
    expect(await render('price')).toContain('href="/tour/price?screen=developers"');
    const developers = await render('price', { showsDevelopers: true, language: 'ar' });
    expect(developers).not.toContain('screen=developers');
    expect(developers).toContain(`href="/tour/price?lang=ar">${arabic.xrayBack}</a>`);
    expect(await render('install')).toContain('href="/tour/install?screen=developers"');
    expect(await render('install', { screens: [] })).not.toContain('screen=developers');
    expect(await render('install', { installed: false })).not.toContain('screen=developers');
  });

  it('kills the app only if a host can, and says so if none can', async () => {
    for (const [language, text] of [['en', english] as const, ['ar', arabic] as const]) {
      const killed = await render('answer', { language });
      expect(killed).toContain(text.press.killApp);
      expect(killed).not.toContain(text.press.loseAnswer);
      const alone = await render('answer', { language, hasHost: false });
      expect(alone).toContain(`<h1>${text.lostAnswer.title}</h1>`);
      expect(alone).toContain(text.lostAnswer.story[0]);
      expect(alone).toContain(text.press.loseAnswer);
      expect(alone).not.toContain(text.press.killApp);
      expect(alone).toContain(text.noAppRows);
    }
  });

  it('links its files to the repository or the editor, and only names them without a URL', async () => {
    const repository = await render('uninstall', { filesUrl: 'https://git.example/blob/main' });
    expect(repository).toContain(
      'href="https://git.example/blob/main/docs/patterns.md#inbox" target="_blank"',
    );
    const editor = await render('uninstall', { filesUrl: 'vscode://file/daftar' });
    expect(editor).toContain('href="vscode://file/daftar/lib/webhooks/apply-events.server.ts"');
    const named = await render('uninstall');
    expect(named).toContain('<code dir="ltr">docs/patterns.md#inbox</code>');
    expect(named).not.toContain('patterns.md#inbox"');
  });

  it('offers no button and no screen before the app is installed, but the way to the first stop', async () => {
    const page = await render('answer', { installed: false });
    expect(page).not.toContain(english.press.killApp);
    expect(page).not.toContain('<iframe');
    expect(page).toContain(`href="/tour/install">${english.goToInstall}</a>`);
    expect(await render('answer')).toContain(english.press.killApp);
  });
});
