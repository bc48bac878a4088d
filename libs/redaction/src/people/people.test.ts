import { describe, expect, it } from '@jest/globals'
import { DEFAULT_TENANT } from '@wardline/kernel'
import fc from 'fast-check'
import { createRedactor, isPersonal } from '../index.ts'
import { GIVEN_NAMES } from './given-names.ts'
import { isPlainWord } from './plain-words.ts'
import { SUFFIXES } from './suffixes.ts'

const redactor = createRedactor({ tenantId: DEFAULT_TENANT, key: new Uint8Array(32).fill(3), epoch: 1 })
const p = redactor.pseudonym

/** What an auditor sees of a text that a person typed into a ticket. */
const typed = (description: string): string =>
  (redactor.redact('ticket', { description }) as { description: string }).description

describe('people mentioned in a ticket', () => {
  it.each([
    ['maria.lopez was locked', 'maria.lopez'],
    ['Reset the password of m.lopez, then call back', 'm.lopez'],
    ['xiu_wang2 again', 'xiu_wang2'],
    ['(maria.lopez)', 'maria.lopez'],
    ['hosts of qiang.zhao/laptops', 'qiang.zhao'],
    ['MARIA.LOPEZ', 'maria.lopez'],
    ['maria.lopez’s laptop', 'maria.lopez'],
    ['It was maria.j.lopez.', 'maria.j.lopez'],
    ['please look @mlopez', 'mlopez'],
    ['mlopez was locked', 'mlopez'],
    ['mlopez2 has been asked', 'mlopez2'],
    ['asked mlopez about it', 'mlopez'],
    ['spoke to "mlopez" by phone', 'mlopez'],
    ['user mlopez from finance', 'mlopez'],
    ['MLopez clicked the link', 'mlopez'],
    ['unlocked mlopez again', 'mlopez'],
    ['maria-lopez was on leave', 'maria-lopez'],
  ])('%s: an account, with the same pseudonym as everywhere', (text, account) => {
    expect(typed(text)).toContain(p('user', account))
    expect(typed(text).toLowerCase()).not.toContain('lopez')
  })

  it.each([
    ['Maria Lopez was told', 'Maria Lopez'],
    ['told by maria lopez today', 'maria lopez'],
    ['It is María del Carmen López', 'del Carmen López'],
    ['Ms Chen denies it', 'Chen'],
    ['Frau Müller-Lüdenscheid meint', 'Müller-Lüdenscheid'],
    ['Dr. O’Brien agrees', 'O’Brien'],
    ['says Thomas', 'Thomas'],
  ])('%s: a name', (text, name) => {
    expect(typed(text)).toMatch(/name:1~[a-z2-7]{26}/)
    for (const part of name.split(' ')) expect(typed(text)).not.toContain(part)
  })

  it.each([
    'Logon by brute force to a Windows machine',
    'Suspicious PowerShell download from example.com and web.example',
    'proc_creation_win_susp_powershell fired, see process.name and src_endpoint.ip',
    'normalize_failed 12 times; read report_final.pdf, C:\\Windows\\System32\\drivers.sys and /var/log/auth.log',
    'The account was locked and the user was asked to change it',
    'Nobody was informed. The host was isolated, the session was terminated',
    'CVE-2024-3094 in xz 5.6.1, EDR was disabled at 10.30',
    'Mimikatz and PowerSploit, Add_Invocation.ps1, HKLM\\Software\\Run',
    'log.event.received is late, INDEX_ALLOCATION is full',
    'Many failed logins, then a success',
    'Finished.Then closed',
    'Disabled Sysmon, reset the follow-up, unlocked a phone of an end-user',
    'evt_3kq7v2m5x4c6n7b2a3s4d5f6g7 of sva_3kq7v2m5x4c6n7b2a3s4d5f6g7',
  ])('%s names nobody', text => {
    expect(typed(text)).toBe(text)
  })

  it('are detected in tickets, comments, names of rules and evidence', () => {
    const text = 'maria.lopez was locked'
    const gone = `${p('user', 'maria.lopez')} was locked`
    expect(redactor.redact('ticket', { title: text })).toEqual({ title: gone })
    expect(redactor.redact('ticket_comment', { body: text, visibility: 'auditor' })).toMatchObject({ body: gone })
    expect(redactor.redact('alert', { rule: { title: text } })).toEqual({ rule: { title: gone } })
    expect(JSON.stringify(redactor.redact('evidence', { details: { code: text } }))).not.toMatch(/maria|lopez/i)
  })

  it('are removed, whatever their names and whatever surrounds them', () => {
    const letters = (min: number) =>
      fc
        .string({ unit: fc.constantFrom(...'bcdfghjklmnpqrstvwxzéüłø'), minLength: min, maxLength: 12 })
        .filter(word => isPersonal('user', word) && !isPlainWord(word) && !SUFFIXES.has(word))
    const given = fc.constantFrom(...GIVEN_NAMES)
    const capital = (s: string): string => s.charAt(0).toUpperCase() + s.slice(1)
    const forms = fc
      .tuple(given, letters(3), letters(3), fc.constantFrom('.', '_'))
      .chain(([known, other, family, join]) =>
        fc.constantFrom(
          `${known}${join}${family}`,
          `${other}${join}${family}`,
          `${family}.${known}`,
          `${other.charAt(0)}.${family}`,
          `${capital(known)} ${capital(family)}`,
          `Ms ${capital(family)}`,
          `@${family}`,
          `user ${family}`,
        ),
      )
    const around = fc.constantFrom('', ' was locked', ', again', ' (laptop)', '.', '\nthanks', ' and the others', '!')
    const before = fc.constantFrom('', 'It was ', 'Ticket 7: ', '“', '(', 'from ', '- ')
    fc.assert(
      fc.property(before, forms, around, (head, form, tail) => {
        const clean = typed(head + form + tail)
        const words = form.replace(/^(?:Ms|user) /, '').split(/[\s@]+/)
        for (const word of words.filter(w => w.length > 2)) expect(clean).not.toContain(word)
      }),
      { numRuns: 1_000 },
    )
  })

  it('take time proportional to the length of the text', () => {
    const anything = fc.oneof(
      fc.string({ unit: 'binary', maxLength: 400 }),
      fc.string({ unit: fc.constantFrom(...'a._-\'’@ \n"Maria'), maxLength: 2_000 }),
    )
    fc.assert(fc.property(anything, text => typeof typed(text) === 'string'))
    expect(typed('Maria de la '.repeat(1_300))).not.toContain('Maria')
    expect(typed('was locked '.repeat(1_400))).toBe('was locked '.repeat(1_400))
  })
})
