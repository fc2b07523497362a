import { html } from 'hono/html';
import type { Html } from './words';

type Field = {
  id: string;
  label: string;
  /** Error of the typed value; empty if there is none. */
  error: Html | string | false | null;
  /** Renders the input with the attributes that connect it with its error. */
  control(described: Html | string): Html;
};

/** A label, its input and its error. The invalid input gets focus when the page returns. */
export function field({ id, label, error, control }: Field): Html {
  const described = error ? html`aria-invalid="true" aria-describedby="${id}-error" autofocus` : '';
  return html`<div>
<label for="${id}">${label}</label>
${control(described)}
${error && html`<p class="error" id="${id}-error">${error}</p>`}
</div>`;
}
