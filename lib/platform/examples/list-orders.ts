import { createPlatformClient } from 'commerce-platform-client/client';
import { fixedToken, openBudget } from 'commerce-platform-client/memory-ports';
import { pages } from 'commerce-platform-client/pages';

// Prints the orders of a store of the sandbox. First start the sandbox (npm run sandbox), then run:
//   npx tsx lib/platform/examples/list-orders.ts http://127.0.0.1:4000
const [origin = 'http://127.0.0.1:4000'] = process.argv.slice(2);
const { stores } = await (await fetch(`${origin}/_sandbox`)).json();
const headers = { 'content-type': 'application/json' };
const body = JSON.stringify({ store_id: stores[0].id, scopes: ['orders:read'] });
const made = await fetch(`${origin}/_sandbox/installs`, { method: 'POST', headers, body });

const tokens = fixedToken((await made.json()).access_token);
const client = createPlatformClient({ baseUrl: `${origin}/v1`, tokens, budget: openBudget() });
for await (const { data } of pages((cursor) => client.listOrders({ limit: 100, cursor })))
  for (const { order_number, status, total } of data)
    console.log(order_number, status, total.amount_minor, total.currency);
