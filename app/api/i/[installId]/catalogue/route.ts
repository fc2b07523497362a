import { z } from 'zod';
import { Text } from 'commerce-platform-client/contract/text';
import { searchCatalogue } from '@/lib/catalogue/search-catalogue.server';
import { readRoute } from '@/app/api/i/[installId]/read-route';

const Query = z.object({ q: Text.max(200).default('') });

/** Searches product variants for the catalogue picker while the merchant types. */
export const GET = readRoute('read', async (context, request) =>
  searchCatalogue(context, Query.parse(Object.fromEntries(new URL(request.url).searchParams)).q),
);
