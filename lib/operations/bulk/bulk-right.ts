import { rightOfStatus } from '@/lib/installs/roles/rights-of-changes';
import type { BulkWork } from '@/lib/operations/bulk/bulk-run';
import type { Right } from '@/lib/shared/roles/roles';

/**
 * Returns the right that a bulk run needs. It is the same right as for the action on one order or variant (S35). If a
 * kind of bulk run has no right here, the code does not compile.
 */
export function rightOfBulk(work: BulkWork): Right {
  switch (work.kind) {
    case 'set_order_status':
      return rightOfStatus(work.input.status);
    case 'add_tags':
    case 'remove_tags':
      return 'tag_orders';
    case 'fulfill_orders':
      return 'fulfil';
    case 'adjust_stock':
      return 'edit_stock';
  }
}
