import { readFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { type EndpointName, endpoints } from 'commerce-platform-client/contract/endpoints';
import { scopes } from 'commerce-platform-client/contract/scopes';
import { isRecorded } from '@/lib/xray/read-xray.server';
import { findPatterns } from '@/lib/xray/find-patterns';
import { xrayPatterns } from '@/lib/xray/xray-patterns';
import { findXrayScreen, xrayScreens } from '@/lib/xray/xray-screens';
import { frameBlocks } from '@/lib/xray/screens/frame';
import { entryPoints } from '@/tests/support/reports/entry-points';
import { callersOf, leadsTo, readersOfMirror, root } from '@/tests/support/reports/reach';

const read = (file: string) => readFileSync(path.join(root, file), 'utf8');
const pageOf = (screen: string) => `app/(admin)/i/[installId]${screen}/page.tsx`;
const address = (screen: string) => `/i/[installId]${screen}`;

describe('X-ray', () => {
  it('U19: lists every screen of an install exactly once', () => {
    const isPrinted = (page: string) => page.endsWith('/print');
    const pages = entryPoints().flatMap(
      (entry) => /^page (\/i\/\[installId\].*|\/i\/\[installId\])$/.exec(entry)?.[1] ?? [],
    );
    expect(xrayScreens.map((screen) => address(screen.path)).sort()).toEqual(
      pages.filter((page) => !isPrinted(page)),
    );
  });

  it('finds a screen by the path in the browser and prefers a fixed name over an id', () => {
    const found = [
      '',
      '/',
      '/orders',
      '/orders/',
      '/orders/new',
      '/orders/ord_1',
      '/orders/ord%201',
      '/orders/a/b',
      '/x',
    ];
    expect(found.map((requested) => findXrayScreen(requested)?.path)).toEqual([
      '',
      '',
      '/orders',
      '/orders',
      '/orders/new',
      '/orders/[orderId]',
      '/orders/[orderId]',
      undefined,
      undefined,
    ]);
  });

  describe.each(xrayScreens.map((screen) => [screen.path || '/', screen] as const))('%s', (_, screen) => {
    it('names each block once', () => {
      const names = screen.blocks.map(({ name }) => name);
      expect(names).toEqual([...new Set(names)]);
    });

    it('names component files that exist, and functions that the named module exports', () => {
      const wrong = screen.blocks.filter(({ source, feed, at }) => {
        const exported = new RegExp(`^export (?:async )?(?:function|const) ${feed}\\b`, 'm');
        return !source.endsWith('.tsx') || read(source).length === 0 || !exported.test(read(at));
      });
      expect(wrong).toEqual([]);
    });

    it('names every action and every query of its page', () => {
      const used = read(pageOf(screen.path)).match(/\b\w+(?:Action|Options)\b/g) ?? [];
      const feeds = screen.blocks.map(({ feed }) => feed);
      expect([...new Set(used)].filter((name) => !feeds.includes(name))).toEqual([]);
    });

    it('names only scopes of the platform document, and only endpoints that the function feeding the block leads to', () => {
      const all: readonly string[] = scopes;
      const wrong = screen.blocks.flatMap(({ name, at, requests = [], mirrors = [], scopes: more = [] }) =>
        [
          ...more.filter((scope) => !all.includes(scope)),
          ...requests.filter(
            (endpoint) => !leadsTo(at, callersOf(endpoint)) && !isRequestedLater(name, endpoint),
          ),
          ...mirrors.filter((endpoint) => !isBrought(endpoint) || !leadsTo(at, readersOf(endpoint))),
        ].map((what) => `${name}: ${what}`),
      );
      expect(wrong).toEqual([]);
    });
  });

  it('names only patterns of docs/patterns.md, each with the decision that the document names', () => {
    const document = read('docs/patterns.md').split(/^## /m).slice(1);
    const inDocument = document.map((section) => [
      section.split('\n')[0]?.toLowerCase().replaceAll(' ', '-'),
      `docs/${/^- \*\*Decision:\*\* \[[^\]]+\]\((\S+)\)$/m.exec(section)?.[1]}`,
    ]);
    expect(inDocument).toEqual(expect.arrayContaining(Object.entries(xrayPatterns)));
  });

  it('shows each of its patterns on some screen', () => {
    const shown = new Set(
      xrayScreens.flatMap(({ blocks }) => blocks.flatMap((block) => findPatterns(block, isRecorded))),
    );
    expect(Object.keys(xrayPatterns).filter((name) => !([...shown] as string[]).includes(name))).toEqual([]);
  });

  it('names the patterns of a part by its endpoints', () => {
    const namesOf = (name: string) =>
      xrayScreens
        .flatMap(({ blocks }) => blocks)
        .filter((block) => block.name === name)
        .map((block) => findPatterns(block, isRecorded))[0];
    const always = 'row-security-under-one-access-check';
    const recorded = ['recorded-write', 'operation-id', 'resending'];
    const settled = ['settling-by-reading', 'review-by-a-person'];
    expect(namesOf('createOrder')).toEqual([...recorded, ...settled, 'budget-lanes', always]);
    expect(namesOf('orderStatus')).toContain('ordered-writes');
    expect(namesOf('subscriptionDelete')).not.toContain('settling-by-reading');
    expect(namesOf('ordersList')).toEqual([
      'dirty-mark',
      'fence',
      'sweep-with-watermark',
      'tombstone',
      always,
    ]);
    expect(namesOf('funnel')).toEqual([always]);
  });

  it('shows each endpoint of the platform document on some screen', () => {
    const shown = new Set(
      xrayScreens.flatMap(({ blocks }) =>
        blocks.flatMap(({ requests = [], mirrors = [] }) => [...requests, ...mirrors]),
      ),
    );
    expect(Object.keys(endpoints).filter((name) => !([...shown] as string[]).includes(name))).toEqual([]);
    expect(frameBlocks.every((block) => xrayScreens.every(({ blocks }) => blocks.includes(block)))).toBe(
      true,
    );
  });
});

/**
 * Returns true if a block (a part of a screen) does not send the given request itself, because the worker sends it
 * later. For example, the block `repair` only writes dirty marks (notes that a record must be read), and the worker
 * then reads the records. Such a block does not import the request, so the check must not require an import.
 */
const isRequestedLater = (block: string, endpoint: string) => block === 'repair' && isBrought(endpoint);

/** Returns true if the worker calls the endpoint without an action of a user. */
function isBrought(endpoint: string): boolean {
  return callersOf(endpoint).some((file) => /^lib\/(?:mirror|installs)\//.test(file));
}

/** Returns the source files that read the data of an endpoint from the mirror (our copy). */
function readersOf(endpoint: EndpointName): string[] {
  // The row that GET /installation fills and the row that GET /store fills are each read by one source file. So the
  // paths of these two files are fixed here.
  if (endpoint === 'getInstallation') return ['lib/installs/read-grant.server.ts'];
  if (endpoint === 'getStore') return ['lib/mirror/store-mirror.server.ts'];
  return readersOfMirror(endpoints[endpoint].path);
}
