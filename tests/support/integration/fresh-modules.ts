import { afterAll, vi } from 'vitest';

const environment = { ...process.env };

/**
 * After each test file, discards the app's loaded modules and restores the environment variables. The modules
 * cache the environment and the database connections of one test file, so the next file must load them again.
 */
afterAll(() => {
  vi.resetModules();
  for (const name of Object.keys(process.env)) if (!(name in environment)) delete process.env[name];
  Object.assign(process.env, environment);
});
