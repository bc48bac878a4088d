import { createHash, createHmac, randomBytes } from 'node:crypto'
import { type Keyring, PLATFORM_TENANT, secretsEqual } from '@wardline/kernel'

/** A fresh secret of 256 bits, for the cookie. */
export const newSessionToken = (): string => randomBytes(32).toString('base64url')

/** The only form in which a session's secret is kept. */
export const hashSession = (token: string): string => createHash('sha256').update(token).digest('hex')

/**
 * What a page must show with every change, beside the cookie that browsers send by themselves (OWASP: signed double submit, bound to the
 * session). Derived, so every replica knows it and nobody stores it.
 */
export const csrfToken = (keyring: Keyring, sessionId: string): string =>
  createHmac('sha256', keyring.key(PLATFORM_TENANT, 'sessions')).update(`csrf ${sessionId}`).digest('base64url')

/** In constant time. */
export const isCsrfToken = (keyring: Keyring, sessionId: string, shown: string): boolean =>
  secretsEqual(csrfToken(keyring, sessionId), shown)
