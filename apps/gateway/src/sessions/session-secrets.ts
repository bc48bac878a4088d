import { createHash, createHmac, randomBytes } from 'node:crypto'
import { type Keyring, PLATFORM_TENANT, secretsEqual } from '@wardline/kernel'

/** A fresh secret of 256 bits, for the cookie. */
export const newSessionToken = (): string => randomBytes(32).toString('base64url')

/** The only form in which a session's secret is stored. */
export const hashSession = (token: string): string => createHash('sha256').update(token).digest('hex')

/**
 * The token that a page must send with every change, in addition to the cookie that browsers send by themselves (OWASP:
 * signed double submit, bound to the session). It is derived, so every replica knows it and nobody stores it.
 */
export const csrfToken = (keyring: Keyring, sessionId: string): string =>
  createHmac('sha256', keyring.key(PLATFORM_TENANT, 'sessions')).update(`csrf ${sessionId}`).digest('base64url')

/** Compares in constant time. */
export const isCsrfToken = (keyring: Keyring, sessionId: string, shown: string): boolean =>
  secretsEqual(csrfToken(keyring, sessionId), shown)
