import { z } from 'zod';
import { optionalColumns } from '@/lib/orders/list/order-columns';
import { filtersOfUrl, urlOfFilters } from '@/lib/orders/list/order-list-url';
import { viewNameLengthMax } from '@/lib/orders/views/saved-view';
import { InstallId } from '@/lib/shared/ids';

/** What PostgreSQL can keep: neither NUL nor half of a surrogate pair. */
const isStorable = (text: string) => !/[\0\p{Surrogate}]/u.test(text);
const Name = z.string().trim().min(1).max(viewNameLengthMax).refine(isStorable, 'not a text');
const Columns = z.array(z.enum(optionalColumns)).max(optionalColumns.length).nullable();

/** As the index's address writes them, whoever wrote them; a view of everything is there already. */
const Filters = z
  .string()
  .max(3_000)
  .refine(isStorable, 'not a text')
  .transform((text) => urlOfFilters(filtersOfUrl(new URLSearchParams(text))).toString())
  .refine((text) => text !== '', 'no filter');

/** Inputs of the actions on saved views. The id is made by the form: saving it again is the same view. */
export const SaveViewCommand = z.object({
  installId: InstallId,
  viewId: z.uuid(),
  name: Name,
  filters: Filters,
  columns: Columns,
  isShared: z.boolean(),
});
export type SaveViewCommand = z.infer<typeof SaveViewCommand>;

/** What is not given stays as it is. */
export const ChangeViewCommand = z.object({
  installId: InstallId,
  viewId: z.uuid(),
  name: Name.optional(),
  columns: Columns.optional(),
});
export type ChangeViewCommand = z.infer<typeof ChangeViewCommand>;

export const DeleteViewCommand = z.object({ installId: InstallId, viewId: z.uuid() });
export type DeleteViewCommand = z.infer<typeof DeleteViewCommand>;
