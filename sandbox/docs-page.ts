import { html } from 'hono/html';
import { z } from 'zod';
import { type EndpointName, endpoints } from 'commerce-platform-client/contract/endpoints';
import { type Html, page } from '@/sandbox/admin/layout';
import type { Language } from '@/sandbox/admin/text';
import { code } from '@/sandbox/portal/portal-layout';
import { portalTexts } from '@/sandbox/portal/portal-texts';
import { docsTexts } from './docs-text';

const Content = z.object({ 'application/json': z.object({ schema: z.unknown() }) }).optional();
const Operation = z.object({
  operationId: z.custom<EndpointName>((id) => typeof id === 'string' && Object.hasOwn(endpoints, id)),
  parameters: z
    .array(
      z.object({
        name: z.string(),
        in: z.string(),
        required: z.boolean().optional(),
        schema: z.record(z.string(), z.unknown()),
      }),
    )
    .default([]),
  requestBody: z.object({ content: Content }).optional(),
  responses: z.record(z.string(), z.object({ description: z.string(), content: Content })),
});
type Operation = z.infer<typeof Operation>;
const Document = z.object({
  info: z.object({ version: z.string() }),
  servers: z.array(z.object({ url: z.string() })),
  paths: z.record(z.string(), z.record(z.string(), Operation)),
  components: z.object({ schemas: z.record(z.string(), z.unknown()) }),
});

/** Renders the OpenAPI document as one HTML page, without scripts and without requests to other addresses. */
export function docsPage(openApi: unknown, language: Language): Html {
  const text = docsTexts[language];
  const { info, servers, paths, components } = Document.parse(openApi);
  const calls = Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => ({
      call: `${method.toUpperCase()} ${path}`,
      operation,
    })),
  );
  return page(
    language,
    text.title,
    html`${docsHeader(language)}
      <main>
        <h1>${text.title}</h1>
        <p class="intro">${text.revision} ${code(info.version)}${text.below} ${servers.map((server) => code(server.url))}. ${text.calls} ${code('Authorization: Bearer …')}. ${text.failures}</p>
        <h2>${text.contents}</h2>
        <ul class="contents">
          ${calls.map(({ call, operation: { operationId } }) => html`<li><a href="#${operationId}">${text.endpoints[operationId]} ${code(call)}</a></li>`)}
        </ul>
        ${calls.map(({ call, operation }) => section(language, call, operation))}
        <section class="panel">
          <h2>${text.schemas}</h2>
          ${Object.entries(components.schemas).map(([name, schema]) => schemaBlock(name, schema))}
        </section>
      </main>`,
  );
}

function docsHeader(language: Language): Html {
  const { portal, admin, otherLanguage } = portalTexts[language];
  const { docs } = docsTexts[language];
  const [here, there] = language === 'ar' ? ['?lang=ar', ''] : ['', '?lang=ar'];
  const other = language === 'ar' ? 'en' : 'ar';
  return html`<header class="bar portal-bar">
    <a class="store" href="/docs${here}"><span class="mark" aria-hidden="true">{}</span>${docs}</a>
    <nav aria-label="${docs}">
      <a href="/openapi.json" dir="ltr">openapi.json</a>
      <a href="/portal${here}">${portal}</a>
      <a href="/">${admin}</a>
      <a href="/docs${there}" lang="${other}" hreflang="${other}">${otherLanguage}</a>
    </nav>
  </header>`;
}

function section(language: Language, call: string, operation: Operation): Html {
  const text = docsTexts[language];
  const { scope } = endpoints[operation.operationId];
  const body = operation.requestBody?.content?.['application/json'].schema;
  return html`<section class="panel" id="${operation.operationId}">
    <h2>${text.endpoints[operation.operationId]}</h2>
    <p>${code(call)}</p>
    <p>${scope === null ? text.needsNoScope : html`${text.needsScope} ${code(scope)}.`}</p>
    ${operation.parameters.length === 0 ? '' : parameterTable(language, operation)}
    ${body === undefined ? '' : schemaBlock(text.body, body)}
    ${Object.entries(operation.responses).map(([status, answer]) => {
      const schema = answer.content?.['application/json'].schema;
      if (status === 'default') return schemaBlock(text.failure, schema);
      if (!status.startsWith('2')) return html`<p><b>${status}</b> · ${code(answer.description)}</p>`;
      return schema === undefined
        ? html`<p><b>${status}</b> · ${text.done}</p>`
        : schemaBlock(`${status} · ${text.success}`, schema);
    })}
  </section>`;
}

function parameterTable(language: Language, operation: Operation): Html {
  const text = docsTexts[language];
  return html`<h3>${text.parameters}</h3>
    <dl class="facts">
      ${operation.parameters.map(
        (
          parameter,
        ) => html`<dt>${code(parameter.name)} <small>${text.places[parameter.in] ?? parameter.in}${parameter.required ? html` · ${text.required}` : ''}</small></dt>
          <dd>${code(inShort(parameter.schema))}</dd>`,
      )}
    </dl>`;
}

/**
 * Describes the schema of a parameter on one line. If the schema has a `format` and a regular expression (`pattern`),
 * the line leaves out the regular expression, because the format describes the same.
 */
function inShort(schema: Record<string, unknown>): string {
  const { pattern: _pattern, ...rest } = schema;
  return JSON.stringify(rest.format === undefined ? schema : rest);
}

function schemaBlock(title: string, schema: unknown): Html {
  return html`<details><summary>${title}</summary><pre dir="ltr" tabindex="0">${JSON.stringify(schema, null, 2)}</pre></details>`;
}
