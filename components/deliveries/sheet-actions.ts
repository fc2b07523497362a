import type { ConfirmSheetCommand, SheetCommand, ShipSheetCommand } from '@/lib/deliveries/delivery-commands';
import type {
  ConfirmSheetOutcome,
  DeliveryRefusal,
  SetFailedOutcome,
  SheetLinkOutcome,
  ShipSheetOutcome,
} from '@/lib/deliveries/delivery-view';
import type { ActionOf } from '@/lib/shared/action-of';

/** The server actions of the screen of a delivery sheet. The page passes them in. */
export type SheetActions = {
  createLink: ActionOf<typeof SheetCommand, SheetLinkOutcome | DeliveryRefusal>;
  withdrawLink: ActionOf<typeof SheetCommand, SheetLinkOutcome | DeliveryRefusal>;
  confirm: ActionOf<typeof ConfirmSheetCommand, ConfirmSheetOutcome | DeliveryRefusal>;
  ship: ActionOf<typeof ShipSheetCommand, ShipSheetOutcome | DeliveryRefusal>;
  /** Sets the status of one order, as the order page does. */
  setFailed: (command: {
    installId: string;
    orderId: string;
    operationId: string;
    status: 'delivered_failed';
  }) => Promise<SetFailedOutcome>;
};
