export const dynamic = 'force-dynamic';

/** Liveness probe. The response is 200 while the process runs. The probe checks nothing else. */
export function GET(): Response {
  return Response.json({ status: 'live' });
}
