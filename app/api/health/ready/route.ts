import { readReadiness } from '@/lib/system/health.server';

export const dynamic = 'force-dynamic';

/**
 * Readiness probe. The response is 200 if the process can serve requests. If it cannot, the response is 503 with the
 * reason, such as `migrations_missing`. While a process drains (finishes its last requests), this route is not called,
 * and server/http/drain.ts sends the response.
 */
export async function GET(): Promise<Response> {
  const readiness = await readReadiness();
  if (readiness === 'ready') return Response.json({ status: 'ready' });
  return Response.json({ status: 'unavailable', reason: readiness }, { status: 503 });
}
