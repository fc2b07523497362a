/**
 * Client secret of the sandbox (the local platform) if none is configured. Everyone can read it in the source code, so
 * production refuses it (S2).
 */
export const developmentClientSecret = 'daftar-dev-secret-not-for-production';
