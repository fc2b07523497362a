/**
 * The brand of this app: everything that a publisher changes for an app of their own. No other file has the name or the
 * brand colors. `npm run brand` writes app/brand.css and app/icon.svg from this file, and a test checks them.
 *
 * Change this file before the first install. The names that may never change afterwards are in
 * docs/fixed-names.md.
 */
export const brand = {
  /**
   * The name in the two languages of the screens. In Arabic it is a masculine noun for the verbs of the messages. A
   * one-letter word before it (و ف ب ل) is attached to it by withBrand.
   */
  name: { en: 'Daftar', ar: 'دفتر' },
  /**
   * Scopes that an install requests. All but clients:write, which has no endpoints yet (AUT-12). Without a scope, the
   * screens that need it say so.
   */
  scopes: [
    'orders:read',
    'orders:create',
    'orders:write',
    'fulfillments:write',
    'refunds:write',
    'inventory:read',
    'inventory:write',
    'products:read',
    'discounts:read',
    'clients:read',
  ],
  /** Prefix of a quote's number. The reference chips of orders show it, so it may not change after the first quote. */
  quotePrefix: 'Q-',
  /** Path of the icon in a box of 32 by 32, drawn as a line of width 2. */
  icon: 'M11 8h10a2 2 0 0 1 2 2v12a2 2 0 0 1-2 2H11zM9 11h4M9 16h4M9 21h4',
  /**
   * Colors of buttons, links and marks in the two themes. Text in `color` on the page, and `on` on `color`, need a
   * contrast of 4.5 to 1 (U12). `strong` is the color under the pointer, `soft` a background. `top`, `topInk` and
   * `topSoft` are the head of the acceptance page and its two text colors.
   */
  colors: {
    light: {
      color: '#0b6b5d',
      strong: '#08544a',
      soft: '#e2f1ed',
      on: '#ffffff',
      top: '#0b6b5d',
      topInk: '#ffffff',
      topSoft: '#d9efe9',
    },
    dark: {
      color: '#4fc3ad',
      strong: '#7ad9c7',
      soft: '#17352f',
      on: '#06231e',
      top: '#12352f',
      topInk: '#eef2ef',
      topSoft: '#b9d6cf',
    },
  },
} as const;
