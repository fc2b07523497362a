import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { type EndpointName, endpoints } from 'commerce-platform-client/contract/endpoints';
import { endpointExamples } from '@/tests/support/platform/endpoint-examples';
import { idsInTitles } from './cited-requirements';
import { callersOf, pagesReaching, readersOfMirror, root } from './reach';

type Covered = {
  name: EndpointName;
  callers: string[];
  screens: string[];
  brought: string[];
  tests: string[];
};

/**
 * Returns the text of docs/coverage.md: every endpoint of the platform document with its client function, the screens
 * that use the endpoint, and the tests of the endpoint. The text is generated from the code, so it cannot list
 * something that does not exist.
 */
export function coverageDocument(): string {
  const rows = (Object.keys(endpoints) as EndpointName[]).map(cover);
  return `# Coverage: every endpoint of the platform document

\`npm run coverage:docs\` generates this page from the code, and a test compares the two. Change the code, not this page.

[The client](../lib/platform/client.ts) has one function for each endpoint, with the name from [the contract](../lib/platform/contract/endpoints.ts). A screen is listed if its page leads to the request: by its imports, its server actions or the reads that it fetches. If the worker stores an endpoint's answers in the mirror, the screens that read those rows are listed too. A test is listed if it calls the function or names one of the endpoint's requirements. "none" means that no screen or test reaches the endpoint yet.

| Endpoint | Scope | Client function | Screens | Tests |
|---|---|---|---|---|
${rows.map(tableRow).join('\n')}

${rows.map(section).join('\n\n')}
`;
}

function cover(name: EndpointName): Covered {
  const callers = callersOf(name);
  const screens = pagesReaching(callers);
  const isMirrored = callers.some((file) => file.startsWith('lib/mirror/'));
  const brought = isMirrored ? pagesReaching(readersOfMirror(endpoints[name].path)) : [];
  return {
    name,
    callers,
    screens,
    brought: brought.filter((screen) => !screens.includes(screen)),
    tests: testsOf(name),
  };
}

/** Returns the tests that name one of the endpoint's requirements or call the endpoint. */
function testsOf(name: EndpointName): string[] {
  const call = new RegExp(`\\.${name}\\(|['"]${name}['"]`);
  return testFiles
    .filter(
      ({ text, ids }) => call.test(text) || ids.some((id) => endpointExamples[name].requirements.test(id)),
    )
    .map(({ file }) => file);
}

const testFiles = ['app', 'components', 'lib', 'sandbox', 'server', 'tests']
  .flatMap((folder) =>
    readdirSync(path.join(root, folder), { recursive: true, encoding: 'utf8' }).map(
      (file) => `${folder}/${file}`,
    ),
  )
  .filter((file) => /\.(test|spec)\.tsx?$/.test(file) && !file.startsWith('tests/lint/'))
  .sort()
  .map((file) => ({
    file,
    text: readFileSync(path.join(root, file), 'utf8'),
    ids: idsInTitles(path.join(root, file)),
  }));

function tableRow({ name, screens, brought, tests }: Covered): string {
  const { method, path: address, scope } = endpoints[name];
  const shown = screens.length + brought.length;
  return `| [\`${method} ${address}\`](#${name.toLowerCase()}) | ${scope ?? 'any'} | \`${name}\` | ${shown || 'none'} | ${tests.length || 'none'} |`;
}

function section({ name, callers, screens, brought, tests }: Covered): string {
  const { method, path: address } = endpoints[name];
  return `### ${name}

\`${method} ${address}\`

- Called in: ${listed(callers.map((file) => `[${file}](../${file})`))}
- Screens that lead to it: ${listed(screens.map((screen) => `\`${screen}\``))}${
    brought.length > 0
      ? `\n- Screens that show the rows which the worker reads by it: ${listed(brought.map((screen) => `\`${screen}\``))}`
      : ''
  }
- Tests: ${listed(tests.map((file) => `[${file}](../${file})`))}`;
}

const listed = (texts: string[]) => (texts.length > 0 ? texts.join(', ') : 'none');
