import axe, { type AxeResults, type RunOptions } from 'axe-core';
import type { Frame, Page } from 'playwright';

/**
 * The axe rules that depend on color. The light and the dark theme differ only in colors, so only these rules can fail
 * in one theme and pass in the other.
 */
const colourRules = ['color-contrast', 'link-in-text-block'];

/**
 * Returns the axe rules for a page that is scanned once in each theme. For the light theme the result is undefined,
 * which means all rules of WCAG 2.2 AA. For the dark theme the result has only the color rules, because the themes
 * differ only in colors.
 */
export const rulesIn = (colorScheme: 'light' | 'dark') => (colorScheme === 'dark' ? colourRules : undefined);

const wcag22AA = ['wcag2a', 'wcag2aa', 'wcag21aa', 'wcag22aa'];

/**
 * Waits until every color transition of the given frames has ended and no list shows outdated rows. Colors have too
 * little contrast during a transition and while a reload dims outdated rows, so axe would report them.
 */
async function coloursSettled(frames: Frame[]): Promise<void> {
  await Promise.all(
    frames.map((frame) =>
      // The function below runs in the browser and must not define another function. For each inner function, tsx would
      // insert a call of a helper, and the browser does not have this helper.
      frame.evaluate(async () => {
        for (;;) {
          const changes = document.getAnimations().filter((one) => one instanceof CSSTransition);
          const isBusy = document.querySelector('[aria-busy=true]') !== null;
          if (changes.length === 0 && !isBusy) return;
          // When a transition ends, elements that inherit the color can start further transitions. So the
          // loop checks again until no transition is left.
          await Promise.allSettled(changes.map(({ finished }) => finished));
          if (isBusy) await new Promise(requestAnimationFrame);
        }
      }),
    ),
  );
}

type Part = string | [iframe: string, inside: string] | { top: string };

/**
 * Scans a page with axe for WCAG 2.2 AA. Returns each broken rule and the markup of the elements that break it. `part`
 * limits the scan to a selector, to a selector inside an iframe, or to a selector of the page without its iframes
 * (`top`). `rules` replaces the rules of WCAG 2.2 AA.
 *
 * axe runs only in the scanned document and without its Playwright adapter. The adapter is slower than the scan itself:
 * it opens one more page for each scan and collects every passed rule.
 */
export async function axeFaults(
  page: Page,
  part?: Part,
  rules?: string[],
): Promise<[rule: string, ...places: string[]][]> {
  // Chromium does not render an iframe of another origin that is scrolled out of view. The color transitions of such a
  // frame may never end, so the wait leaves out the frames if only the top document is scanned.
  const isTop = typeof part === 'object' && 'top' in part;
  await coloursSettled(isTop ? [page.mainFrame()] : page.frames());
  const frame = await scannedFrame(page, part);
  const inside = Array.isArray(part) ? part[1] : typeof part === 'object' ? part.top : part;
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

async function scannedFrame(page: Page, part: Part | undefined): Promise<Frame> {
  if (Array.isArray(part)) {
    const frame = await (await page.locator(part[0]).elementHandle())?.contentFrame();
    if (!frame) throw new Error(`${part[0]} is not an iframe`);
    return frame;
  }
  if (typeof part === 'object') return page.mainFrame();
  if (page.frames().length > 1) throw new Error(`${page.url()} has iframes: say which of them is scanned`);
  return page.mainFrame();
}
