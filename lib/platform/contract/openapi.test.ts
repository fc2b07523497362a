import { describe, expect, it } from 'vitest';
import { openApiDocument } from './openapi';
import { endpoints } from './endpoints';

describe('the OpenAPI document, made from the contracts', () => {
  const document = openApiDocument('http://127.0.0.1:4000/v1') as {
    paths: Record<
      string,
      Record<string, { operationId: string; parameters: { name: string; required: boolean }[] }>
    >;
  };
  const described = Object.values(document.paths).flatMap((path) => Object.values(path));

  it('has every endpoint of the table, once', () => {
    expect(described.map(({ operationId }) => operationId).sort()).toEqual(Object.keys(endpoints).sort());
  });

  it('GEN-7: requires the idempotency key for endpoints that need one, and for no other endpoint (IDE-4)', () => {
    for (const { operationId, parameters } of described) {
      const { idempotent } = endpoints[operationId as keyof typeof endpoints];
      expect(parameters.some(({ name, required }) => name === 'Idempotency-Key' && required)).toBe(
        idempotent,
      );
    }
  });

  it('CRE-5 CRE-6: names the required fields of POST /orders', () => {
    const post = document.paths['/orders']?.post as unknown as {
      requestBody: { content: { 'application/json': { schema: { required: string[] } } } };
    };
    const { required } = post.requestBody.content['application/json'].schema;
    expect(required.sort()).toEqual(['currency', 'customer', 'items', 'payment_method', 'shipping']);
  });
});
