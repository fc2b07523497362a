'use server';

import type { z } from 'zod';
import { confirmSheet } from '@/lib/deliveries/confirm-sheet.server';
import { createSheet } from '@/lib/deliveries/create-sheet.server';
import {
  ConfirmSheetCommand,
  CreateSheetCommand,
  SheetCommand,
  ShipSheetCommand,
} from '@/lib/deliveries/delivery-commands';
import type {
  ConfirmSheetOutcome,
  CreateSheetOutcome,
  DeliveryRefusal,
  SheetLinkOutcome,
  ShipSheetOutcome,
} from '@/lib/deliveries/delivery-view';
import { shipSheet } from '@/lib/deliveries/ship-sheet.server';
import { createSheetLink, withdrawSheetLink } from '@/lib/deliveries/link/set-sheet-link.server';
import { bulkPorts } from '@/lib/kinds/bulk-ports.server';
import type { Right } from '@/lib/shared/roles/roles';
import { runCommand } from '@/app/(admin)/i/[installId]/run-command';

/**
 * Returns the rights that each action on a delivery sheet needs. They are `fulfil`, because a delivery sheet is part of
 * shipping, and `see_personal_data`, because the sheet shows personal data.
 */
const needed = (): readonly [Right, ...Right[]] => ['fulfil', 'see_personal_data'];

/** Creates a delivery sheet from selected orders. */
export async function createSheetAction(
  command: z.input<typeof CreateSheetCommand>,
): Promise<CreateSheetOutcome | DeliveryRefusal> {
  return runCommand(needed, CreateSheetCommand, command, createSheet);
}

/** Makes the driver's link of a delivery sheet. */
export async function createSheetLinkAction(
  command: z.input<typeof SheetCommand>,
): Promise<SheetLinkOutcome | DeliveryRefusal> {
  return runCommand(needed, SheetCommand, command, createSheetLink);
}

/** Withdraws the driver's link of a delivery sheet. */
export async function withdrawSheetLinkAction(
  command: z.input<typeof SheetCommand>,
): Promise<SheetLinkOutcome | DeliveryRefusal> {
  return runCommand(needed, SheetCommand, command, withdrawSheetLink);
}

/** Ships the orders of a delivery sheet that are not shipped yet, with the driver as the carrier. */
export async function shipSheetAction(
  command: z.input<typeof ShipSheetCommand>,
): Promise<ShipSheetOutcome | DeliveryRefusal> {
  return runCommand(needed, ShipSheetCommand, command, (context, shipment) =>
    shipSheet(context, shipment, bulkPorts),
  );
}

/** Confirms the driver's answers: posts the cash, and starts the bulk run for the delivered orders. */
export async function confirmSheetAction(
  command: z.input<typeof ConfirmSheetCommand>,
): Promise<ConfirmSheetOutcome | DeliveryRefusal> {
  return runCommand(needed, ConfirmSheetCommand, command, (context, confirmation) =>
    confirmSheet(context, confirmation, bulkPorts),
  );
}
