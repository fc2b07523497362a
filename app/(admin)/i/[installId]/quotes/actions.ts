'use server';

import type { SaveDraftOutcome } from '@/components/orders/new-order/draft/use-server-draft';
import {
  acceptForCustomer,
  type ChangeQuoteOutcome,
  duplicateQuote,
  retryQuote,
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

/** Keeps the form as it is typed. */
export async function saveDraftAction(command: unknown): Promise<SaveDraftOutcome> {
  return runCommand(SaveDraftCommand, command, async (context, form): Promise<SaveDraftOutcome> => {
    const outcome = await saveDraft(context, form);
    if (outcome.code !== 'overtaken') return outcome;
    const { draft } = outcome;
    // Without a draft it was sent, or thrown away, on another device.
    return draft ? { ...outcome, draft } : { code: 'gone' };
  });
}

/** Throws away what is typed. */
export async function deleteDraftAction(command: unknown) {
  return runCommand(DeleteDraftCommand, command, deleteDraft);
}

/** Sends a version to the customer, who is then given its link. */
export async function sendQuoteAction(command: unknown): Promise<QuoteOutcome<SentQuote>> {
  return runCommand(SendQuoteCommand, command, sendQuote, 'order');
}

/** Takes the link back. */
export async function withdrawQuoteAction(command: unknown): Promise<ChangeQuoteOutcome> {
  return runCommand(QuoteCommand, command, withdrawQuote);
}

/** The customer said yes elsewhere. */
export async function acceptForCustomerAction(command: unknown): Promise<ChangeQuoteOutcome> {
  return runCommand(AcceptForCustomerCommand, command, acceptForCustomer);
}

/** The order of an accepted quote, once more. */
export async function retryQuoteAction(command: unknown): Promise<ChangeQuoteOutcome> {
  return runCommand(RetryQuoteCommand, command, retryQuote);
}

/** A draft with the same content. */
export async function duplicateQuoteAction(command: unknown): Promise<ChangeQuoteOutcome> {
  return runCommand(DuplicateQuoteCommand, command, duplicateQuote);
}

/** What else a phone may answer: asked for by an action, since a phone has no place in an address. */
export async function findOpenQuotesAction(command: unknown) {
  return runCommand(FindOpenQuotesCommand, command, findOpenQuotes);
}

/** The message beside a link, and how long customers are kept. */
export async function saveSettingsAction(command: unknown) {
  return runCommand(SaveSettingsCommand, command, saveSettings);
}
