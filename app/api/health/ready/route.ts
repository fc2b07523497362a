import { isReady } from '@/lib/system/health.server';

export const dynamic = 'force-dynamic';

/** Readiness probe: answers 200 if the process can serve requests, and 503 while the database cannot be reached. */
export async function GET(): Promise<Response> {
  const ready = await isReady();
  return Response.json({ status: ready ? 'ready' : 'unavailable' }, { status: ready ? 200 : 503 });
}
