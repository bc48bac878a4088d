import { describe, expect, it } from '@jest/globals'
import { tenantId } from '@wardline/kernel'
import fc from 'fast-check'
import { createRedactor } from '../create-redactor.ts'
import type { AlertWords } from '../redactor.ts'

const redactor = createRedactor({ tenantId: tenantId('ten_a'), key: new Uint8Array(32).fill(7), epoch: 1 })
const rule = { sigma_id: 'a-rule', title: 'A rule', author: 'Wardline', license: 'MIT', tags: ['attack.t1110'] }
const condition = (field: string | null, value: string | null, modifier = '', selection = 'selection') => ({
  selection,
  field,
  modifier,
  value,
})
const alertOf = (matched_conditions: AlertWords['matched_conditions'], group: AlertWords['group'] = null) =>
  redactor.alert({ rule, matched_conditions, group, alert_id: 'alr_x', count: 3 }, false)
const shownAs = (field: string | null, value: string, modifier = ''): string | null =>
  alertOf([condition(field, value, modifier)]).matched_conditions[0]!.value

describe('an alert on its way out', () => {
  it.each([
    ['TargetUserName', 'CORP\\kanarek', /^user:1~[a-z2-7]{26}$/],
    ['user', 'kanarek', /^user:1~/],
    ['src_endpoint.ip', '203.0.113.9', /^ip:1~/],
    ['IpAddress', '203.0.113.9', /^ip:1~/],
    ['Computer', 'LAPTOP-KANAREK', /^host:1~/],
    ['TargetUserSid', 'S-1-5-21-1-2-3-1105', /^sid:1~/],
    ['no such field', 'kanarek', /^name:1~/],
    ['EventID', '4625', /^4625$/],
    ['IpAddress', '127.0.0.1', /^127\.0\.0\.1$/],
    ['TargetUserName', 'SYSTEM', /^SYSTEM$/],
    ['agent_id', 'agt_aaaaaaaaaaaaaaaaaaaaaaaaaa', /^agt_a{26}$/],
  ])('shows the value of %s as its class says', (field, value, shown) => {
    expect(shownAs(field, value)).toMatch(shown)
  })

  it('has one pseudonym for one value, in conditions and in the group, and in texts beside them', () => {
    const { matched_conditions, group } = alertOf(
      [condition('TargetUserName', 'kanarek'), condition('CommandLine', 'net user kanarek /add')],
      { SubjectUserName: 'KANAREK', port: 22, on: true },
    )
    const pseudonym = matched_conditions[0]!.value!
    expect(matched_conditions[1]!.value).toContain(pseudonym)
    expect(group).toMatchObject({ SubjectUserName: pseudonym, on: true })
  })

  it('says null, or nothing, of what no auditor sees', () => {
    expect(shownAs('message', 'kanarek has logged in')).toBeNull()
    expect(alertOf([], { message: 'kanarek', deep: { user: 'kanarek' } }).group).toEqual({})
  })

  it('shows what a correlation has counted, and takes nothing else for a count', () => {
    expect(shownAs('user', '5', 'value_count|gte|5')).toBe('5')
    expect(shownAs('user', '5', 'contains')).toMatch(/^user:1~/)
    expect(shownAs('user', 'kanarek', 'event_count|gte|5')).toMatch(/^user:1~/)
  })

  it('keeps every other member, and the words of a rule that nobody of the tenant wrote', () => {
    expect(alertOf([])).toEqual({ rule, matched_conditions: [], group: null, alert_id: 'alr_x', count: 3 })
  })

  it('never shows a name, in whatever field it stands', () => {
    const people = ['User', 'email', 'dhost', 'suser', 'user.name', 'customer', 'requested_by', 'actor.user.name']
    const texts = ['CommandLine', 'Image', 'action', 'EventID', 'Status', 'outcome', 'summary', 'event_type']
    const fields = [...people, ...texts]
    fc.assert(
      fc.property(fc.constantFrom(...fields), fc.stringMatching(/^zq[a-z]{7,18}( zq[a-z]{7,18})?$/), (field, name) => {
        const said = JSON.stringify(
          alertOf([condition(field, name), condition(null, `a ${name} b`)], { [field]: name }),
        )
        expect(said).not.toContain(name)
      }),
    )
  })

  it('stays within the bounds of its schema, and shows no half of a pseudonym as a whole one', () => {
    fc.assert(
      fc.property(fc.stringMatching(/^(?:\w{1,9}@[a-z]{3,9}\.example ){1,14}$/), text => {
        const shown = shownAs('CommandLine', text.slice(0, 256)) ?? ''
        expect(shown.length).toBeLessThanOrEqual(256)
        for (const [pseudonym] of shown.matchAll(/\w+:1~[a-z2-7]*/g)) expect(pseudonym).toMatch(/~[a-z2-7]{26}$/)
      }),
    )
  })
})

describe('a rule of the tenant on its way out', () => {
  it('has a pseudonym for its author, redacted words, and tags of closed lists', () => {
    const typed = {
      sigma_id: 'kanarek@corp.example',
      title: 'Mail of m.kanarek@corp.example',
      author: 'Maria Kanarek',
      license: null,
    }
    const tags = ['attack.t1110.001', 'cve.2024-3094', 'by m.kanarek@corp.example']
    const { rule: shown } = redactor.alert({ rule: { ...typed, tags }, matched_conditions: [], group: null }, true)
    expect(JSON.stringify(shown).toLowerCase()).not.toContain('kanarek')
    expect(shown).toMatchObject({ author: expect.stringMatching(/^name:1~/), license: null })
    expect(shown.tags.slice(0, 2)).toEqual(['attack.t1110.001', 'cve.2024-3094'])
  })

  const names = (selection: string, field: string | null, typed = true) => {
    const matched_conditions = [condition(field, null, 'contains', selection)]
    const group = field === null ? null : { [field]: 22 }
    const shown = redactor.alert({ rule, matched_conditions, group }, typed)
    return { ...shown.matched_conditions[0], group: Object.keys(shown.group ?? {}) }
  }

  it.each(['mlopez_logons', 'filter_main_kanarek', 'Maria Kanarek', 'kanarek1'])('names no selection %s', name => {
    expect(names(name, null).selection).not.toMatch(/lopez|kanarek/i)
    expect(names(name, null).selection).toMatch(/(?:word|name):1~/)
    expect(names(name, null, false).selection).toBe(name)
  })

  it.each(['selection', 'selection1', 'filter_main_2', 'filter_optional', 'keywords', 'selection_parent_image'])(
    'has a selection %s',
    name => {
      expect(names(name, null).selection).toBe(name)
    },
  )

  it.each(['mlopez_id', 'KanarekMail', 'kanarek@corp.example'])('names no field %s, in a group neither', name => {
    expect(JSON.stringify(names('selection', name))).not.toMatch(/lopez|kanarek/i)
    expect(JSON.stringify(names('selection', name, false))).toContain(name)
  })

  it.each(['user.name', 'device.os.name', 'answers.rdata', 'TargetUserName', 'rhost', 'sc-status', 'user.name,rhost'])(
    'has the field %s',
    name => {
      expect(names('selection', name).field).toBe(name)
      expect(names('selection', name).group).toEqual([name])
    },
  )

  it('shows auditors the same names in its alerts', () => {
    const matched_conditions = [
      { selection: 'filter1', field: 'rhost', modifier: 'contains|all', value: 'x' },
      { selection: 'mlopez_logons', field: 'mlopez_id', modifier: '', value: 'x' },
    ]
    const shown = redactor.redact('alert', { matched_conditions, group: { mlopez_id: 'x' }, group_by: ['rhost'] })
    expect(shown).toMatchObject({
      matched_conditions: [{ selection: 'filter1', field: 'rhost', modifier: 'contains|all' }, {}],
      group_by: ['rhost'],
    })
    expect(JSON.stringify(shown)).not.toContain('mlopez')
  })
})
