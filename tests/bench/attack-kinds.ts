import { connect } from 'node:net';
import { InstallId } from 'commerce-platform-client/contract/ids';
import { eventOf, signed } from '@/tests/support/webhooks/delivery';

/** What an attacker has: the URL of the app, and a session of one store in which the app is installed. */
export type AttackTarget = {
  appUrl: string;
  installId: InstallId;
  storeId: string;
  /** The cookie header of the attacker's session. */
  cookie: string;
  /** The id of the server action that finds the products in a pasted message. */
  matchAction: string;
};

export type Attack = {
  /** Number of requests or connections that the attack starts per second. */
  perSecond: number;
  /**
   * Starts one request or connection. Resolves to the status of the response, or to a word for the way in which the
   * connection ended.
   */
  send(target: AttackTarget, count: number): Promise<number | string>;
};

/** The client address of the attacker, as the proxy in front of the app reports it. */
const attackerAddress = '203.0.113.9';

/**
 * The cookie header has 480 junk session cookies. More cookies would not fit, because Node refuses request headers of
 * more than 16 KB.
 */
export const junkCookies = Array.from({ length: 480 }, (_, n) => `__Host-daftar.session.${n}=x`).join('; ');

/** The number of requests that one connection of the pipelining attack sends without waiting for a response. */
const pipelinedRequests = 2_000;

/** The attacks. An attacker has a session of one store, and no access to any other store. */
export const attacks = {
  'junk cookies': {
    perSecond: 60,
    send: (target) => ask(target, '/api/i/inst_unknown/orders', { headers: { cookie: junkCookies } }),
  },
  'upgrade requests': {
    perSecond: 100,
    send: (target) => sendRaw(target, 'GET /', 'Connection: Upgrade\r\nUpgrade: websocket\r\n\r\n'),
  },
  'bodies that never end': {
    perSecond: 50,
    send: (target) => sendRaw(target, 'POST /', 'Transfer-Encoding: chunked\r\n\r\n1\r\na\r\n'),
  },
  'forged deliveries over sockets': {
    perSecond: 500,
    send: (target, count) => {
      // Half of the deliveries name invented installs, and half name the attacker's own install.
      const installId = count % 2 === 0 ? InstallId.parse(`inst_${count}`) : target.installId;
      const { method, headers, body } = signed(installId, 'a guess', eventOf(installId, target.storeId));
      return ask(target, '/api/webhooks', { method, headers, body: Buffer.from(body) });
    },
  },
  'costly actions': {
    perSecond: 30,
    send: (target) =>
      ask(target, `/i/${target.installId}/orders/new`, {
        method: 'POST',
        headers: {
          cookie: target.cookie,
          origin: target.appUrl,
          'next-action': target.matchAction,
          'content-type': 'text/plain;charset=UTF-8',
        },
        body: JSON.stringify([
          { installId: target.installId, text: 'two soaps, three towels and a blue bag '.repeat(40) },
        ]),
      }),
  },
  exports: {
    perSecond: 20,
    send: (target) =>
      ask(target, `/api/i/${target.installId}/orders/export`, { headers: { cookie: target.cookie } }),
  },
  'exports that nobody reads': {
    perSecond: 20,
    send: (target) =>
      sendRaw(target, `GET /api/i/${target.installId}/orders/export`, `Cookie: ${target.cookie}\r\n\r\n`, {
        reads: false,
      }),
  },
  'pipelined requests': {
    perSecond: 2,
    send: (target) =>
      sendRaw(
        target,
        'GET /q/guess',
        `\r\n${'GET /q/guess HTTP/1.1\r\nHost: localhost\r\n\r\n'.repeat(pipelinedRequests)}`,
      ),
  },
  'live streams': {
    perSecond: 30,
    send: (target) =>
      ask(target, `/api/i/${target.installId}/live`, {
        headers: { cookie: target.cookie, accept: 'text/event-stream' },
      }),
  },
  'RSC requests': {
    perSecond: 20,
    // Next redirects such a request to the same page with the right parameter `_rsc`, and the attack follows it.
    // Without this, no request of the attack would reach a page.
    send: (target) =>
      ask(target, `/i/${target.installId}/orders`, {
        headers: { cookie: target.cookie, rsc: '1' },
        redirect: 'follow',
      }),
  },
  'guessed acceptance links': {
    perSecond: 50,
    send: (target, count) => ask(target, `/q/${'g'.repeat(38)}${10_000 + count}`),
  },
  'sign-in starts': {
    perSecond: 50,
    // Without the token of the form and its cookie, the app starts no sign-in. Anyone can get them, and use them again.
    send: async (target) => {
      form ??= openSignInForm(target);
      const { csrfToken, cookie } = await form;
      return ask(target, '/api/auth/signin/platform', {
        method: 'POST',
        headers: { origin: target.appUrl, cookie },
        body: new URLSearchParams({ csrfToken, callbackUrl: '/', json: 'true' }),
      });
    },
  },
} satisfies Record<string, Attack>;

export type AttackName = keyof typeof attacks;
export const attackNames = Object.keys(attacks) as AttackName[];

type SignInForm = { csrfToken: string; cookie: string };
/** The form that all starts of a sign-in use. */
let form: Promise<SignInForm> | undefined;

/** Requests the token of the sign-in form, and the cookie that belongs to it. */
async function openSignInForm({ appUrl }: AttackTarget): Promise<SignInForm> {
  const response = await fetch(`${appUrl}/api/auth/csrf`, {
    headers: { 'x-forwarded-for': attackerAddress },
  });
  const { csrfToken } = (await response.json()) as { csrfToken: string };
  const cookies = response.headers.getSetCookie().map((text) => text.split(';')[0]);
  return { csrfToken, cookie: cookies.join('; ') };
}

/** Sends a request and reads the whole response. Returns its status. */
async function ask({ appUrl }: AttackTarget, pathname: string, init: RequestInit = {}): Promise<number> {
  const headers = { ...init.headers, 'x-forwarded-for': attackerAddress };
  const response = await fetch(appUrl + pathname, { redirect: 'manual', ...init, headers });
  await response.arrayBuffer();
  return response.status;
}

/**
 * Opens a connection, sends the beginning of a request, and waits until the app closes the connection. `reads`: false
 * if the client reads nothing of the response, so that the app cannot send the rest of it.
 */
function sendRaw(
  { appUrl }: AttackTarget,
  start: string,
  rest: string,
  { reads = true } = {},
): Promise<string> {
  const { hostname, port } = new URL(appUrl);
  const socket = connect(Number(port), hostname);
  let received = '';
  socket.setEncoding('utf8');
  if (reads)
    socket.on('data', (text: string) => {
      received += text;
    });
  socket.write(
    `${start} HTTP/1.1\r\nHost: localhost\r\nOrigin: ${appUrl}\r\nX-Forwarded-For: ${attackerAddress}\r\n${rest}`,
  );
  return new Promise((resolve) => {
    socket.on('error', () => resolve('connection lost'));
    socket.on('close', () => resolve(received.slice(9, 12) || 'closed'));
  });
}
