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
import { RenewQuotesCommand, SetRateCommand } from '@/lib/quotes/rate/rate-commands';
import { renewQuotes } from '@/lib/quotes/rate/renew-quotes.server';
import { setRate } from '@/lib/quotes/rate/set-rate.server';
import { saveSettings, SaveSettingsCommand } from '@/lib/store/save-settings.server';
import { runCommand } from '@/app/(admin)/i/[installId]/run-command';

/** Saves the content of the quote form as a draft while the user types. */
export async function saveDraftAction(command: z.input<typeof SaveDraftCommand>): Promise<SaveDraftOutcome> {
  return runCommand(
    'agree_prices',
    SaveDraftCommand,
    command,
    async (context, form): Promise<SaveDraftOutcome> => {
      const outcome = await saveDraft(context, form);
      if (outcome.code !== 'overtaken') return outcome;
      const { draft } = outcome;
      // If the draft is no longer stored, another device has sent the quote or discarded the draft in the
      // meantime.
      return draft ? { ...outcome, draft } : { code: 'gone' };
    },
  );
}

/** Deletes the draft of a quote. */
export async function deleteDraftAction(command: z.input<typeof DeleteDraftCommand>) {
  return runCommand('agree_prices', DeleteDraftCommand, command, deleteDraft);
}

/** Sends a new version of a quote. Returns the acceptance link for the customer. */
export async function sendQuoteAction(
  command: z.input<typeof SendQuoteCommand>,
): Promise<QuoteOutcome<SentQuote>> {
  return runCommand('agree_prices', SendQuoteCommand, command, sendQuote, 'order');
}

/** Withdraws the quote and its link. */
export async function withdrawQuoteAction(
  command: z.input<typeof QuoteCommand>,
): Promise<ChangeQuoteOutcome> {
  return runCommand('agree_prices', QuoteCommand, command, withdrawQuote);
}

/** Revokes the acceptance link of a quote. The state of the quote does not change. */
export async function withdrawLinkAction(command: z.input<typeof QuoteCommand>): Promise<ChangeQuoteOutcome> {
  return runCommand('agree_prices', QuoteCommand, command, withdrawLink);
}

/**
 * Lets the customer enter the digits of their phone on the acceptance page again, after the page was locked because of
 * too many wrong digits.
 */
export async function reopenDigitsAction(command: z.input<typeof QuoteCommand>): Promise<ChangeQuoteOutcome> {
  return runCommand('agree_prices', QuoteCommand, command, reopenDigits);
}

/** Records that the customer accepted the quote without using the acceptance link, for example by phone. */
export async function acceptForCustomerAction(
  command: z.input<typeof AcceptForCustomerCommand>,
): Promise<ChangeQuoteOutcome> {
  return runCommand('agree_prices', AcceptForCustomerCommand, command, acceptForCustomer);
}

/** Tries again to create the sales order of an accepted quote. */
export async function retryQuoteAction(
  command: z.input<typeof RetryQuoteCommand>,
): Promise<ChangeQuoteOutcome> {
  return runCommand('agree_prices', RetryQuoteCommand, command, retryQuote);
}

/** Duplicates a quote: creates a draft with the same content. */
export async function duplicateQuoteAction(
  command: z.input<typeof DuplicateQuoteCommand>,
): Promise<ChangeQuoteOutcome> {
  return runCommand('agree_prices', DuplicateQuoteCommand, command, duplicateQuote);
}

/**
 * Finds other quotes that the customer with the phone number can still accept. The function is a server action and not
 * a GET, because a URL must not contain a phone number.
 */
export async function findOpenQuotesAction(command: z.input<typeof FindOpenQuotesCommand>) {
  return runCommand('agree_prices', FindOpenQuotesCommand, command, findOpenQuotes);
}

/**
 * Saves the text of the message that is sent with a quote link, and the number of days for which customer data is
 * stored.
 */
export async function saveSettingsAction(command: z.input<typeof SaveSettingsCommand>) {
  return runCommand('change_settings', SaveSettingsCommand, command, saveSettings);
}

/** Stores the exchange rate that the store uses between two currencies. */
export async function setRateAction(command: z.input<typeof SetRateCommand>) {
  return runCommand('change_settings', SetRateCommand, command, setRate);
}

/** Makes a new version of each selected quote, with its prices at the store's current exchange rate. */
export async function renewQuotesAction(command: z.input<typeof RenewQuotesCommand>) {
  return runCommand('agree_prices', RenewQuotesCommand, command, renewQuotes);
}
