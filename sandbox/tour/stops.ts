/** The names of the stops of the tour, in sequence. The name is also the path of the stop's page: /tour/NAME. */
export const stopNames = ['install', 'price', 'answer', 'webhook', 'tabs', 'quote', 'uninstall'] as const;
export type StopName = (typeof stopNames)[number];

/**
 * The goals of each stop of the tour, in the order in which they are reached. The page of the stop checks them in the
 * sandbox's own data.
 */
export const goalsOf = {
  install: ['granted', 'tokens', 'subscribed'],
  price: ['agreed', 'announced'],
  answer: ['lost', 'killed', 'restarted', 'resent', 'confirmed', 'once'],
  webhook: ['undelivered', 'found'],
  tabs: ['noted', 'decided'],
  quote: ['accepted', 'announcedQuote'],
  uninstall: ['revoked', 'told'],
} as const satisfies Record<StopName, readonly string[]>;
export type GoalName = (typeof goalsOf)[StopName][number];

/** The goals that only a tour with a host has (TourHost), because the sandbox alone cannot reach or check them. */
export const goalsOfHost: readonly GoalName[] = ['killed', 'restarted', 'confirmed'];

/**
 * A heading of docs/patterns.md and a file of the repository that explain a stop of the tour. The page of the stop
 * shows both as paths.
 */
export type Source = { pattern: string; file: string };

export const sourceOf: Record<StopName, Source> = {
  install: {
    pattern: 'docs/patterns.md#iframe-cookie-and-hand-over',
    file: 'app/(entry)/launch/route.ts',
  },
  price: {
    pattern: 'docs/patterns.md#recorded-write',
    file: 'lib/operations/sending/run-operation.server.ts',
  },
  answer: { pattern: 'docs/patterns.md#resending', file: 'lib/operations/sending/classify-attempt.ts' },
  webhook: {
    pattern: 'docs/patterns.md#sweep-with-watermark',
    file: 'lib/mirror/sweeps/step-sweep.server.ts',
  },
  tabs: { pattern: 'docs/patterns.md#live-stream', file: 'lib/orders/order/change-order.server.ts' },
  quote: {
    pattern: 'docs/patterns.md#install-of-a-request',
    file: 'lib/quotes/acceptance/open-link.server.ts',
  },
  uninstall: { pattern: 'docs/patterns.md#inbox', file: 'lib/webhooks/apply-events.server.ts' },
};

/**
 * Returns the screens of the app that a stop of the tour shows, as paths below the install. `order` is the newest order
 * of the app.
 */
export function screensOf(stop: StopName, order: string | undefined): string[] {
  switch (stop) {
    case 'install':
      return [''];
    case 'price':
    case 'answer':
      return ['/orders/new'];
    case 'quote':
      return ['/orders/new?mode=quote'];
    case 'webhook':
      return ['/connection'];
    case 'tabs':
      return order === undefined ? [] : [`/orders/${order}`, `/orders/${order}`];
    case 'uninstall':
      return ['/orders'];
  }
}
