import 'server-only';
import { decrypt, encrypt, type Place } from '@/lib/system/keys/crypto';
import { log } from '@/lib/system/log';

/**
 * Returns the place (install, column and row) of the encrypted current webhook secret. The encryption is bound to this
 * place. The platform signs deliveries with the current secret.
 */
export const currentSecretPlace = (installId: string): Place => ({
  installId,
  column: 'webhook_secrets.current_enc',
  row: [],
});

/**
 * Returns the place (install, column and row) of the encrypted previous webhook secret. The encryption is bound to this
 * place. The platform signed deliveries with the previous secret until the last rotation.
 */
export const previousSecretPlace = (installId: string): Place => ({
  installId,
  column: 'webhook_secrets.previous_enc',
  row: [],
});

/**
 * Decrypts the current webhook secret and encrypts it for the column of the previous secret. Returns null if the secret
 * cannot be decrypted. It cannot verify deliveries then, so the caller stores the new secret without a previous one.
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
