import { html } from 'hono/html';
import type { Html } from './words';

type Field = {
  id: string;
  label: string;
  /** Error message for the typed value; false, null or empty if there is no error. */
  error: Html | string | false | null;
  /** Renders the input. `described` has the ARIA attributes that connect the input with its error message. */
  control(described: Html | string): Html;
};

/**
 * Renders a form field: label, input and error message. If there is an error, the input gets the focus when the page is
 * shown again.
 */
export function field({ id, label, error, control }: Field): Html {
  const described = error ? html`aria-invalid="true" aria-describedby="${id}-error" autofocus` : '';
  return html`<div>
<label for="${id}">${label}</label>
${control(described)}
${error && html`<p class="error" id="${id}-error">${error}</p>`}
</div>`;
}
