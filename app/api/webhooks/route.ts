import { receiveWebhook } from '@/lib/webhooks/receive-webhook.server';

const bodyTimeoutMs = 5_000;

/** The platform's deliveries, where our own server entry does not stand in front (docs/decisions/server-entry.md). */
async function handle(request: Request): Promise<Response> {
  const { status, code } = await receiveWebhook({
    method: request.method,
    header: (name) => request.headers.get(name),
    body: bodyOf(request),
    signal: AbortSignal.timeout(bodyTimeoutMs),
  });
  return Response.json({ code }, { status });
}

export { handle as DELETE, handle as GET, handle as HEAD, handle as PATCH, handle as POST, handle as PUT };

async function* bodyOf(request: Request): AsyncIterable<Uint8Array> {
  const reader = request.body?.getReader();
  for (let part = await reader?.read(); part && !part.done; part = await reader?.read()) yield part.value;
}
