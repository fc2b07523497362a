import { readFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';

/** The names of the programs of a deployment in log lines, metrics and database connections. */
export type Service = 'app' | 'worker' | 'doctor' | 'ops' | 'keys' | 'resume';

/**
 * The name is on the global object, because Next loads this module once more in the same process. Both copies of the
 * module then use the same name.
 */
const place: typeof globalThis & { daftarService?: Service } = globalThis;

let version: string | undefined;

/**
 * Sets the name of the program that this process runs. Each entry point calls this function first. Without a call, the
 * name is "app".
 */
export function setService(service: Service): void {
  place.daftarService = service;
}

/** Returns the program, the version of the app (package.json) and the host name of this process. */
export function processFacts(): { service: Service; version: string; host: string } {
  version ??= readVersion();
  return { service: place.daftarService ?? 'app', version, host: os.hostname() };
}

/** Maximum length of application_name in PostgreSQL in bytes; the server cuts longer names. */
const applicationNameMax = 63;

/**
 * Returns the name of this process for pg_stat_activity, for example `daftar-worker/0.1.0@host-1`. If the URL
 * of the database contains an application_name, that name is used instead.
 */
export function applicationName(): string {
  const { service, version: own, host } = processFacts();
  return `daftar-${service}/${own}@${host}`.slice(0, applicationNameMax);
}

function readVersion(): string {
  const parsed: unknown = JSON.parse(readFileSync(path.join(process.cwd(), 'package.json'), 'utf8'));
  const isNamed = typeof parsed === 'object' && parsed !== null && 'version' in parsed;
  return isNamed ? String(parsed.version) : 'unknown';
}
