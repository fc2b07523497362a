import { SearchParamsContext } from 'next/dist/shared/lib/hooks-client-context.shared-runtime';
import { createElement } from 'react';
import { renderToString } from 'react-dom/server';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { listQuery, readFilters, textUpTo, type UrlQuery } from '@/lib/shared/lists/list-url';
import { type ChangeUrl, useUrlState } from './use-url-state';

type State = { status?: string; q?: string };

const location = new URL('https://app.example/i/inst_1/products');
beforeEach(() => {
  const go = (_: unknown, __: string, path: string) => {
    location.href = new URL(path, location).href;
  };
  vi.stubGlobal('window', { location, history: { pushState: go, replaceState: go } });
});
afterEach(() => vi.unstubAllGlobals());

/** Renders the hook with the URL's query of that moment and returns its function `change`. */
function changeAfterRender(query: string): ChangeUrl<State> {
  let change: ChangeUrl<State> = () => undefined;
  const Screen = () => {
    change = useUrlState<State>('inst_1', readQuery, pathOf).change;
    return null;
  };
  const value = new URLSearchParams(query);
  renderToString(createElement(SearchParamsContext, { value }, createElement(Screen)));
  return change;
}

const pathOf = (state: State): `/${string}` => `/products${listQuery(state)}`;
const readQuery = (query: UrlQuery): State => readFilters(query, { status: textUpTo(20), q: textUpTo(20) });

it('a change starts from the URL, so a change that is not rendered yet is kept', () => {
  location.search = '?status=out_of_stock';
  const change = changeAfterRender('status=out_of_stock');
  change(({ status: _, ...others }) => others, 'push');
  // The page has not rendered the press on the tab yet. The search text must not bring the old tab back.
  change((now) => ({ ...now, q: 'CED-003' }), 'replace');
  expect(location.search).toBe('?q=CED-003');
});

it('a change to the same state adds no entry to the history', () => {
  location.search = '?status=out_of_stock';
  const push = vi.spyOn(window.history, 'pushState');
  changeAfterRender('status=out_of_stock')((now) => ({ ...now, status: 'out_of_stock' }), 'push');
  expect(push).not.toHaveBeenCalled();
});

it('a search text that was typed before the user left the screen changes no other screen', () => {
  location.search = '';
  const change = changeAfterRender('');
  location.pathname = '/i/inst_1/orders';
  change((now) => ({ ...now, q: 'CED-003' }), 'replace');
  expect(location.href).toBe('https://app.example/i/inst_1/orders');
  location.pathname = '/i/inst_1/products';
});
