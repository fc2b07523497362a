/** One screen that can be gone to from anywhere. */
export type Section = {
  /** Its name in messages.frame. */
  name:
    | 'home'
    | 'orders'
    | 'quotes'
    | 'newOrder'
    | 'products'
    | 'discounts'
    | 'sync'
    | 'activity'
    | 'settings';
  path: '' | `/${string}`;
  /** Keys that lead there (useShortcuts). */
  shortcut: `KeyG Key${string}`;
};

/** The screens that somebody goes to all day, in the row on top and at the foot of a phone. */
export const dailySections: Section[] = [
  { name: 'home', path: '', shortcut: 'KeyG KeyH' },
  { name: 'orders', path: '/orders', shortcut: 'KeyG KeyO' },
  { name: 'quotes', path: '/quotes', shortcut: 'KeyG KeyQ' },
  { name: 'newOrder', path: '/orders/new', shortcut: 'KeyG KeyN' },
];

/** The others, a press further. */
export const moreSections: Section[] = [
  { name: 'products', path: '/products', shortcut: 'KeyG KeyP' },
  { name: 'discounts', path: '/discounts', shortcut: 'KeyG KeyD' },
  { name: 'sync', path: '/sync', shortcut: 'KeyG KeyW' },
  { name: 'activity', path: '/activity', shortcut: 'KeyG KeyA' },
  { name: 'settings', path: '/settings', shortcut: 'KeyG KeyS' },
];

/** The screens there are: palette and keys are made from this list. */
export const sections: Section[] = [...dailySections, ...moreSections];

/** A place that a screen offers besides: a view of a list. */
export type Place = { label: string; path: `/${string}` };
