/** A screen that can be opened from anywhere. */
export type Section = {
  /** The key of its name in messages.frame. */
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
  /** The shortcut that opens it (useShortcuts). */
  shortcut: `KeyG Key${string}`;
};

/** The screens of daily work, in the top row and in the bottom bar of a phone. */
export const dailySections: Section[] = [
  { name: 'home', path: '', shortcut: 'KeyG KeyH' },
  { name: 'orders', path: '/orders', shortcut: 'KeyG KeyO' },
  { name: 'quotes', path: '/quotes', shortcut: 'KeyG KeyQ' },
  { name: 'newOrder', path: '/orders/new', shortcut: 'KeyG KeyN' },
];

/** The other screens, in a list that opens with one press. */
export const moreSections: Section[] = [
  { name: 'products', path: '/products', shortcut: 'KeyG KeyP' },
  { name: 'discounts', path: '/discounts', shortcut: 'KeyG KeyD' },
  { name: 'sync', path: '/sync', shortcut: 'KeyG KeyW' },
  { name: 'activity', path: '/activity', shortcut: 'KeyG KeyA' },
  { name: 'settings', path: '/settings', shortcut: 'KeyG KeyS' },
];

/** All screens. The palette and the shortcuts are made from this list. */
export const sections: Section[] = [...dailySections, ...moreSections];

/** A place that a screen offers in addition, such as a view of a list. */
export type Place = { label: string; path: `/${string}` };
