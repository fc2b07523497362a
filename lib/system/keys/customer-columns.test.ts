import { expect, it } from 'vitest';
import { customerIndexes } from '@/lib/system/keys/customer-columns';
import { UnreadableValue } from '@/lib/system/keys/crypto';

it.each(['{}', 'x', '', 'null', '"a customer"', '{"name":"a customer","phone":7}'])(
  'a decrypted customer of another form (%s) is an unreadable value, and the error does not contain it',
  (plain) => {
    for (const [column, { valuesOf }] of Object.entries(customerIndexes)) {
      let thrown: unknown;
      try {
        valuesOf({ installId: 'inst_1', column: column as 'quotes.customer_enc', row: ['1'] }, plain);
      } catch (error) {
        thrown = error;
      }
      expect(thrown).toBeInstanceOf(UnreadableValue);
      expect(String(thrown)).toContain(column);
      expect(String(thrown)).not.toContain('a customer');
    }
  },
);
