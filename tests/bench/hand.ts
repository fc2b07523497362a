import type { Locator, Page } from 'playwright';

export type Effort = { taps: number; characters: number; screens: number; machineMs: number };

/** Taps and types like a person, and counts it. All waits, also those of a tap, are the time of the machine. */
export class Hand {
  readonly effort: Effort = { taps: 0, characters: 0, screens: 0, machineMs: 0 };

  /** Counts the screens that open in the page from now on, also in the tabs that it opens. */
  constructor(page: Page) {
    this.#countScreens(page, new URL(page.url()).pathname);
    page.on('popup', (tab) => this.#countScreens(tab, ''));
  }

  async tap(target: Locator): Promise<void> {
    this.effort.taps += 1;
    await this.wait(target.tap());
  }

  /** Taps a field and types a text into it. */
  async type(field: Locator, text: string): Promise<void> {
    await this.tap(field);
    this.effort.characters += text.length;
    await field.fill(text);
  }

  async wait<Result>(until: Promise<Result>): Promise<Result> {
    const startedMs = performance.now();
    const result = await until;
    this.effort.machineMs += performance.now() - startedMs;
    return result;
  }

  #countScreens(page: Page, before: string): void {
    let shown = before;
    const count = () => {
      const { pathname, protocol } = new URL(page.url());
      if (!protocol.startsWith('http') || pathname === shown) return;
      shown = pathname;
      this.effort.screens += 1;
    };
    page.on('framenavigated', count);
    count();
  }
}

/** The time of a person who knows the way: a model and not a measurement. */
const personSeconds = { perTap: 1.2, perCharacter: 0.3 };

const median = (values: number[]) => values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? 0;

/** Prints the median effort of several rounds of a job. */
export function printEffort(name: string, efforts: Effort[]): void {
  const of = (key: keyof Effort) => median(efforts.map((effort) => effort[key]));
  const machine = of('machineMs') / 1_000;
  const person = of('taps') * personSeconds.perTap + of('characters') * personSeconds.perCharacter;
  console.log(
    `${name}: ${of('taps')} taps, ${of('characters')} characters, ${of('screens')} screens, ` +
      `${(machine + person).toFixed(1)} s (machine ${machine.toFixed(1)} s, person ${person.toFixed(1)} s)`,
  );
}
