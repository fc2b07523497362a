'use client';

import { useQueryClient } from '@tanstack/react-query';
import { type NoAnswer, useOperation } from '@/components/ui/use-operation';
import type {
  AssignCarrierCommand,
  AssignCarriersCommand,
  SaveCarrierCommand,
} from '@/lib/cash/carrier-commands';
import type { PostByHandCommand, UndoPostingCommand } from '@/lib/cash/cash-commands';
import type {
  AssignCarrierOutcome,
  AssignCarriersOutcome,
  CashRefusal,
  PostCashOutcome,
  SaveCarrierOutcome,
  UnassignCarriersOutcome,
  UndoOutcome,
} from '@/lib/cash/cash-outcome';
import type { CloseDayCommand } from '@/lib/cash/day/day-commands';
import type { CloseDayOutcome } from '@/lib/cash/day/day-outcome';
import type { ActionOf } from '@/lib/shared/action-of';
import { cashKeys } from '@/lib/shared/read-keys';

export type CashOutcome =
  | PostCashOutcome
  | UndoOutcome
  | SaveCarrierOutcome
  | AssignCarrierOutcome
  | AssignCarriersOutcome
  | UnassignCarriersOutcome
  | CloseDayOutcome
  | CashRefusal;

/** The server actions of the cash screen. The page passes them in. */
export type CashActions = {
  post: ActionOf<typeof PostByHandCommand, PostCashOutcome | CashRefusal>;
  undo: ActionOf<typeof UndoPostingCommand, UndoOutcome | CashRefusal>;
  saveCarrier: ActionOf<typeof SaveCarrierCommand, SaveCarrierOutcome | CashRefusal>;
  assign: ActionOf<typeof AssignCarrierCommand, AssignCarrierOutcome | CashRefusal>;
  assignMany: ActionOf<typeof AssignCarriersCommand, AssignCarriersOutcome | CashRefusal>;
  unassign: ActionOf<typeof AssignCarriersCommand, UnassignCarriersOutcome | CashRefusal>;
  closeDay: ActionOf<typeof CloseDayCommand, CloseDayOutcome | CashRefusal>;
};

const doneCodes = ['posted', 'undone', 'saved', 'closed', 'unassigned'];

/**
 * Hook that sends a write to the cash notebook (the app's records about the cash of orders). The write is sent only
 * once, even if the user presses several times. After the write, the cash notebook is read again. `onDone` receives the
 * outcome of a success, and `onFailed` the code of every other outcome.
 */
export function useCashWrite<Input extends object, Outcome extends CashOutcome>(
  action: (command: { installId: string; operationId: string } & Input) => Promise<Outcome>,
  installId: string,
  onDone: (outcome: Outcome | NoAnswer) => void,
  onFailed?: (code: string) => void,
) {
  const queryClient = useQueryClient();
  return useOperation<Input, Outcome>({
    action,
    target: { installId },
    onOutcome: (outcome) => {
      const { code } = outcome;
      void queryClient.invalidateQueries({ queryKey: cashKeys.all(installId) });
      if (doneCodes.includes(code)) onDone(outcome);
      else onFailed?.(code);
    },
  });
}
