import { html } from 'hono/html';
import { z } from 'zod';
import { type Html, page } from '@/sandbox/admin/layout';

const Content = z.object({ 'application/json': z.object({ schema: z.unknown() }) }).optional();
const Operation = z.object({
  operationId: z.string(),
  summary: z.string().optional(),
  description: z.string().optional(),
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
  responses: z.record(z.string(), z.object({ description: z.string().optional(), content: Content })),
});
type Operation = z.infer<typeof Operation>;
const Document = z.object({
  info: z.object({ title: z.string(), version: z.string() }),
  servers: z.array(z.object({ url: z.string() })),
  paths: z.record(z.string(), z.record(z.string(), Operation)),
});

/** The OpenAPI document for reading: one page, no script, nothing from the network. */
export function docsPage(openApi: unknown): Html {
  const { info, servers, paths } = Document.parse(openApi);
  const operations = Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => ({
      call: `${method.toUpperCase()} ${path}`,
      operation,
    })),
  );
  return page(
    'en',
    info.title,
    html`<header class="bar portal-bar">
        <a class="store" href="/docs"><span class="mark" aria-hidden="true">{}</span>API docs</a>
        <nav aria-label="API docs">
          <a href="/openapi.json">openapi.json</a>
          <a href="/portal">Developer portal</a>
          <a href="/">Store admin</a>
        </nav>
      </header>
      <main>
        <h1>${info.title}</h1>
        <p class="lead">Version ${info.version}, below <code>${servers.map((server) => server.url).join(', ')}</code>. Every call carries <code>Authorization: Bearer …</code>; failures answer in one envelope with a code and a request id.</p>
        <ul class="contents">
          ${operations.map(({ call, operation }) => html`<li><a href="#${operation.operationId}"><code>${call}</code></a></li>`)}
        </ul>
        ${operations.map(({ call, operation }) => section(call, operation))}
      </main>`,
  );
}

function section(call: string, operation: Operation): Html {
  const body = operation.requestBody?.content?.['application/json'].schema;
  return html`<section class="panel" id="${operation.operationId}">
    <h2><code>${call}</code></h2>
    <p>${operation.summary ?? ''} ${operation.description ?? 'Needs no scope.'}</p>
    ${operation.parameters.length === 0 ? '' : parameterTable(operation)}
    ${body === undefined ? '' : schemaBlock('Body', body)}
    ${Object.entries(operation.responses).map(([status, answer]) => {
      const schema = answer.content?.['application/json'].schema;
      const title = `${status === 'default' ? 'Failure' : status} · ${answer.description ?? ''}`;
      return schema === undefined ? html`<p><b>${title}</b></p>` : schemaBlock(title, schema);
    })}
  </section>`;
}

function parameterTable(operation: Operation): Html {
  return html`<dl class="facts">
    ${operation.parameters.map(
      (
        parameter,
      ) => html`<dt><code>${parameter.name}</code> <small>${parameter.in}${parameter.required ? ', required' : ''}</small></dt>
        <dd><code>${inShort(parameter.schema)}</code></dd>`,
    )}
  </dl>`;
}

/** A parameter's schema on one line; a pattern that only spells its format out is left to openapi.json. */
function inShort(schema: Record<string, unknown>): string {
  const { pattern: _pattern, ...rest } = schema;
  return JSON.stringify(rest.format === undefined ? schema : rest);
}

function schemaBlock(title: string, schema: unknown): Html {
  return html`<details><summary>${title}</summary><pre tabindex="0">${JSON.stringify(schema, null, 2)}</pre></details>`;
}
