import { z } from 'zod';
import { searchCatalogue } from '@/lib/catalogue/search-catalogue.server';
import { readRoute } from '@/app/api/i/[installId]/read-route';

const Query = z.object({ q: z.string().max(200).default('') });

/** Searches product variants for the catalogue picker while the merchant types. */
export const GET = readRoute('read', async (context, request) =>
  searchCatalogue(context, Query.parse(Object.fromEntries(new URL(request.url).searchParams)).q),
);
