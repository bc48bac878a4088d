// What `security.alert.created` says outside of its sealed part: rules and ids, and nobody.
import { afterEach, describe, expect, it } from '@jest/globals'
import { createKit } from '../testing/kit.ts'
import { door } from '../testing/rules.ts'

const PEOPLE = ['kanarek', '198.51.100.77', 'nightingale', 'secret-plan', 'Kowalczyk', 'zielonybudynek']
const fields = {
  action: 'open',
  EventID: 4625,
  TargetUserName: 'CORP\\kanarek',
  IpAddress: '198.51.100.77',
  requested_by: 'nightingale',
  CommandLine: 'C:\\Windows\\cmd.exe /c copy C:\\Users\\kanarek\\zielonybudynek.doc \\\\198.51.100.77\\c$',
  message: 'kanarek has opened secret-plan',
}
const single = `title: Files of Maria Kowalczyk were copied
author: Maria Kowalczyk
tags: [attack.t1110]
logsource: { product: app }
detection:
  selection:
    action: open
    EventID: 4625
    TargetUserName|contains: kanarek
    IpAddress|startswith: '198.51'
    requested_by|exists: true
    CommandLine|contains: copy
    message|contains: secret-plan
  words: [nightingale]
  condition: selection and words
level: high
`
const grouped = `title: Many doors
correlation:
  type: value_count
  rules: [door]
  group-by: [TargetUserName, requested_by]
  timespan: 1m
  condition: { field: IpAddress, gte: 1 }
---
${door}`

let kit: Awaited<ReturnType<typeof createKit>>
afterEach(async () => kit?.stop())

describe('An alert of the detector', () => {
  it('has pseudonyms outside by the class of each field, and the clear values in its sealed part', async () => {
    kit = await createKit()
    const ruleId = await kit.upload(single)
    await kit.send({ id: 'a', fields })
    const [outside] = kit.outside()
    const said = JSON.stringify(outside)
    for (const person of PEOPLE) expect(said.toLowerCase()).not.toContain(person.toLowerCase())
    const values = new Map(outside?.payload.matched_conditions.map(c => [c.field ?? 'words', c.value]))
    const pseudonym = (type: string) => expect.stringMatching(new RegExp(`^${type}:1~[a-z2-7]{26}$`))
    expect(Object.fromEntries(values)).toMatchObject({
      EventID: '4625',
      TargetUserName: pseudonym('user'),
      IpAddress: pseudonym('ip'),
      requested_by: pseudonym('name'),
      message: null,
    })
    expect(outside?.payload.rule).toMatchObject({
      rule_id: ruleId,
      author: pseudonym('name'),
      tags: ['attack.t1110'],
      level: 'high',
    })
    const [clear] = kit.alerts()
    expect(clear?.payload.rule).toMatchObject({
      title: 'Files of Maria Kowalczyk were copied',
      author: 'Maria Kowalczyk',
    })
    expect(clear?.payload.matched_conditions.find(c => c.field === 'CommandLine')?.value).toBe(fields.CommandLine)
  })

  it('keeps its id, digest and references whatever stands outside', async () => {
    kit = await createKit()
    await kit.upload(single)
    await kit.send({ id: 'a', fields })
    const [outside] = kit.outside()
    const [clear] = kit.alerts()
    const { rule: _, matched_conditions: __, group: ___, sealed: ____, ...same } = outside!.payload
    expect(clear?.payload).toMatchObject(same)
    expect(outside!.payload.rule.version_hash).toBe(clear!.payload.rule.version_hash)
  })

  it('of a correlation groups as before, and shows the group by pseudonyms and the count as it is', async () => {
    kit = await createKit()
    await kit.upload(grouped)
    await kit.send({ id: 'a', at: 1, fields }, { id: 'b', at: 2, fields: { ...fields, TargetUserName: 'other' } })
    await kit.silence()
    expect(kit.alerts().map(({ payload }) => payload.group?.TargetUserName)).toEqual(['CORP\\kanarek', 'other'])
    const [outside] = kit.outside()
    for (const person of PEOPLE) expect(JSON.stringify(outside)).not.toContain(person)
    const { group, matched_conditions } = outside!.payload
    expect(group).toEqual({
      TargetUserName: expect.stringMatching(/^user:1~/),
      requested_by: expect.stringMatching(/^name:1~/),
    })
    expect(matched_conditions).toMatchObject([
      { field: 'IpAddress', modifier: 'value_count|gte|1', value: '1' },
      { field: 'TargetUserName', value: group?.TargetUserName },
      { field: 'requested_by', value: group?.requested_by },
    ])
  })

  it('shows the words of a rule that every tenant has, which nobody of the tenant wrote', async () => {
    kit = await createKit()
    await kit.send({
      id: 'a',
      product: { vendor: 'aws', product: 'cloudtrail', format: 'json' },
      fields: { eventSource: 'cloudtrail.amazonaws.com', eventName: 'StopLogging', errorCode: null },
    })
    const [outside] = kit.outside()
    const [clear] = kit.alerts()
    expect(outside?.payload.rule).toEqual(clear?.payload.rule)
  })
})
