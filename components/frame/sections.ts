/** A screen in the navigation. The navigation is on every screen. */
export type Section = {
  /** Message key of the screen's name, in messages.frame. */
  name:
    | 'home'
    | 'orders'
    | 'quotes'
    | 'newOrder'
    | 'products'
    | 'discounts'
    | 'cash'
    | 'deliveries'
    | 'connection'
    | 'activity'
    | 'settings';
  path: '' | `/${string}`;
  /** Keyboard shortcut that opens the screen (format: see useShortcuts). */
  shortcut: `KeyG Key${string}`;
};

/** Screens for daily work. They are in the top row and in the bottom bar of a phone. */
export const dailySections: Section[] = [
  { name: 'home', path: '', shortcut: 'KeyG KeyH' },
  { name: 'orders', path: '/orders', shortcut: 'KeyG KeyO' },
  { name: 'quotes', path: '/quotes', shortcut: 'KeyG KeyQ' },
  { name: 'newOrder', path: '/orders/new', shortcut: 'KeyG KeyN' },
];

/** Less frequent screens. The navigation has them in a list that opens with one press. */
export const moreSections: Section[] = [
  { name: 'products', path: '/products', shortcut: 'KeyG KeyP' },
  { name: 'discounts', path: '/discounts', shortcut: 'KeyG KeyD' },
  { name: 'cash', path: '/cash', shortcut: 'KeyG KeyC' },
  { name: 'deliveries', path: '/deliveries', shortcut: 'KeyG KeyL' },
  { name: 'connection', path: '/connection', shortcut: 'KeyG KeyW' },
  { name: 'activity', path: '/activity', shortcut: 'KeyG KeyA' },
  { name: 'settings', path: '/settings', shortcut: 'KeyG KeyS' },
];

/** All screens in the navigation. The command palette and the keyboard shortcuts are built from this list. */
export const sections: Section[] = [...dailySections, ...moreSections];

/** An entry of the command palette that is not a screen of the navigation, for example a view of the orders list. */
export type Place = {
  label: string;
  path: `/${string}`;
  /** True if the palette offers the entry only after the user has typed a part of its name. */
  isTypedOnly?: true;
};
