import 'server-only';
import { decrypt, encrypt, type Place } from '@/lib/system/keys/crypto';
import { log } from '@/lib/system/log';

/** Place of the secret that the platform signs with now. */
export const currentSecretPlace = (installId: string): Place => ({
  installId,
  column: 'webhook_secrets.current_enc',
  row: [],
});

/** Place of the secret that the platform signed with before the last rotation. */
export const previousSecretPlace = (installId: string): Place => ({
  installId,
  column: 'webhook_secrets.previous_enc',
  row: [],
});

/**
 * Encrypts a stored current secret again for the column of the previous secret. Returns null if it cannot be decrypted:
 * it verifies no delivery, and it must not prevent a new secret.
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
