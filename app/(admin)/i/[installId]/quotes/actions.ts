'use server';

import type { z } from 'zod';
import type { SaveDraftOutcome } from '@/components/orders/new-order/draft/server-draft';
import {
  acceptForCustomer,
  type ChangeQuoteOutcome,
  duplicateQuote,
  reopenDigits,
  retryQuote,
  withdrawLink,
  withdrawQuote,
} from '@/lib/quotes/change-quote.server';
import { findOpenQuotes } from '@/lib/quotes/list-quotes.server';
import {
  AcceptForCustomerCommand,
  DeleteDraftCommand,
  DuplicateQuoteCommand,
  FindOpenQuotesCommand,
  QuoteCommand,
  RetryQuoteCommand,
  SaveDraftCommand,
  SendQuoteCommand,
} from '@/lib/quotes/quote-commands';
import type { QuoteOutcome } from '@/lib/quotes/quote-outcome';
import { deleteDraft, saveDraft } from '@/lib/quotes/save-draft.server';
import { sendQuote, type SentQuote } from '@/lib/quotes/send-quote.server';
import { saveSettings, SaveSettingsCommand } from '@/lib/store/save-settings.server';
import { runCommand } from '@/app/(admin)/i/[installId]/run-command';

/** Saves the form as a draft while it is typed. */
export async function saveDraftAction(command: z.input<typeof SaveDraftCommand>): Promise<SaveDraftOutcome> {
  return runCommand(SaveDraftCommand, command, async (context, form): Promise<SaveDraftOutcome> => {
    const outcome = await saveDraft(context, form);
    if (outcome.code !== 'overtaken') return outcome;
    const { draft } = outcome;
    // Without a draft, another device has sent or discarded it.
    return draft ? { ...outcome, draft } : { code: 'gone' };
  });
}

/** Deletes a draft. */
export async function deleteDraftAction(command: z.input<typeof DeleteDraftCommand>) {
  return runCommand(DeleteDraftCommand, command, deleteDraft);
}

/** Sends a version of the quote and returns the link for the customer. */
export async function sendQuoteAction(
  command: z.input<typeof SendQuoteCommand>,
): Promise<QuoteOutcome<SentQuote>> {
  return runCommand(SendQuoteCommand, command, sendQuote, 'order');
}

/** Withdraws the quote and its link. */
export async function withdrawQuoteAction(
  command: z.input<typeof QuoteCommand>,
): Promise<ChangeQuoteOutcome> {
  return runCommand(QuoteCommand, command, withdrawQuote);
}

/** Revokes the quote's link; the quote keeps its state. */
export async function withdrawLinkAction(command: z.input<typeof QuoteCommand>): Promise<ChangeQuoteOutcome> {
  return runCommand(QuoteCommand, command, withdrawLink);
}

/** Opens the digits step of the quote's link again. */
export async function reopenDigitsAction(command: z.input<typeof QuoteCommand>): Promise<ChangeQuoteOutcome> {
  return runCommand(QuoteCommand, command, reopenDigits);
}

/** Records that the customer accepted outside the link. */
export async function acceptForCustomerAction(
  command: z.input<typeof AcceptForCustomerCommand>,
): Promise<ChangeQuoteOutcome> {
  return runCommand(AcceptForCustomerCommand, command, acceptForCustomer);
}

/** Tries again to create the order of an accepted quote. */
export async function retryQuoteAction(
  command: z.input<typeof RetryQuoteCommand>,
): Promise<ChangeQuoteOutcome> {
  return runCommand(RetryQuoteCommand, command, retryQuote);
}

/** Creates a draft with the same content. */
export async function duplicateQuoteAction(
  command: z.input<typeof DuplicateQuoteCommand>,
): Promise<ChangeQuoteOutcome> {
  return runCommand(DuplicateQuoteCommand, command, duplicateQuote);
}

/**
 * Finds other quotes that this phone number can still answer. It is a server action, because a phone number must not be
 * in a URL.
 */
export async function findOpenQuotesAction(command: z.input<typeof FindOpenQuotesCommand>) {
  return runCommand(FindOpenQuotesCommand, command, findOpenQuotes);
}

/** Saves the message sent with a link and how long customer data is stored. */
export async function saveSettingsAction(command: z.input<typeof SaveSettingsCommand>) {
  return runCommand(SaveSettingsCommand, command, saveSettings);
}
