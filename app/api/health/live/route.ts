export const dynamic = 'force-dynamic';

/** Liveness probe: answers 200 while the process runs, without checking anything else. */
export function GET(): Response {
  return Response.json({ status: 'live' });
}
