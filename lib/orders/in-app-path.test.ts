import { expect, it } from 'vitest';
import { inAppPath } from './in-app-path';

const launch = (installId: string, returnTo: string) =>
  `https://app.example/launch?${new URLSearchParams({ install_id: installId, returnTo })}`;

it('a launch URL of the same install gives the path of its screen', () => {
  expect(inAppPath(launch('inst_1', '/i/inst_1/quotes/8f'), 'inst_1')).toBe('/i/inst_1/quotes/8f');
});

it.each([
  ['another install', launch('inst_2', '/i/inst_2/quotes/8f')],
  ['our own install id with a path of another install', launch('inst_1', '/i/inst_2/quotes/8f')],
  ['a path that leaves the install with ..', launch('inst_1', '/i/inst_1/../inst_2/quotes/8f')],
  ['another host', launch('inst_1', '//evil.example/i/inst_1/')],
  ['a script', launch('inst_1', 'javascript:alert(1)')],
  ['a query', launch('inst_1', '/i/inst_1/orders?q=x')],
  ['another page', 'https://app.example/q/abc?install_id=inst_1&returnTo=/i/inst_1/quotes/8f'],
  ['no target', 'https://app.example/launch?install_id=inst_1'],
])('a launch URL that does not lead to a screen of this install opens like any other link: %s', (_, url) =>
  expect(inAppPath(url, 'inst_1')).toBeNull(),
);
