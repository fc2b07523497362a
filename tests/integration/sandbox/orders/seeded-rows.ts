import { virtualClock } from '@/sandbox/world/clock';
import { journalFormat } from '@/sandbox/world/journal';
import { seedWorld } from '@/sandbox/world/seed-world';
import type { World } from '@/sandbox/world/world';
import { app, origin, redirectUri } from '@/tests/integration/sandbox/sandbox-world';

/** The app Daftar as a row of the sandbox's table of registered apps. */
export const registeredApp = {
  id: 'app_daftar',
  name: 'Daftar',
  client_id: app.clientId,
  client_secret: app.clientSecret,
  origin: app.url,
  redirect_uris: [redirectUri],
};

/** Returns the tables of a sandbox as its seed generates them, before any request. */
export function seedRows(seed: string, orders: number, baseMs: number): World {
  const made = { format: journalFormat, seed, orders, base_ms: baseMs } as const;
  return seedWorld(made, virtualClock(baseMs), registeredApp, origin);
}
