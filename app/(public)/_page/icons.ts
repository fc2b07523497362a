import { html, raw } from 'hono/html';
import type { Html } from './words';

const paths = {
  check: '<circle cx="12" cy="12" r="9"/><path d="m8 12.5 2.8 2.8L16 9.5"/>',
  cross: '<circle cx="12" cy="12" r="9"/><path d="m9 9 6 6m0-6-6 6"/>',
  clock: '<circle cx="12" cy="12" r="9"/><path d="M12 7v5l3 2"/>',
  alert: '<path d="M12 3.5 2.5 20h19z"/><path d="M12 10v4m0 3v.01"/>',
  pencil: '<path d="m4 20 1-4L16.5 4.5a2.1 2.1 0 0 1 3 3L8 19z"/>',
  lock: '<rect x="5" y="11" width="14" height="9" rx="2"/><path d="M8 11V8a4 4 0 0 1 8 0v3"/>',
  slip: '<path d="M6 3h12v18l-3-2-3 2-3-2-3 2z"/><path d="M9 8h6m-6 4h6"/>',
};

/** Renders a decorative icon. The text beside the icon has the same meaning, so screen readers skip the icon. */
export const icon = (name: keyof typeof paths): Html =>
  html`<svg viewBox="0 0 24 24" aria-hidden="true">${raw(paths[name])}</svg>`;
