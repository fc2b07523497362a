import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { exchangeCode } from './exchange-code';
import { refreshTokens } from './refresh-tokens';

const tokens = {
  access_token: 'at',
  token_type: 'Bearer',
  refresh_token: 'rt',
  install_id: 'inst_1',
  store_id: 'store_1',
  store_slug: 'one',
};
let answer: { status: number; body: string };
let seen: { authorization: string | undefined; form: Record<string, string> }[];
let server: Server;

beforeEach(async () => {
  answer = { status: 200, body: JSON.stringify(tokens) };
  seen = [];
  server = createServer((request, response) => {
    let body = '';
    request.on('data', (part: Buffer) => (body += part.toString()));
    request.on('end', () => {
      const form = Object.fromEntries(new URLSearchParams(body));
      seen.push({ authorization: request.headers.authorization, form });
      response.writeHead(answer.status, { 'content-type': 'application/json' }).end(answer.body);
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
});
afterEach(() => new Promise((resolve) => server.close(resolve)));

const client = (clientAuthentication: 'client_secret_basic' | 'client_secret_post') => ({
  tokenUrl: `http://127.0.0.1:${(server.address() as AddressInfo).port}/token`,
  clientId: 'app',
  clientSecret: 'a:b',
  clientAuthentication,
});
const grant = { code: 'c', redirectUri: 'http://127.0.0.1/callback', codeVerifier: 'v' };

it('a code is exchanged once, with the secret in the header or in the body', async () => {
  expect(await exchangeCode(client('client_secret_basic'), grant)).toEqual({ code: 'issued', tokens });
  expect(await exchangeCode(client('client_secret_post'), grant)).toEqual({ code: 'issued', tokens });
  const form = {
    grant_type: 'authorization_code',
    code: 'c',
    redirect_uri: grant.redirectUri,
    code_verifier: 'v',
  };
  expect(seen).toEqual([
    { authorization: `Basic ${Buffer.from('app:a%3Ab').toString('base64')}`, form },
    { authorization: undefined, form: { ...form, client_id: 'app', client_secret: 'a:b' } },
  ]);
});

it('a refused grant is told apart from every other failure, and nothing is sent twice', async () => {
  const refresh = () => refreshTokens({ ...client('client_secret_basic'), refreshToken: 'rt' });
  answer = { status: 400, body: '{"error":"invalid_grant"}' };
  expect(await refresh()).toEqual({ code: 'invalid_grant' });
  for (answer of [
    { status: 400, body: '{"error":"invalid_client"}' },
    { status: 500, body: '{}' },
    { status: 200, body: '{}' },
    { status: 200, body: 'text' },
  ])
    expect(await refresh()).toMatchObject({ code: 'unknown' });
  expect(seen).toHaveLength(5);
});
