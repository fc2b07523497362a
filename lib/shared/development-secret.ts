/** The client secret of the sandbox when none is set. Everyone can read it here, so production refuses it (S2). */
export const developmentClientSecret = 'daftar-dev-secret-not-for-production';
