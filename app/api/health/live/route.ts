export const dynamic = 'force-dynamic';

/** The process runs. */
export function GET(): Response {
  return Response.json({ status: 'live' });
}
