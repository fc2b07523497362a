import { isReady } from '@/lib/system/health.server';

export const dynamic = 'force-dynamic';

/** The process can serve: 503 while the database is away. */
export async function GET(): Promise<Response> {
  const ready = await isReady();
  return Response.json({ status: ready ? 'ready' : 'unavailable' }, { status: ready ? 200 : 503 });
}
