import { z } from 'zod';
import { optionalColumns } from '@/lib/orders/list/order-columns';
import { arePublicFilters, filtersOfUrl, urlOfFilters } from '@/lib/orders/list/order-list-url';
import { InstallId } from 'commerce-platform-client/contract/ids';
import { Text } from 'commerce-platform-client/contract/text';
import { viewNameLengthMax } from '@/lib/orders/views/view-name';

const Name = Text.trim().min(1).max(viewNameLengthMax);
const Columns = z.array(z.enum(optionalColumns)).max(optionalColumns.length).nullable();

/**
 * Filters of a saved view, as the URL of the orders list has them. Empty filters are refused, because the standard view
 * `all` already shows all orders. A search text that can be a customer's name or phone number is refused too, because a
 * saved view is stored as plain text, and other users may see it.
 */
const Filters = Text.max(3_000)
  .transform((text) => filtersOfUrl(new URLSearchParams(text)))
  .refine(arePublicFilters, 'a search text that can be personal data')
  .transform((filters) => urlOfFilters(filters).toString())
  .refine((text) => text !== '', 'no filter');

/**
 * Inputs of the actions on saved views. The form makes `viewId`, so that submitting the form again does not save a
 * second view.
 */
export const SaveViewCommand = z.object({
  installId: InstallId,
  viewId: z.uuid(),
  name: Name,
  filters: Filters,
  columns: Columns,
  isShared: z.boolean(),
});
export type SaveViewCommand = z.infer<typeof SaveViewCommand>;

/** New name and columns of a saved view. A field that is absent does not change. */
export const ChangeViewCommand = z.object({
  installId: InstallId,
  viewId: z.uuid(),
  name: Name.optional(),
  columns: Columns.optional(),
});
export type ChangeViewCommand = z.infer<typeof ChangeViewCommand>;

export const DeleteViewCommand = z.object({ installId: InstallId, viewId: z.uuid() });
export type DeleteViewCommand = z.infer<typeof DeleteViewCommand>;
