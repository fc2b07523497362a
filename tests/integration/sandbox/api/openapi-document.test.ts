import { Validator } from '@seriousme/openapi-schema-validator';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type SandboxProcess, startSandbox } from '@/tests/support/stack/sandbox-process';
import { type ServedDocument, type ServedOperation, servedDocument } from './served-document';

let sandbox: SandboxProcess;
let document: ServedDocument;
let storeId: string;

beforeAll(async () => {
  sandbox = await startSandbox('http://127.0.0.1:1', { SANDBOX_ORDERS: '0', SANDBOX_CLOCK: 'virtual' });
  document = await servedDocument(sandbox.origin);
  const { stores } = await sandbox.control<{ stores: { id: string }[] }>('GET', '');
  storeId = stores[0]?.id ?? '';
});
afterAll(() => sandbox.stop());

const scopeOf = (operation: ServedOperation) => operation.security[0]?.bearer[0];
const needsKey = ({ parameters }: ServedOperation) =>
  parameters.some(({ name, required }) => name === 'Idempotency-Key' && required);
const has = (place: string) => (operation: ServedOperation) =>
  operation.parameters.some((parameter) => parameter.in === place);

describe('each endpoint is described completely', () => {
  test('has a unique operationId and declares the parameters of its path', () => {
    const names = document.operations.map(({ operationId }) => operationId);
    expect(new Set(names).size).toBe(names.length);
    for (const { operationId, path, parameters } of document.operations) {
      const inPath = parameters.filter((parameter) => parameter.in === 'path').map(({ name }) => `{${name}}`);
      expect([operationId, inPath]).toEqual([operationId, path.match(/\{\w+\}/g) ?? []]);
    }
  });

  const rules: [string, string, (operation: ServedOperation) => boolean][] = [
    ['AUT-1', '401', () => true],
    ['LIM-2', '429', () => true],
    ['AUT-2', '403', (operation) => scopeOf(operation) !== undefined],
    ['GEN-1', '404', has('path')],
    ['IDE-1', '400', needsKey],
    ['IDE-3', '409', needsKey],
    ['LIST-2', '400', has('query')],
    ['ERR-4', '400', ({ requestBody }) => requestBody !== undefined],
  ];
  test.each(rules)('%s: %s is listed for every endpoint where it can happen', (_id, status, canHappen) => {
    const concerned = document.operations.filter(canHappen);
    expect(concerned).not.toEqual([]);
    for (const { operationId, responses } of concerned)
      expect([operationId, Object.keys(responses)]).toEqual([operationId, expect.arrayContaining([status])]);
  });
});

describe('the sandbox does what the document says of each endpoint', () => {
  /** Calls the endpoint with ids that do not exist. If the endpoint takes a body, the function sends the body {}. */
  async function call(operation: ServedOperation, token: string | null) {
    const path = operation.path.replace(/\{\w+\}/g, 'nothing');
    const response = await fetch(`${sandbox.origin}/v1${path}`, {
      method: operation.method.toUpperCase(),
      headers: token === null ? {} : { authorization: `Bearer ${token}` },
      ...(operation.requestBody !== undefined && { body: '{}' }),
    });
    const text = await response.text();
    const body = text === '' ? undefined : JSON.parse(text);
    document.expectDescribed(operation, response.status, body);
    return { status: response.status, message: String(body?.error?.message) };
  }

  async function tokenWith(scopes?: string[]): Promise<string> {
    const body = { store_id: storeId, ...(scopes && { scopes }) };
    return (await sandbox.control<{ access_token: string }>('POST', '/installs', body)).access_token;
  }

  test('AUT-1: without a token every endpoint answers 401', async () => {
    for (const operation of document.operations)
      expect([operation.operationId, (await call(operation, null)).status]).toEqual([
        operation.operationId,
        401,
      ]);
  });

  test('AUT-2, AUT-10: without any scope exactly the endpoints with a documented scope answer 403', async () => {
    const token = await tokenWith([]);
    const refused: string[] = [];
    for (const operation of document.operations)
      if ((await call(operation, token)).status === 403) refused.push(operation.operationId);
    const named = document.operations.filter(scopeOf).map(({ operationId }) => operationId);
    expect(refused).toEqual(named);
  });

  test('GEN-7, IDE-4: exactly the endpoints that require an Idempotency-Key report that it is missing', async () => {
    const token = await tokenWith();
    const requesting: string[] = [];
    for (const operation of document.operations)
      if ((await call(operation, token)).message.includes('Idempotency-Key'))
        requesting.push(operation.operationId);
    const required = document.operations.filter(needsKey).map(({ operationId }) => operationId);
    expect(requesting).toEqual(required);
  });
});

// These tests must be the last ones in the file, because they block the test process for seconds. The sandbox closes a
// connection that is idle for five seconds, so a later request would fail.
describe('/openapi.json is an OpenAPI 3.1 document', () => {
  test('a third-party validator accepts it', async () => {
    const validator = new Validator();
    expect(await validator.validate(document.json)).toEqual({ valid: true });
    expect(validator.version).toBe('3.1');
  });

  const breaks: [string, (get: Record<string, unknown>) => void][] = [
    ['responses of no status', (get) => (get.responses = { ok: { description: '' } })],
    ['an answer without a description', (get) => (get.responses = { 200: {} })],
    ['a parameter of nowhere', (get) => (get.parameters = [{ name: 'limit', schema: {} }])],
    ['a reference to nothing', (get) => (get.requestBody = { $ref: '#/components/requestBodies/None' })],
    ['a field that no version knows', (get) => (get.scope = 'orders:read')],
  ];
  test.each(breaks)('a third-party validator refuses it with %s', async (_what, breakIt) => {
    const broken = structuredClone(document.json) as {
      paths: Record<string, { get: Record<string, unknown> }>;
    };
    const { get } = broken.paths['/orders'] ?? {};
    if (!get) throw new Error('GET /orders is not in the document');
    breakIt(get);
    expect((await new Validator().validate(broken)).valid).toBe(false);
  });
});
