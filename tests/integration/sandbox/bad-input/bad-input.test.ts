import fc from 'fast-check';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { ErrorEnvelope } from 'commerce-platform-client/contract/errors';
import { type EndpointName, endpoints } from 'commerce-platform-client/contract/endpoints';
import { encodedBody, requestOf, validDraft } from './bad-input-request';
import { mutationsOf } from './bad-input-mutations';
import { type Kind, type Mutation, type Outcome, pickOf } from './bad-input-mutation';
import { testScale } from '@/tests/support/stack/test-scale';
import { buildStage, type Stage } from './bad-input-world';

/** Number of wrong requests: 20,000 at full test scale, and at least 4,000. */
const requests = Math.max(4_000, Math.round(20_000 * testScale));
const inputSeed = Number(process.env.TEST_SEED) || Date.now() % 2 ** 31;
/**
 * Number of requests to one sandbox. Each request moves the sandbox's clock by `stepMs`, so that no request
 * budget is used up. The number is small enough that all requests are sent before the access token expires on
 * this clock.
 */
const requestsPerStage = 2500;
const stepMs = 1100;

const names = Object.keys(endpoints) as EndpointName[];
let stage: Stage;
let expectedDump: string;
let served = 0;

async function renew(): Promise<void> {
  const previous = stage as Stage | undefined;
  stage = await buildStage(`bad input ${inputSeed}`);
  previous?.close();
  expectedDump = await stage.dump();
  served = 0;
}

/**
 * Compares the data of the sandbox with the data of the last comparison. If they differ, a request changed data without
 * a journal entry, for example by editing a row in place.
 */
async function compare(): Promise<void> {
  expect(await stage.dump()).toBe(expectedDump);
}
/** Number of requests between two comparisons of the whole sandbox with its expected data. */
const requestsPerComparison = 25;

beforeAll(renew);
afterAll(() => stage.close());

test('every request is valid before it is mutated', async () => {
  for (const name of names) {
    const response = await stage.world.sandbox.fetch(requestOf(validDraft(name, stage)));
    expect([name, response.status, await response.text()]).toEqual([
      name,
      endpoints[name].status,
      expect.any(String),
    ]);
    if (endpoints[name].method !== 'GET') await restore(name);
  }
  await renew();
});

test(`GEN-2 GEN-7 ERR-1 ERR-4 LIM-3 LIST-2 IDE-1: each of ${requests} bad requests gets a documented status in the error envelope and changes nothing`, async () => {
  console.info(`seed ${inputSeed}, ${requests} requests`);
  const table = new Map(names.map((name) => [name, mutationsOf(name, stage)]));
  const counts = new Map<string, number>();
  const statuses = new Map<string, number>();
  const pick = fc.nat({ max: 2 ** 20 });
  const spoil = fc.record({ kind: pick, mutation: pick, salt: pick });
  await fc.assert(
    fc.asyncProperty(
      fc.oneof(...[...table].map(([name, { size }]) => ({ weight: size, arbitrary: fc.constant(name) }))),
      fc.array(spoil, { minLength: 1, maxLength: 3 }),
      async (name, spoils) => {
        const byKind = table.get(name) ?? new Map<Kind, Mutation[]>();
        const chosen = spoils.map(({ kind, mutation, salt }) => ({
          mutation: pickOf(pickOf([...byKind.values()], kind), mutation),
          salt,
        }));
        try {
          if (served++ % requestsPerComparison === 0) await compare();
          if (served > requestsPerStage) await renew();
          const { applied, status } = await send(name, chosen);
          for (const { kind } of applied) count(counts, `${name} × ${kind}`);
          count(statuses, String(status));
        } catch (error) {
          await renew();
          throw error;
        }
      },
    ),
    { seed: inputSeed, numRuns: requests },
  );
  await compare();
  console.info(
    [...statuses]
      .sort()
      .map(([status, times]) => `${status}: ${times}`)
      .join('\n'),
  );
  const expected = [...table].flatMap(([name, byKind]) =>
    [...byKind.keys()].map((kind) => `${name} × ${kind}`),
  );
  console.info(
    `${expected.length} pairs of endpoint and kind, least often met: ${Math.min(...expected.map((pair) => counts.get(pair) ?? 0))}`,
  );
  if (requests >= 20_000) for (const pair of expected) expect(counts.get(pair) ?? 0, pair).toBeGreaterThan(0);
}, 3_600_000);

async function send(name: EndpointName, chosen: { mutation: Mutation; salt: number }[]) {
  stage.world.clock.advance(stepMs);
  stage.changedTables();
  const draft = validDraft(name, stage);
  // Mutations that keep the request valid are applied first. If they were applied later, they could undo the mistake of
  // another mutation.
  const inOrder = [...chosen].sort((a, b) => rankOf(a.mutation) - rankOf(b.mutation));
  const applied = inOrder
    .filter(({ mutation, salt }) => mutation.apply(draft, salt, stage))
    .map(({ mutation }) => mutation);
  const allowed = outcomesOf(applied, encodedBody(draft).length > 64 * 1024);
  const what = `${name}: ${applied.map((mutation) => mutation.what).join('; ')}`;
  const response = await stage.world.sandbox.fetch(requestOf(draft), `address ${served}`);
  const text = await response.text();
  const status = response.status;

  expect([what, response.headers.get('cache-control')]).toEqual([what, 'no-store']);
  expect(Object.keys(Object.prototype)).toEqual([]);
  const tables = stage.changedTables();
  if (status < 400) {
    expect([what, allowed, status]).toEqual([
      what,
      expect.arrayContaining(['holds']),
      endpoints[name].status,
    ]);
    if (endpoints[name].method !== 'GET') await restore(name);
    return { applied, status };
  }
  expect(response.headers.get('content-type')).toBe('application/json');
  const { error } = ErrorEnvelope.strict().parse(JSON.parse(text));
  expect([what, allowed, text]).toEqual([what, expect.arrayContaining([`${status} ${error.code}`]), text]);
  expect(error.request_id).toBe(response.headers.get('x-request-id'));
  // For a refused write, the sandbox stores only the idempotency key (A31). It must write nothing else.
  expect([what, tables.filter((table) => table !== 'idempotency')]).toEqual([what, []]);
  if (status === 422) expectFields(what, applied, error.details);
  return { applied, status };
}

/**
 * Returns all results that the platform document allows for a request with the given mutations. The result `holds`
 * (still valid) is possible only if every mutation allows `holds`.
 */
function outcomesOf(applied: Mutation[], large: boolean): Outcome[] {
  const all = new Set(applied.flatMap(({ outcomes }) => outcomes));
  if (!applied.every(({ outcomes }) => outcomes.includes('holds'))) all.delete('holds');
  if (large) all.add('413 payload_too_large');
  return applied.length === 0 ? ['holds'] : [...all];
}

const rankOf = ({ outcomes }: Mutation) => (outcomes.includes('holds') ? 0 : 1);

/**
 * Expects that the 422 error names exactly the paths of the wrong fields (platform: Errors). The platform document does
 * not define the format of an entry (A12).
 */
function expectFields(what: string, applied: Mutation[], details: Record<string, unknown> | undefined): void {
  const fields = details?.fields;
  expect([what, fields]).toEqual([
    what,
    expect.arrayContaining([{ path: expect.any(String), message: expect.any(String) }]),
  ]);
  const [only] = applied;
  if (applied.length > 1 || only?.field === undefined) return;
  const paths = (fields as { path: string }[]).map(({ path }) => path);
  expect([what, paths.some((path) => path.startsWith(only.field ?? ''))]).toEqual([what, true]);
}

/** After a valid write, restores the data that the next valid write to this endpoint needs. */
async function restore(name: EndpointName): Promise<void> {
  if (name === 'setOrderStatus') stage.ids.approved.shift();
  if (name === 'deleteWebhook') await stage.world.sandbox.fetch(requestOf(validDraft('putWebhook', stage)));
  if (stage.ids.approved.length === 0) await renew();
  expectedDump = await stage.dump();
}

function count(counts: Map<string, number>, name: string): void {
  counts.set(name, (counts.get(name) ?? 0) + 1);
}
