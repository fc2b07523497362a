import { z } from 'zod';
import { Text } from 'commerce-platform-client/contract/text';
import { readXray } from '@/lib/xray/read-xray.server';
import { answer, readRoute } from '@/app/api/i/[installId]/read-route';

const Query = z.object({ path: Text.max(500).default('') });

/**
 * Returns the data of the X-ray for the screen at `?path=`: the requests, data sources and scopes behind each
 * part of that screen. The path is relative to the install.
 */
export const GET = readRoute('read', async (context, request) => {
  const { path } = Query.parse(Object.fromEntries(new URL(request.url).searchParams));
  const found = await readXray(context, path);
  return found.code === 'found' ? found.view : answer(404, 'not_found');
});
