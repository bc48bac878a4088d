import { describe, expect, it } from '@jest/globals'
import { DEFAULT_TENANT } from '@wardline/kernel'
import fc from 'fast-check'
import { createRedactor } from '../index.ts'
import { readable, withSeparators } from './readable.ts'

const redactor = createRedactor({ tenantId: DEFAULT_TENANT, key: new Uint8Array(32).fill(3), epoch: 4 })
const email = redactor.pseudonym('email', 'jörg@acme.example')
const ip = redactor.pseudonym('ip', '203.0.113.9')

describe('a value in another form has the pseudonym of the plain one', () => {
  it.each([
    ['percent signs', 'mail=j%C3%B6rg%40acme.example', `mail=${email}`],
    ['percent signs of percent signs', 'mail=j%25C3%25B6rg%2540acme%252Eexample', `mail=${email}`],
    ['entities', 'mail j&ouml;rg&#64;acme&#x2e;example', `mail ${email}`],
    ['entities of entities', 'mail j&amp;ouml;rg&amp;#64;acme.example', `mail ${email}`],
    ['escapes of JSON', '{"mail":"j\\u00f6rg\\u0040acme.example"}', `{"mail":"${email}"}`],
    ['zero-width characters', 'mail j\u200börg@ac\u200dme.exam\ufeffple', `mail ${email}`],
    ['combining characters', 'mail jo\u0308rg@acme.example', `mail ${email}`],
    ['full-width characters', 'from ２０３．０．１１３．９', `from ${ip}`],
    ['mathematical digits', 'from 𝟚𝟘𝟛.𝟘.𝟙𝟙𝟛.𝟡', `from ${ip}`],
    ['brackets that make it harmless', 'from 203[.]0[.]113[.]9', `from ${ip}`],
    ['the same with words', 'mail to jörg[at]acme[dot]example', `mail to ${email}`],
    ['the same with signs', 'mail to jörg[@]acme(.)example', `mail to ${email}`],
    ['a port in brackets', 'from 203{.}0(dot)113[.]9[:]22', `from ${ip}:22`],
    ['an encoded quotation mark', 'GET /?mail=%22j%C3%B6rg%40acme.example%22', `GET /?mail="${email}"`],
  ])('%s', (_name, text, clean) => {
    expect(redactor.text(text)).toBe(clean)
  })
})

describe('what is encoded', () => {
  it('ends no secret too early', () => {
    expect(redactor.text('password=blue%20horse%26more')).toBe('password=[secret:password]')
  })

  it.each([
    '100% of 5%2',
    'disk %0a%00 full',
    '%e9%fe',
    'a & b &x; &#0; &#xd800;',
    'C:\\users\\udead',
    '[at] (dot) [.]',
  ])('stays if it is nothing else: %s', text => {
    expect(withSeparators(readable(text))).toBe(text)
  })

  it('is never made longer, apart from letters that are composed', () => {
    const unit = fc.constantFrom(
      '%',
      '4',
      '1',
      '%41',
      '%25',
      '&',
      '#',
      ';',
      'amp',
      '64',
      '\\u0041',
      '[',
      '.',
      ']',
      '\u200b',
      'ö',
    )
    fc.assert(
      fc.property(fc.string({ unit, maxLength: 60 }), text => {
        expect(withSeparators(readable(text)).length).toBeLessThanOrEqual(text.length)
      }),
    )
  })

  it('is read in linear time', () => {
    for (const unit of ['%41', '%25', '&amp;', '&amp', '\\u0041', '[.]', 'a[.', '\u200b'])
      expect(readable(unit.repeat(20_000)).length).toBeLessThanOrEqual(unit.length * 20_000)
  })
})
