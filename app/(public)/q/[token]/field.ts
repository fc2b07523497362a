import { html } from 'hono/html';
import type { Html } from './words';

type Field = {
  id: string;
  label: string;
  /** What is wrong with what was typed; empty: nothing. */
  error: Html | string | false | null;
  /** The input, with the attributes that tie it to its error. */
  control(described: Html | string): Html;
};

/** A label, its input and what is wrong with it. The one that is wrong has the focus when the page comes back. */
export function field({ id, label, error, control }: Field): Html {
  const described = error ? html`aria-invalid="true" aria-describedby="${id}-error" autofocus` : '';
  return html`<div>
<label for="${id}">${label}</label>
${control(described)}
${error && html`<p class="error" id="${id}-error">${error}</p>`}
</div>`;
}
