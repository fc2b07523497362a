import { isReady } from '@/lib/system/health.server';

export const dynamic = 'force-dynamic';

/** Answers 200 when the process can serve requests, and 503 while the database is down. */
export async function GET(): Promise<Response> {
  const ready = await isReady();
  return Response.json({ status: ready ? 'ready' : 'unavailable' }, { status: ready ? 200 : 503 });
}
