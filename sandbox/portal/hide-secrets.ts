const hidden = '[hidden]';

/** A body without what opens doors: tokens, secrets and codes of JSON and of forms. */
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
