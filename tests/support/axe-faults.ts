import { AxeBuilder } from '@axe-core/playwright';
import type { Page } from 'playwright';

/** The rules that judge by colour: what another theme can break. */
export const colourRules = ['color-contrast', 'link-in-text-block'];

/** Of all its frames: what takes on another colour has it, halfway there it can be read badly. */
async function settled(page: Page): Promise<void> {
  await Promise.all(
    page.frames().map((frame) =>
      frame.evaluate(async () => {
        const changes = () => document.getAnimations().filter((one) => one instanceof CSSTransition);
        // One that ends can begin others, of what inherits.
        while (changes().length > 0) await Promise.allSettled(changes().map(({ finished }) => finished));
      }),
    ),
  );
}

/**
 * What axe finds against WCAG 2.2 AA: each broken rule, and the markup of the places that break it. `part` narrows
 * what is looked at: a selector, or one after the other into frames; `rules` narrows what it is judged by.
 */
export async function axeFaults(
  page: Page,
  part?: string | string[],
  rules?: string[],
): Promise<[rule: string, ...places: string[]][]> {
  await settled(page);
  const builder = new AxeBuilder({ page }).withTags(['wcag2a', 'wcag2aa', 'wcag21aa', 'wcag22aa']);
  if (rules) builder.withRules(rules);
  const { violations } = await (part === undefined ? builder : builder.include(part)).analyze();
  return violations.map(({ id, nodes }) => [id, ...nodes.map(({ html }) => html)]);
}
