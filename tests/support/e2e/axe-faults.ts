import axe, { type AxeResults, type RunOptions } from 'axe-core';
import type { Frame, Page } from 'playwright';

/** The axe rules that depend on colour. Only these can fail in one theme and pass in the other. */
const colourRules = ['color-contrast', 'link-in-text-block'];

/**
 * Returns the axe rules for a page that is scanned in both themes. Only colours differ between the themes, so in the
 * dark theme the colour rules are enough.
 */
export const rulesIn = (colorScheme: 'light' | 'dark') => (colorScheme === 'dark' ? colourRules : undefined);

const wcag22AA = ['wcag2a', 'wcag2aa', 'wcag21aa', 'wcag22aa'];

/**
 * Waits until every colour transition of the page has ended and no list shows outdated rows. During a transition, and
 * in rows that are dimmed during a reload, axe would report too little contrast.
 */
async function coloursSettled(page: Page): Promise<void> {
  await Promise.all(
    page.frames().map((frame) =>
      // This callback runs in the browser and must not define a function, because tsx would call a helper there that
      // the browser does not have.
      frame.evaluate(async () => {
        for (;;) {
          const changes = document.getAnimations().filter((one) => one instanceof CSSTransition);
          const isBusy = document.querySelector('[aria-busy=true]') !== null;
          if (changes.length === 0 && !isBusy) return;
          // When a transition ends, elements that inherit the colour can start further transitions. This code therefore
          // looks for transitions again until none is left.
          await Promise.allSettled(changes.map(({ finished }) => finished));
          if (isBusy) await new Promise(requestAnimationFrame);
        }
      }),
    ),
  );
}

/**
 * Scans a page with axe for WCAG 2.2 AA. Returns each broken rule and the markup of the elements that break it.
 * `part` narrows the scan to a selector, or to a selector inside an iframe. `rules` replaces the rules of WCAG 2.2
 * AA.
 *
 * axe runs only in the scanned document. The Playwright adapter of axe would open one more page for each scan and
 * collect every passed rule, which together cost more than the scan.
 */
export async function axeFaults(
  page: Page,
  part?: string | [iframe: string, inside: string],
  rules?: string[],
): Promise<[rule: string, ...places: string[]][]> {
  await coloursSettled(page);
  const frame = await scannedFrame(page, part);
  const inside = typeof part === 'object' ? part[1] : part;
  const options: RunOptions = {
    runOnly: rules ? { type: 'rule', values: rules } : { type: 'tag', values: wcag22AA },
    resultTypes: ['violations'],
    selectors: false,
    iframes: false,
  };
  if (!(await frame.evaluate(() => 'axe' in window))) await frame.evaluate(axe.source);
  const { violations } = await frame.evaluate(
    ([context, chosen]) => {
      const { axe: inPage } = window as unknown as {
        axe: { run(context: object, options: RunOptions): Promise<AxeResults> };
      };
      return inPage.run(context, chosen);
    },
    [{ include: [inside ?? 'html'] }, options] as const,
  );
  return violations.map(({ id, nodes }) => [id, ...nodes.map(({ html }) => html)]);
}

async function scannedFrame(page: Page, part: string | [string, string] | undefined): Promise<Frame> {
  if (typeof part === 'object') {
    const frame = await (await page.locator(part[0]).elementHandle())?.contentFrame();
    if (!frame) throw new Error(`${part[0]} is not an iframe`);
    return frame;
  }
  if (page.frames().length > 1) throw new Error(`${page.url()} has iframes: say which of them is scanned`);
  return page.mainFrame();
}
