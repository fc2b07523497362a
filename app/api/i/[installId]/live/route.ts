import { cookies } from 'next/headers';
import { openInstall } from '@/lib/installs/require-install.server';
import { readOwnSession } from '@/lib/installs/sign-in/session-cookie.server';
import { readConnection } from '@/lib/mirror/health/read-connection.server';
import { openStream } from '@/app/api/i/[installId]/live/open-stream';
import { answer, readRoute } from '@/app/api/i/[installId]/read-route';

/** Live stream: sends the changes of the install to the browser as they happen (open-stream.ts). */
export const GET = readRoute('read', async ({ installId }, request) => {
  const sent = (await cookies()).getAll();
  const own = await readOwnSession(sent, installId);
  if (!own) return answer(401, 'signed_out');
  const stream = await openStream({
    installId,
    sessionId: own,
    isAllowed: async () => (await openInstall(sent, installId)).ok,
    readConnection: () => readConnection(installId),
    signal: request.signal,
  });
  if (stream === 'too_many') return answer(429, 'too_many_streams');
  if (stream === 'unavailable') return answer(503, 'unavailable');
  return stream;
});

/**
 * Refuses HEAD. Without this handler Next would run GET for a HEAD request, and the stream would stay open without a
 * reader.
 */
export function HEAD(): Response {
  return new Response(null, { status: 405, headers: { allow: 'GET' } });
}
