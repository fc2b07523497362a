import { z } from 'zod';
import { InstallId } from 'commerce-platform-client/contract/ids';
import { Text } from 'commerce-platform-client/contract/text';

/** Query for the person with a phone number. The number may have any notation. */
export const PersonQuery = z.object({ phone: Text.trim().max(50) });
export type PersonQuery = z.output<typeof PersonQuery>;

/** Request for a file about a person (readPersonFile). */
export const PersonExportQuery = PersonQuery.extend({ format: z.enum(['csv', 'json']) });

/** Command that erases the person with a phone number. */
export const DeletePersonCommand = PersonQuery.extend({ installId: InstallId });
export type DeletePersonCommand = z.output<typeof DeletePersonCommand>;

/** Result of erasing a person. `orders` and `quotes` are the numbers of changed orders and quotes. */
export type DeletePersonOutcome =
  | { code: 'deleted'; status: 200; orders: number; quotes: number }
  | { code: 'order_open'; status: 409 }
  | { code: 'not_a_phone'; status: 400 };
