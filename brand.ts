/**
 * The brand of this app: everything that a publisher changes to make an app of their own. No other file has
 * the name or the brand colors. `npm run brand` writes app/brand.css and app/icon.svg from this file, and a
 * test checks these two files.
 *
 * Change this file before the first install. docs/fixed-names.md lists the names that may never change
 * afterwards.
 */
export const brand = {
  /**
   * The name of the app in the two languages of the screens. The Arabic name must be a masculine noun,
   * because the translated texts use masculine verbs with it. In Arabic texts, withBrand writes the
   * one-letter words و ف ب ل directly before an Arabic name.
   */
  name: { en: 'Daftar', ar: 'دفتر' },
  /**
   * Scopes that the app requests when it is installed. The list has all scopes of the platform except
   * clients:write, which has no endpoints yet (AUT-12). If the merchant does not grant a scope, the screens
   * that need it say so.
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
  /** SVG path of the icon in a box of 32 by 32 units. It is drawn as a line with a width of 2. */
  icon: 'M11 8h10a2 2 0 0 1 2 2v12a2 2 0 0 1-2 2H11zM9 11h4M9 16h4M9 21h4',
  /**
   * Colors of buttons, links and marks in the light and the dark theme. `color` is also used for text on the
   * page, and `on` is the color of text on `color`. Both combinations need a contrast of 4.5 to 1 (U12).
   * `strong` is used under the pointer, and `soft` as a background. `top` is the background of the head of
   * the acceptance page; `topInk` and `topSoft` are its two text colors.
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
