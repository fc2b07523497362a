import { clientAddress } from '@/lib/system/http/client-address';
import { env } from '@/lib/system/env';
import { readWebBody } from '@/lib/system/http/read-body';
import { answerBody, answerHeaders, receiveWebhook } from '@/lib/webhooks/receive-webhook.server';

/**
 * Receives webhook deliveries of the platform if the host runs Next directly, without our own server entry
 * (docs/decisions/server-entry.md).
 */
async function handle(request: Request): Promise<Response> {
  // request.headers is read only once, because Next runs tracking code each time it is read.
  const { headers } = request;
  const answer = await receiveWebhook({
    method: request.method,
    header: (name) => headers.get(name),
    // The socket address is null, because Next does not expose the socket. A client can write anything into the header
    // X-Forwarded-For. The client address is therefore taken only from an entry that one of our trusted proxies has
    // added to the header.
    address: clientAddress({
      socketAddress: null,
      forwardedFor: headers.get('x-forwarded-for'),
      trustedProxies: env().TRUSTED_PROXIES,
    }),
    readBody: (limits) => readWebBody(request.body, limits),
  });
  const body = answerBody(answer);
  const { status } = answer;
  return body
    ? Response.json(body, { status, headers: answerHeaders(answer) })
    : new Response(null, { status });
}

export { handle as DELETE, handle as GET, handle as HEAD, handle as PATCH, handle as POST, handle as PUT };
