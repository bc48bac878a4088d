/** How long a person may take at the identity provider. */
export const SIGN_IN_MS = 600_000
/** Most sign-ins that one issuer has under way: whoever knows its name may begin one. */
export const MAX_SIGN_INS = 2_000
