import { describe, expect, it } from '@jest/globals'
import { hashToken, isServiceToken, newServiceToken } from './service-token.ts'

describe('A service account token', () => {
  it('is recognisable, never the same twice, and stored as its SHA-256 only', () => {
    const one = newServiceToken()
    expect(one.token).toMatch(/^wls_[a-z2-7]{59}$/)
    expect(one.hash).toMatch(/^[0-9a-f]{64}$/)
    expect(one.hash).toBe(hashToken(one.token))
    expect(newServiceToken().token).not.toBe(one.token)
  })

  it('carries a checksum that finds any single mistyped character', () => {
    const { token } = newServiceToken()
    expect(isServiceToken(token)).toBe(true)
    for (let i = 4; i < token.length; i++) {
      const mistyped = token.slice(0, i) + (token[i] === 'a' ? 'b' : 'a') + token.slice(i + 1)
      expect(isServiceToken(mistyped)).toBe(false)
    }
  })

  it.each(['', 'wls_', 'Bearer x', 'ghp_0123456789', `wls_${'a'.repeat(59)}x`])('is not %j', text => {
    expect(isServiceToken(text)).toBe(false)
  })
})
