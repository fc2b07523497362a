const hidden = '[hidden]';

/** Replaces tokens, secrets and codes in a JSON or form body with a placeholder. */
export function hideSecrets(text: string): string {
  return text
    .replace(
      /"(access_token|refresh_token|token|client_secret|secret|previous_secret)"(\s*:\s*)"(?:[^"\\]|\\.)*"/g,
      `"$1"$2"${hidden}"`,
    )
    .replace(
      /(^|&)(access_token|refresh_token|token|client_secret|code|code_verifier)=[^&\s]*/g,
      `$1$2=${hidden}`,
    );
}
