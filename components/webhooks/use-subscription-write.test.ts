import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { AppRouterContext } from 'next/dist/shared/lib/app-router-context.shared-runtime';
import { type ComponentProps, createElement } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { expect, it, vi } from 'vitest';
import { useSubscriptionWrite } from './use-subscription-write';

/** Sends one action as the screen does, and returns how often the page was refreshed. */
async function refreshesAfter(action: Parameters<typeof useSubscriptionWrite>[0]): Promise<number> {
  const refresh = vi.fn();
  const router = { refresh } as unknown as NonNullable<ComponentProps<typeof AppRouterContext>['value']>;
  let send = (): Promise<unknown> => Promise.reject(new Error('not rendered'));
  function Screen() {
    const write = useSubscriptionWrite(action, 'inst_1');
    send = async () => write.send({});
    return null;
  }
  const page = createElement(QueryClientProvider, { client: new QueryClient() }, createElement(Screen));
  renderToStaticMarkup(createElement(AppRouterContext, { value: router }, page));
  await send();
  return refresh.mock.calls.length;
}

it('the page is refreshed after a change of the live updates, so that its checks are not out of date', async () => {
  expect(await refreshesAfter(async () => ({ code: 'succeeded', status: 200, result: null }))).toBe(1);
  expect(await refreshesAfter(async () => ({ code: 'missing_scope', status: 403 }))).toBe(1);
});

it('the page is not refreshed if the server did not answer', async () => {
  expect(await refreshesAfter(() => Promise.reject(new Error('no connection')))).toBe(0);
});
