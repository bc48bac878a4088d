import { describe, expect, it } from '@jest/globals'
import fc from 'fast-check'
import { fault } from '../../findings/linear.ts'
import { withoutSecrets } from '../redact-text.ts'
import { crcInBase62, crcInHex, hasBase62Checksum, hasHexChecksum } from './checksums.ts'
import { entropyOf, expressionOf, headOf, type TokenFormat } from './token-format.ts'
import { tokenFormats } from './token-formats.ts'

const bySource = (source: string): fc.Arbitrary<string> =>
  source === '' ? fc.constant('') : fc.stringMatching(new RegExp(`^${source}$`))

interface Token {
  readonly text: string
  /** What must be gone. */
  readonly secret: string
}

const tokenOf = (format: TokenFormat): fc.Arbitrary<Token> =>
  fc
    .tuple(bySource(headOf(format)), fc.constantFrom(...format.literals), bySource(format.tail))
    // A sign behind the token may be read as its last, so that its entropy is a little less.
    .filter(([head, , tail]) => format.entropy === undefined || entropyOf(head + tail) >= format.entropy + 0.3)
    .map(([head, literal, tail]) => ({
      text: head + literal + tail,
      secret: format.addressStays ? tail : head + literal + tail,
    }))

/** Text that cannot be read as a part of the token. */
const around = fc.string({ unit: 'binary', maxLength: 24 })
const SEPARATORS = [' ', '\n', '"', "'", ',', ';', '(', ')', '<', '>', '|', '=', '\u00a0', '日']

describe('the forms of tokens', () => {
  it('are of at least 100 services, each named once', () => {
    expect(new Set(tokenFormats.map(({ service }) => service)).size).toBeGreaterThanOrEqual(100)
    expect(new Set(tokenFormats.map(({ id }) => id)).size).toBe(tokenFormats.length)
    for (const { docs } of tokenFormats) expect(docs).toMatch(/^(?:https:\/\/[\w.-]+\/|openapi\/)/)
  })

  it.each(tokenFormats.map(format => [format.id, format] as const))(
    '%s takes linear time, in RE2 too',
    (_id, format) => {
      const source = expressionOf(format)
      expect(fault(source)).toBeUndefined()
      expect(source).not.toMatch(/\(\?<?[=!]|\\[1-9]|\(\?</)
      for (const literal of format.literals) expect(literal.length).toBeGreaterThan(1)
    },
  )

  it.each(tokenFormats.map(format => [format.id, format] as const))('%s is removed from any text', (_id, format) => {
    const separator = fc.constantFrom(...SEPARATORS)
    fc.assert(
      fc.property(around, separator, tokenOf(format), separator, around, (before, a, token, b, after) => {
        const clean = withoutSecrets(before + a + token.text + b + after)
        expect(clean).not.toContain(token.secret)
        expect(clean).toContain('[secret:')
      }),
      { numRuns: process.env.WARDLINE_FULL_TESTS === '1' ? 500 : 25 },
    )
  })

  it.each(tokenFormats.map(format => [format.id, format] as const))(
    '%s is found beside any sign and word',
    (_id, format) => {
      const sign = fc.constantFrom(...`=:,;"'/)]&|`)
      const word = fc.stringMatching(/^[a-z]{1,80}$/)
      fc.assert(
        fc.property(word, sign, tokenOf(format), sign, word, (before, a, token, b, after) => {
          const clean = withoutSecrets(before + a + token.text + b + after)
          expect(clean).not.toContain(token.secret)
          expect(clean).toContain('[secret:')
        }),
        { numRuns: process.env.WARDLINE_FULL_TESTS === '1' ? 500 : 40 },
      )
    },
  )

  it.each(['\\n', '\\t', '%3D', '%22', '\\u003d', '\\x3d', 'a_', 'x-', '/', ':'])('stand behind %j', before => {
    const token = `ghp_${'a1B2'.repeat(9)}`
    expect(withoutSecrets(`id ${before}${token} end`)).toBe(`id ${before}[secret:github_token] end`)
  })
})

describe('checksums', () => {
  it('are those of GitHub, npm and Grafana', () => {
    expect(hasBase62Checksum('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')).toBe(true)
    expect(hasBase62Checksum('ghp_zQWBuTSOoRi4A9spHcVY5ncnsDkxkJ0mLq18')).toBe(false)
    expect(hasHexChecksum('glsa_iNValIdinValiDinvalidinvalidinva_5b582697')).toBe(true)
    expect(hasHexChecksum('glsa_iNValIdinValiDinvalidinvalidinva_5b582698')).toBe(false)
    expect(hasHexChecksum('glsa')).toBe(false)
  })

  it('prove a token that has no edge of a word around it', () => {
    const body = 'a1B2'.repeat(8).slice(0, 30)
    const proven = `npm_${body}${crcInBase62(body)}`
    expect(withoutSecrets(`x9${proven}`)).toBe('x9[secret:token]')
    expect(withoutSecrets(`x9npm_${body}aaaaaa`)).toBe(`x9npm_${body}aaaaaa`)
    const grafana = `glsa_${'x'.repeat(32)}`
    expect(withoutSecrets(`q${grafana}_${crcInHex(grafana)}z`)).toBe('q[secret:token] z')
  })
})

describe('what is no token', () => {
  it.each([
    'the task-force-of-the-desk is sk-',
    'npm_config_registry npm_lifecycle_event npm_package_json',
    'pat.match and sat.out, live_update test_results api_version key_id',
    'path/to/patterns.txt patch MTU MTA-STS NTP NTLM OData',
    'secret-manager secrets token-bucket app-server dataset-one as-is ak-47',
    'kube-system sl.slice v1.2.3 v1.0-beta t1.micro 1000.0 0.5',
    'commit 9fceb02d0ae598e95dc970b74767f19372d61af8 in v1.9',
    'id 550e8400-e29b-41d4-a716-446655440000 region-us1 EU-us2',
    'SKU SK1 KEY_PATH EXOTIC SCWX DO00 EAA EAAA AQE cio api-gateway',
    'SHA256:47DEQpj8HBSa+/TImW+5JCeuQeRkm5NMpJWZG3hSuFU and c2stYWJj',
  ])('%s', text => {
    expect(withoutSecrets(text)).toBe(text)
  })
})
