import { describe, expect, it } from '@jest/globals'
import { directAnswers } from '../alerts/matched-conditions.ts'
import { viewOf } from '../matching/event-view.ts'
import { compileRules } from '../rules/compile-rules.ts'
import { holds } from './expression.ts'

const ruleText = (detection: string, logsource = '{ product: app }'): string =>
  `title: T\nlogsource: ${logsource}\ndetection:\n${detection.replace(/^/gm, '  ')}\n`
const compile = (text: string) => compileRules([{ name: 'r.yml', text }])
const fault = (text: string) => {
  const found = compile(text)[0]?.fault
  return found && [found.code, found.line]
}
function matches(detection: string, fields: Record<string, unknown>): boolean {
  const [report] = compile(ruleText(detection))
  if (report?.compiled?.kind !== 'single') throw new Error(report?.fault?.reason)
  return holds(report.compiled.expression, directAnswers(viewOf({ source_fields: fields, event: {} })))
}
/** Evaluates `field|modifiers: value` against values of the field. */
const item = (key: string, value: string, field: unknown): boolean =>
  matches(`s:\n  ${key}: ${value}\ncondition: s`, { f: field })

describe('values', () => {
  it.each([
    ['f', "'abc'", 'ABC', true],
    ['f', "'abc'", 'abcd', false],
    ['f', "'a*d'", 'abcd', true],
    ['f', "'a?c'", 'abc', true],
    ['f', "'a?c'", 'ac', false],
    ['f', "'a\\*c'", 'a*c', true],
    ['f', "'a\\*c'", 'abc', false],
    ['f', "'c:\\windows\\*'", 'C:\\Windows*', true],
    ['f', "'c:\\windows\\\\*'", 'C:\\Windows\\x', true],
    ['f', "'\\\\\\\\host\\share'", '\\\\host\\share', true],
    ['f', '4688', '4688', true],
    ['f', '4688', 4688, true],
    ['f', '0x1410', '0x1410', true],
    ['f', 'true', true, true],
    ['f', "''", '', true],
    ['f', "''", undefined, false],
    ['f', 'null', undefined, true],
    ['f', 'null', null, true],
    ['f', 'null', '', false],
    ['f', "'*'", '', true],
    ['f', "'*'", null, false],
    ['f', '[a, b]', 'b', true],
    ['f', 'a', ['x', 'a'], true],
    ['f', 'a', [{ deep: 'a' }], true],
  ])('%s: %s of %j is %s', (key, value, field, expected) => expect(item(key, value, field)).toBe(expected))
})

describe('modifiers', () => {
  it.each([
    ['f|contains', "'BC'", 'abcd', true],
    ['f|startswith', "'ab'", 'ABc', true],
    ['f|startswith', "'bc'", 'abc', false],
    ['f|endswith', "'.exe'", 'a.EXE', true],
    ['f|endswith', "'.exe'", 'a.exe ', false],
    ['f|contains|all', '[a, c]', 'abc', true],
    ['f|contains|all', '[a, x]', 'abc', false],
    ['f|cased', "'abc'", 'ABC', false],
    ['f|contains|cased', "'B'", 'aBc', true],
    ['f|re', "'^a.c$'", 'abc', true],
    ['f|re', "'^a.c$'", 'ABC', false],
    ['f|re|i', "'^a.c$'", 'ABC', true],
    ['f|re|m', "'^b$'", 'a\nb', true],
    ['f|re|s', "'a.b'", 'a\nb', true],
    ['f|re', "'a.b'", 'a\nb', false],
    ['f|cidr', "'10.0.0.0/8'", '10.9.8.7', true],
    ['f|cidr', "'10.0.0.0/8'", '11.0.0.1', false],
    ['f|cidr', "'fd00::/8'", 'fd12::1', true],
    ['f|cidr', "'10.0.0.0/8'", 'not an address', false],
    ['f|gt', '5', '6', true],
    ['f|gte', '5', 5, true],
    ['f|lt', '5', '', false],
    ['f|lte', '5', 'x', false],
    ['f|neq', 'a', 'b', true],
    ['f|neq', 'a', 'A', false],
    ['f|exists', 'true', null, true],
    ['f|exists', 'false', undefined, true],
    ['f|base64', "'ab'", 'YWI=', true],
    ['f|base64offset|contains', "'http://'", Buffer.from('xyhttp://x').toString('base64'), true],
    ['f|wide|base64offset|contains', "'http'", Buffer.from('zhttp', 'utf16le').toString('base64'), true],
    ['f|utf16be|base64offset|contains', "'abc'", Buffer.from('abc', 'utf16le').swap16().toString('base64'), true],
    ['f|windash|contains', "' -enc '", 'ps /enc x', true],
    ['f|contains|windash', "' -enc '", 'ps –enc x', true],
    ['f|hour|gte', '22', '2026-11-21T23:05:00Z', true],
    ['f|month', '11', '2026-11-21T23:05:00Z', true],
    ['f|week', '47', '2026-11-21T23:05:00Z', true],
    ['f|fieldref', 'g', 'x', false],
  ])('%s: %s of %j is %s', (key, value, field, expected) => expect(item(key, value, field)).toBe(expected))

  it('fieldref compares two fields of one event', () => {
    expect(matches('s: { f|fieldref: g }\ncondition: s', { f: 'A', g: 'a' })).toBe(true)
    expect(matches('s: { f|fieldref|endswith: g }\ncondition: s', { f: 'c:\\a', g: '\\A' })).toBe(true)
    expect(matches('s: { f|fieldref|neq: g }\ncondition: s', { f: 'a', g: 'b' })).toBe(true)
  })

  it('keywords search every value; |all requires all of them', () => {
    expect(matches('k: [needle, other]\ncondition: k', { a: 'x', deep: { b: 'The Needle' } })).toBe(true)
    expect(matches("k: { '|all': [one, two] }\ncondition: k", { a: 'one', b: 'two' })).toBe(true)
    expect(matches("k: { '|all': [one, two] }\ncondition: k", { a: 'one' })).toBe(false)
  })
})

describe('conditions', () => {
  const selections = 'a1: { f: 1 }\na2: { g: 1 }\n_h: { h: 1 }\n'
  it.each([
    ['a1 and a2', { f: 1 }, false],
    ['a1 or a2', { f: 1 }, true],
    ['not a1 and a2', { g: 1 }, true],
    ['a1 or a2 and _h', { f: 1 }, true],
    ['(a1 or a2) and _h', { f: 1 }, false],
    ['1 of a*', { g: 1 }, true],
    ['all of a*', { g: 1 }, false],
    ['1 of them', { h: 1 }, false],
    ['all of them', { f: 1, g: 1 }, true],
    ['not 1 of a*', {}, true],
    ['A1 AND a2'.replace('A1', 'a1'), { f: 1, g: 1 }, true],
  ])('%s of %j is %s', (condition, fields, expected) =>
    expect(matches(`${selections}condition: ${condition}`, fields)).toBe(expected),
  )
})

describe('a rule that cannot be compiled is refused with a reason and a line', () => {
  const s = 's: { f: 1 }\n'
  it.each([
    ['not YAML', 'title: [', 'yaml_invalid', 1],
    ['a list', '- a', 'rule_malformed', 1],
    [
      'an alias bomb',
      `a: &a [x]\n${Array.from({ length: 9 }, (_, i) => `${'bcdefghij'[i]}: &${'bcdefghij'[i]} [${Array(9).fill(`*${'abcdefghi'[i]}`).join(',')}]`).join('\n')}\ntitle: x`,
      'rule_too_large',
      2,
    ],
    ['no title', 'logsource: {product: a}', 'rule_malformed', 1],
    ['no condition', ruleText(s), 'condition_invalid', 4],
    ['an unknown selection', ruleText(`${s}condition: s and t`), 'condition_invalid', 5],
    ['an open parenthesis', ruleText(`${s}condition: (s`), 'condition_invalid', 5],
    ['an aggregation', ruleText(`${s}condition: s | count() > 5`), 'condition_invalid', 5],
    ['a pattern that matches nothing', ruleText(`${s}condition: 1 of x*`), 'condition_invalid', 5],
    ['an unknown modifier', ruleText('s:\n  f|soundex: x\ncondition: s'), 'modifier_unsupported', 5],
    ['modifiers that clash', ruleText('s:\n  f|re|contains: x\ncondition: s'), 'modifier_unsupported', 5],
    [
      'a placeholder without values',
      ruleText("s:\n  f|expand: '%admins%'\ncondition: s"),
      'placeholder_without_values',
      5,
    ],
    ['a look-ahead', ruleText("s:\n  f|re: '(?=a)b'\ncondition: s"), 'regex_unsupported', 5],
    ['a back-reference', ruleText("s:\n  f|re: '(a)\\1'\ncondition: s"), 'regex_unsupported', 5],
    ['a large regular expression', ruleText("s:\n  f|re: '[a-z]{1,900}!'\ncondition: s"), 'regex_too_large', 5],
    [
      'regular expressions that are too large together',
      ruleText(`s:\n  f|re: [${Array.from({ length: 9 }, (_, i) => `'a{500}${i}'`).join()}]\ncondition: s`),
      'regex_too_large',
      4,
    ],
    ['a long run of single wildcards', ruleText(`s:\n  f: 'a${'?'.repeat(600)}b*'\ncondition: s`), 'value_invalid', 5],
    ['no network', ruleText('s:\n  f|cidr: 10.0.0.300/8\ncondition: s'), 'value_invalid', 5],
    ['an empty selection', ruleText('s: {}\ncondition: s'), 'rule_malformed', 4],
    ['an empty list', ruleText('s: { f: [] }\ncondition: s'), 'value_invalid', 4],
    ['an unknown level', `${ruleText(`${s}condition: s`)}level: awful`, 'rule_malformed', 6],
    [
      'a log source without any possible event',
      ruleText(`${s}condition: s`, '{ product: windows, category: file_access }'),
      'logsource_unsupported',
      2,
    ],
    ['a log source without names', ruleText(`${s}condition: s`, '{ definition: x }'), 'logsource_unsupported', 2],
    [
      'an unknown correlation',
      'title: x\ncorrelation:\n  type: value_sum\n  rules: [a]\n',
      'correlation_unsupported',
      3,
    ],
  ])('%s', (_, text, code, line) => expect(fault(text)).toEqual([code, line]))

  it('deep nesting and large files are refused too and cause no crash', () => {
    expect(fault('['.repeat(100_000))?.[0]).toBe('yaml_invalid')
    expect(fault(`title: ${'x'.repeat(1_100_000)}`)?.[0]).toBe('rule_too_large')
    const unfolding = Array.from({ length: 400 }, (_, i) => `    f${i}|windash: ' -a -b -c'`).join('\n')
    expect(fault(ruleText(`s:\n${unfolding}\ncondition: s`))?.[0]).toBe('rule_too_large')
    expect(fault(ruleText(`s: { f: 1 }\ncondition: ${'('.repeat(2_000)}s${')'.repeat(2_000)}`))?.[0]).toBe(
      'condition_invalid',
    )
  })

  it('every regular expression takes time linear in the text', () => {
    expect(item('f|re', "'^(a+)+$'", `${'a'.repeat(20_000)}!`)).toBe(false)
  })
})

describe('several documents and files', () => {
  const door = 'title: Door\nid: d\nname: door\nlogsource: { product: app }\ndetection: { s: { f: 1 }, condition: s }\n'
  const many =
    'title: Many\nid: m\ncorrelation: { type: event_count, rules: [door], group-by: [g], timespan: 1m, condition: { gte: 2 } }\n'

  it('a correlation finds its rules in any file; they alert by themselves only if it says so', () => {
    const [a, b] = compileRules([
      { name: 'many.yml', text: many },
      { name: 'door.yml', text: door },
    ])
    expect([a?.compiled?.kind, b?.compiled?.kind, b?.alertsAlone, b?.baseOf]).toEqual([
      'correlation',
      'single',
      false,
      ['many.yml'],
    ])
    expect(compileRules([{ name: 'x', text: `${many}generate: true\n---\n${door}` }])[1]?.alertsAlone).toBe(true)
    expect(compileRules([{ name: 'door.yml', text: door }])[0]?.alertsAlone).toBe(true)
  })

  it('a correlation has another hash when one of its rules changes', () => {
    const hash = (text: string) => compileRules([{ name: 'x', text }])[0]?.compiled?.hash
    expect(hash(`${many}---\n${door}`)).not.toBe(hash(`${many}---\n${door.replace('f: 1', 'f: 2')}`))
  })

  it('a rule whose id is already in use is refused', () => {
    const [first, second] = compileRules([
      { name: 'a.yml', text: door },
      { name: 'b.yml', text: door },
    ])
    expect([first?.fault, second?.fault?.code]).toEqual([undefined, 'duplicate_id'])
  })

  it('a filter narrows the rules that it names and is not a rule itself', () => {
    const filter =
      'title: F\nlogsource: { product: app }\nfilter: { rules: [d], ours: { who: ann }, condition: not ours }\n'
    const [rule, ...more] = compileRules([
      { name: 'a.yml', text: door },
      { name: 'f.yml', text: filter },
    ])
    expect(more).toEqual([])
    if (rule?.compiled?.kind !== 'single') throw new Error('not compiled')
    const { expression } = rule.compiled
    const ask = (fields: object) =>
      holds(expression, directAnswers(viewOf({ source_fields: { ...fields }, event: {} })))
    expect([ask({ f: 1 }), ask({ f: 1, who: 'ann' })]).toEqual([true, false])
  })
})
