import type { Page } from 'playwright/test';

/**
 * A layout shift (Layout Instability API). The fields are its value, the start of the text of each element that moved,
 * and whether the shift came within half a second after an input.
 */
export type Shift = { value: number; isAfterInput: boolean; moved: string[] };

/** Starts to record the layout shifts of every document that the page shows, from its first paint. */
export async function watchShifts(page: Page): Promise<void> {
  await page.addInitScript(recordShifts);
  await page.evaluate(recordShifts);
}

/**
 * The browser runs this function without the rest of the file. So the function must not use anything that is defined
 * outside of it.
 */
function recordShifts(): void {
  type Entry = PerformanceEntry & { value: number; hadRecentInput: boolean; sources: { node?: Node }[] };
  const shifts: Shift[] = [];
  const record = (entries: PerformanceEntryList) => {
    for (const { value, hadRecentInput, sources } of entries as Entry[])
      shifts.push({
        value,
        isAfterInput: hadRecentInput,
        moved: sources.map(({ node }) => node?.textContent?.trim().slice(0, 40) || node?.nodeName || ''),
      });
  };
  const observer = new PerformanceObserver((list) => record(list.getEntries()));
  observer.observe({ type: 'layout-shift', buffered: true });
  Reflect.set(window, 'takeShifts', () => {
    record(observer.takeRecords());
    return shifts.splice(0);
  });
}

/**
 * Returns the layout shifts of the current document since the last call. watchShifts must have been called for the
 * page.
 */
export function takeShifts(page: Page): Promise<Shift[]> {
  return page.evaluate(() => (Reflect.get(window, 'takeShifts') as () => Shift[])());
}

/** Returns the sum of the values of layout shifts. */
export const sumOf = (shifts: Shift[]): number => shifts.reduce((sum, { value }) => sum + value, 0);

/**
 * Returns a function that waits until the page has rendered the responses to all its requests. The function does not
 * wait for the live stream, which stays open.
 */
export function watchRequests(page: Page): () => Promise<void> {
  const open = new Set<object>();
  let changed = () => {};
  page.on('request', (request) => {
    if (request.resourceType() !== 'eventsource') open.add(request);
  });
  const end = (request: object) => {
    open.delete(request);
    if (open.size === 0) changed();
  };
  page.on('requestfinished', end);
  page.on('requestfailed', end);
  const frames = () =>
    page.evaluate(() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done))));
  return async () => {
    do {
      if (open.size > 0)
        await new Promise<void>((resolve) => {
          changed = resolve;
        });
      await frames();
    } while (open.size > 0);
  };
}

/**
 * Returns the faults of the page's layout at its current width: sideways scrolling, overlapping items of the header,
 * and controls that cannot be pressed even after scrolling to them. If a dialog is open, only its controls are checked.
 */
export function layoutFaults(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    const name = (element: Element) =>
      (element.getAttribute('aria-label') ?? element.textContent?.trim() ?? '').slice(0, 40) ||
      element.outerHTML.slice(0, 80);
    const isSeen = (element: Element) => {
      const { width, height } = element.getBoundingClientRect();
      return width > 1 && height > 1 && element.checkVisibility({ visibilityProperty: true });
    };
    const faults: string[] = [];
    const tooWide = document.documentElement.scrollWidth - window.innerWidth;
    if (tooWide > 0) faults.push(`${tooWide} px too wide`);

    const header = document.querySelector('header');
    const items = [...(header?.querySelectorAll('a, button, bdi, [role=status]') ?? [])].filter(isSeen);
    for (const [index, one] of items.entries())
      for (const other of items.slice(index + 1)) {
        const [a, b] = [one.getBoundingClientRect(), other.getBoundingClientRect()];
        const isOver =
          Math.min(a.right, b.right) - Math.max(a.left, b.left) > 1 &&
          Math.min(a.bottom, b.bottom) - Math.max(a.top, b.top) > 1;
        if (isOver && !one.contains(other)) faults.push(`"${name(one)}" overlaps "${name(other)}"`);
      }

    const scope = [...document.querySelectorAll('[role=dialog], [role=menu]')].findLast(isSeen) ?? document;
    const [left, top] = [window.scrollX, window.scrollY];
    for (const control of scope.querySelectorAll(
      'a[href], button, input, select, textarea, summary, [role=menuitem]',
    )) {
      const target = control.closest('label') ?? control;
      if (!isSeen(target) || control.matches(':disabled')) continue;
      target.scrollIntoView({ block: 'center', inline: 'center', behavior: 'instant' });
      const box =
        [...target.getClientRects()].find(({ width }) => width > 1) ?? target.getBoundingClientRect();
      const [x, y] = [box.left + box.width / 2, box.top + box.height / 2];
      const hit = document.elementFromPoint(x, y);
      const isHit =
        hit !== null && (target.contains(hit) || hit.contains(target) || hit.closest('label') !== null);
      if (!isHit)
        faults.push(
          `"${name(control)}" at ${Math.round(x)}, ${Math.round(y)} is covered by ${hit?.outerHTML.slice(0, 80)}`,
        );
    }
    window.scrollTo(left, top);
    return faults;
  });
}
