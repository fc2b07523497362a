import { type LucideIcon, Plus, ScrollText } from 'lucide-react';

/** One screen that can be gone to from anywhere. */
export type Section = {
  /** Its name in messages.frame. */
  name: 'orders' | 'newOrder';
  path: `/${string}`;
  Icon: LucideIcon;
  /** Keys that lead there (useShortcuts). */
  shortcut: string;
};

/** The screens there are: navigation, bottom bar, palette and keys are made from this list. */
export const sections: Section[] = [
  { name: 'orders', path: '/orders', Icon: ScrollText, shortcut: 'KeyG KeyO' },
  { name: 'newOrder', path: '/orders/new', Icon: Plus, shortcut: 'KeyG KeyN' },
];

/** A place that a screen offers besides: a view of a list. */
export type Place = { label: string; path: `/${string}` };
