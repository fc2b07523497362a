import { html } from 'hono/html';
import { z } from 'zod';
import type { Html } from '@/sandbox/admin/layout';
import type { Fault } from '@/sandbox/http/faults';
import { faultEffects } from '@/sandbox/world/records';
import { code, portalPage, portalPath, pressButton, type View } from './portal-layout';
import { portalTexts } from './portal-texts';

const places = ['api', 'oauth', 'delivery'] as const;
const number = (type: z.ZodNumber) =>
  z.preprocess((text) => (text === '' || text === undefined ? undefined : Number(text)), type.optional());

/** A simulated fault as the form sends it: every field is text, and an empty field means omitted. */
export const FaultForm = z.object({
  on: z.enum(places),
  match: z
    .string()
    .trim()
    .max(200)
    .transform((text) => text || undefined),
  effect: z.enum(faultEffects),
  status: number(z.int().min(200).max(599)),
  delay_ms: number(z.int().min(0).max(600_000)),
  count: number(z.int().min(1)),
  probability: number(z.number().min(0).max(1)),
});

/** Renders the portal page with the active simulated faults and the form that adds one. */
export function faultsPage(view: View, faults: { id: string; fault: Fault }[]): Html {
  const text = portalTexts[view.language];
  return portalPage(
    view,
    'faults',
    text.faults,
    html`<div class="title">
        <div>
          <h1>${text.faults}</h1>
          <p class="intro">${text.faultsIntro}</p>
        </div>
        ${faults.length > 0 ? pressButton(view, '/faults/clear', text.clear, {}, 'danger') : ''}
      </div>
      <h2>${text.active}</h2>
      ${faults.length === 0 ? html`<p>${text.none}</p>` : faultTable(view, faults)}
      <section class="panel">
        <h2>${text.addFault}</h2>
        <form method="post" action="${portalPath(view, '/faults')}" class="fields">
          <label>${text.where}<select name="on">${places.map((place) => html`<option>${place}</option>`)}</select></label>
          <label>${text.effect}<select name="effect">${faultEffects.map((effect) => html`<option value="${effect}">${text.effects[effect]}</option>`)}</select></label>
          <label class="span">${text.match}<input name="match" dir="ltr" maxlength="200" aria-describedby="match-hint" /><small id="match-hint">${text.matchHint}</small></label>
          <label>${text.status}<input name="status" type="number" min="200" max="599" placeholder="503" dir="ltr" /></label>
          <label>${text.delay}<input name="delay_ms" type="number" min="0" max="600000" placeholder="1000" dir="ltr" /></label>
          <label>${text.count}<input name="count" type="number" min="1" placeholder="∞" dir="ltr" /></label>
          <label>${text.probability}<input name="probability" type="number" min="0" max="1" step="0.01" placeholder="1" dir="ltr" /></label>
          <button class="primary">${text.add}</button>
        </form>
      </section>`,
  );
}

function faultTable(view: View, faults: { id: string; fault: Fault }[]): Html {
  const text = portalTexts[view.language];
  return html`<table class="rows">
    <thead>
      <tr>
        <th>${text.where}</th>
        <th>${text.match}</th>
        <th>${text.effect}</th>
        <th>${text.count}</th>
        <th>${text.probability}</th>
      </tr>
    </thead>
    <tbody>
      ${faults.map(
        ({ fault }) => html`<tr>
          <td class="main">${code(fault.on)}</td>
          <td>${fault.match === undefined ? text.all : code(fault.match)}</td>
          <td>${text.effects[fault.effect]} ${fault.effect === 'status' ? html`<bdi>${fault.status ?? 503}</bdi>` : fault.delay_ms === undefined ? '' : html`<bdi>${fault.delay_ms} ms</bdi>`}</td>
          <td data-name="${text.count}"><bdi>${fault.count ?? text.always}</bdi></td>
          <td data-name="${text.probability}"><bdi>${fault.probability ?? 1}</bdi></td>
        </tr>`,
      )}
    </tbody>
  </table>`;
}
