import { z } from 'zod';
import { InstallId, StoreId } from './ids';

/** Longest lifetime of an access token in seconds that the app assumes: a year. */
const lifetimeSecondsMax = 31_536_000;

/**
 * Token response of both OAuth grants (authorization code and refresh token). It contains the ids of the install and
 * the store. Stored data is keyed by these ids, never by the store's slug (platform: Authentication, rule 5; A1).
 *
 * A longer lifetime than a year counts as a year. Otherwise, the end of the token could be a time that no date can hold,
 * and the tokens could not be stored.
 */
export const TokenResponse = z.object({
  access_token: z.string().min(1),
  token_type: z.string(),
  expires_in: z
    .int()
    .positive()
    .transform((seconds) => Math.min(seconds, lifetimeSecondsMax))
    .optional(),
  refresh_token: z.string().min(1),
  scope: z.string().optional(),
  install_id: InstallId,
  store_id: StoreId,
  store_slug: z.string(),
});
export type TokenResponse = z.infer<typeof TokenResponse>;

/** Error response of the token endpoint. RFC 6749, section 5.2. */
export const TokenError = z.object({ error: z.string(), error_description: z.string().optional() });
export type TokenError = z.infer<typeof TokenError>;
