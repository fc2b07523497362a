import { clientAddress } from '@/lib/system/client-address';
import { env } from '@/lib/system/env';
import { readWebBody } from '@/lib/system/read-body';
import { receiveWebhook } from '@/lib/webhooks/receive-webhook.server';

/** The platform's deliveries, where our own server entry does not stand in front (docs/decisions/server-entry.md). */
async function handle(request: Request): Promise<Response> {
  const { status, code } = await receiveWebhook({
    method: request.method,
    header: (name) => request.headers.get(name),
    // Next tells no socket, and leaves X-Forwarded-For as the client wrote it.
    address: clientAddress({
      socketAddress: null,
      forwardedFor: request.headers.get('x-forwarded-for'),
      trustedProxies: env().TRUSTED_PROXIES,
    }),
    readBody: (limits) => readWebBody(request.body, limits),
  });
  return Response.json({ code }, { status });
}

export { handle as DELETE, handle as GET, handle as HEAD, handle as PATCH, handle as POST, handle as PUT };
