/** How long a person may take at the identity provider. */
export const SIGN_IN_MS = 600_000
/** The most sign-ins in progress per issuer: anybody who knows its name can start one. */
export const MAX_SIGN_INS = 2_000
