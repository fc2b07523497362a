import 'server-only';
import { decrypt, encrypt, type Place } from '@/lib/system/keys/crypto';
import { log } from '@/lib/system/log';

/**
 * Returns the place in the database (install, column and row) that the encryption of the current webhook secret is
 * bound to. The platform signs deliveries with this secret now.
 */
export const currentSecretPlace = (installId: string): Place => ({
  installId,
  column: 'webhook_secrets.current_enc',
  row: [],
});

/**
 * Returns the place in the database (install, column and row) that the encryption of the previous webhook secret is
 * bound to. The platform signed deliveries with the previous secret until the last rotation.
 */
export const previousSecretPlace = (installId: string): Place => ({
  installId,
  column: 'webhook_secrets.previous_enc',
  row: [],
});

/**
 * Encrypts the current webhook secret again for the column of the previous secret. Returns null if the secret cannot be
 * decrypted. Such a secret cannot verify deliveries anyway, so the caller stores the new secret without it.
 */
export function asPrevious(installId: string, currentEnc: string): string | null {
  try {
    return encrypt(decrypt(currentEnc, currentSecretPlace(installId)), previousSecretPlace(installId));
  } catch (error) {
    log.error(
      { error, installId },
      'webhook secret could not be decrypted; it is not kept as the previous one',
    );
    return null;
  }
}
