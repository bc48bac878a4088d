import { describe, expect, it } from '@jest/globals'
import { DEFAULT_TENANT } from '@wardline/kernel'
import {
  createRedactor,
  describePolicy,
  listPolicies,
  NotRedactable,
  PSEUDONYM,
  standardPolicy,
  type ViewName,
} from './index.ts'
import { policyId } from './policy/policy.ts'

const redactor = createRedactor({ tenantId: DEFAULT_TENANT, key: new Uint8Array(32).fill(9), epoch: 1 })
const p = redactor.pseudonym
/** An id as we make them: its name, filled up. */
const id = (name: string) => name.padEnd(30, 'a')
const HASH = 'ab'.repeat(32)

describe('the policy', () => {
  it('is named by name, version and a hash over all of it', () => {
    expect(redactor.policyId).toMatch(/^auditor-standard@4\+[0-9a-f]{16}$/)
    const changed = { ...standardPolicy, list: { ...standardPolicy.list, total: 'keep' as const } }
    expect(policyId(changed)).not.toBe(redactor.policyId)
    expect(Object.isFrozen(standardPolicy.views.alert.fields)).toBe(true)
  })

  it('can be read by its id', () => {
    expect(describePolicy(redactor.policyId)).toMatchObject({ policy_id: redactor.policyId, version: 4, active: true })
    expect(describePolicy('auditor-standard@1+0000000000000000')).toBeUndefined()
  })

  it('keeps the earlier ones, under the ids that past answers and audit records name', () => {
    expect(listPolicies().map(({ policy_id, active }) => [policy_id, active])).toEqual([
      [redactor.policyId, true],
      ['auditor-standard@3+3ed2b351ea824e20', false],
      ['auditor-standard@2+b4ba1998bc1ed7c9', false],
      ['auditor-standard@1+7fff0dcd7a15d9a3', false],
    ])
    expect(describePolicy('auditor-standard@1+7fff0dcd7a15d9a3')?.views.ticket.fields.title).toBe('text')
  })

  it('describes itself to auditors without loss', () => {
    const body = structuredClone(describePolicy(redactor.policyId))
    expect(redactor.redact('redaction_policy', body)).toEqual(body)
  })
})

describe('a log event for auditors', () => {
  const summary = `Failed password for ${p('user', 'ann')} from ${p('ip', '203.0.113.9')}`
  const event = {
    event_id: id('evt_'),
    severity_id: 3,
    outcome: 'failure',
    summary,
    user: { name: 'ann', domain: 'CORP', uid: 1000 },
    actor: { user: { name: 'root' } },
    src_endpoint: { ip: '203.0.113.9', port: 52_144, mac: null },
    device: { hostname: 'web1', ip: ['10.0.0.1', '::1'] },
    process: {
      name: 'sshd',
      pid: 4,
      cmd_line: 'scp web1:/x Ann:/y --password hunter22',
      file: { path: 'C:\\Users\\ann\\x.exe' },
    },
    metadata: { event_code: '4625', product: { vendor_name: 'OpenBSD', name: 'OpenSSH' } },
    unmapped: { anything: 'ann' },
    new_field: 'ann',
  }

  it('keeps ids, numbers and classifications, gives pseudonyms for people and machines, and leaves the rest out', () => {
    expect(redactor.redact('log_event', event)).toEqual({
      event_id: id('evt_'),
      severity_id: 3,
      outcome: 'failure',
      summary,
      user: { name: p('user', 'ann'), domain: p('host', 'CORP'), uid: p('sid', '1000') },
      actor: { user: { name: 'root' } },
      src_endpoint: { ip: p('ip', '203.0.113.9'), port: 52_144, mac: null },
      device: { hostname: p('host', 'web1'), ip: [p('ip', '10.0.0.1'), '::1'] },
      process: {
        name: 'sshd',
        pid: 4,
        cmd_line: `scp ${p('host', 'web1')}:/x ${p('user', 'ann')}:/y --password [secret:password]`,
        file: { path: `C:\\Users\\${p('user', 'ann')}\\x.exe` },
      },
      metadata: { event_code: '4625', product: { vendor_name: 'OpenBSD', name: 'OpenSSH' } },
    })
  })

  it('takes a value that lacks the form of its field for an unknown word, and keeps what names nobody', () => {
    expect(
      redactor.redact('log_event', {
        src_endpoint: { ip: 'ann', mac: 'ann' },
        user: { name: 'NT AUTHORITY\\SYSTEM', uid: 'S-1-5-18', phone_number: 'ann' },
        actor: { user: { name: 'CORP\\root', uid: 's-1-5-80-ann' } },
      }),
    ).toEqual({
      src_endpoint: { ip: p('word', 'ann'), mac: p('mac', 'ann') },
      user: { name: 'NT AUTHORITY\\SYSTEM', uid: 'S-1-5-18', phone_number: p('word', 'ann') },
      actor: { user: { name: p('user', 'CORP\\root'), uid: p('word', 's-1-5-80-ann') } },
    })
  })

  it('is the same in a list, whose cursor and coverage stay', () => {
    const coverage = { tiers: ['hot'], from: '2026-11-20', to: '2026-11-21T09:30:00.000Z', incomplete: [] }
    expect(redactor.redact('log_event', { items: [event], next_cursor: null, coverage, hidden: 1 })).toEqual({
      items: [redactor.redact('log_event', event)],
      next_cursor: null,
      coverage,
    })
    expect(redactor.redact('log_event', { items: [], next_cursor: null })).toEqual({ items: [], next_cursor: null })
  })
})

describe('other records for auditors', () => {
  it('alerts lose the matched values; group values go by the class of their field', () => {
    const alert = {
      alert_id: id('alr_'),
      rule: { rule_id: id('rul_'), title: 'Many failed logins', author: 'Somebody', tags: ['attack.t1110'] },
      matched_conditions: [{ selection: 's', field: 'user', modifier: '', value: 'ann' }],
      group: {
        'src_endpoint.ip': '203.0.113.9',
        TargetUserName: 'ann',
        EventID: 4625,
        Weird: 'ann',
        'process.name': 'sshd',
      },
      count: 5,
    }
    expect(redactor.redact('alert', alert)).toEqual({
      ...alert,
      matched_conditions: [{ selection: 's', field: 'user', modifier: '' }],
      group: {
        'src_endpoint.ip': p('ip', '203.0.113.9'),
        TargetUserName: p('user', 'ann'),
        EventID: 4625,
        Weird: p('name', 'ann'),
        'process.name': 'sshd',
      },
    })
    expect(redactor.redact('alert', { group: null })).toEqual({ group: null })
  })

  it('assets keep their posture without names, addresses and extras', () => {
    expect(
      redactor.redact('asset', {
        asset_id: id('ast_'),
        hostname: 'web1',
        os_family: 'linux',
        posture: {
          hostname: 'web1',
          disks: [{ mount: '/home/ann', total_bytes: 1, used_bytes: 1 }],
          network_interfaces: [{ name: 'eth0', mac_address: '02:42:ac:11:00:02', ip_addresses: ['10.0.0.1'] }],
          extra: { owner: 'ann' },
        },
        fingerprint: { machine_id: 'x' },
      }),
    ).toEqual({
      asset_id: id('ast_'),
      hostname: p('host', 'web1'),
      os_family: 'linux',
      posture: {
        hostname: p('host', 'web1'),
        disks: [{ mount: `/home/${p('user', 'ann')}`, total_bytes: 1, used_bytes: 1 }],
        network_interfaces: [
          { name: 'eth0', mac_address: p('mac', '02:42:ac:11:00:02'), ip_addresses: [p('ip', '10.0.0.1')] },
        ],
      },
    })
  })

  it('tickets reach them through the detectors; accounts of ours keep their ids', () => {
    expect(
      redactor.redact('ticket', {
        ticket_id: id('tkt_'),
        title: 'Login of ann@corp.example',
        description: 'password=hunter22 from 203.0.113.9',
        assignee: 'Bea',
        created_by: 'sva_3kq7v2m5x4c6n7b2a3s4d5f6g7',
        comment_count: 4,
      }),
    ).toEqual({
      ticket_id: id('tkt_'),
      title: `Login of ${p('email', 'ann@corp.example')}`,
      description: `password=[secret:password] from ${p('ip', '203.0.113.9')}`,
      assignee: p('user', 'bea'),
      created_by: 'sva_3kq7v2m5x4c6n7b2a3s4d5f6g7',
    })
  })

  it('internal comments do not exist', () => {
    const open = { comment_id: id('cmt_'), body: 'seen', visibility: 'auditor' }
    const internal = { comment_id: id('cmt_'), body: 'hush', visibility: 'internal' }
    expect(redactor.redact('ticket_comment', { items: [internal, open], next_cursor: null })).toEqual({
      items: [open],
      next_cursor: null,
    })
    expect(() => redactor.redact('ticket_comment', internal)).toThrow(NotRedactable)
  })

  it('evidence, audit records and MDM devices keep what is not personal', () => {
    const evidence = {
      evidence_id: id('evd_'),
      subject: { type: 'agent', id: id('agt_') },
      summary: 'An agent was revoked.',
      details: { reason: 'lost', n: 1 },
      digest: HASH,
    }
    expect(redactor.redact('evidence', evidence)).toEqual(evidence)
    const audit = {
      audit_id: id('aud_'),
      actor: { type: 'service_account', id: id('sva_') },
      operation: 'getAsset',
      resource: { type: 'asset', id: id('ast_') },
      outcome: 'succeeded',
    }
    expect(redactor.redact('audit_record', audit)).toEqual(audit)
    expect(redactor.redact('audit_record', { resource: { type: 'asset', id: 'ann@corp.example' } })).toEqual({
      resource: { type: 'asset', id: p('email', 'ann@corp.example') },
    })
    const device = { device_id: id('mdd_'), platform: 'ios', model: 'X', encrypted: true }
    expect(redactor.redact('mdm_device', { ...device, device_name: 'Ann’s phone', upn: 'ann@x' })).toEqual(device)
  })
})

describe('the redactor fails closed', () => {
  it.each<[string, ViewName, unknown]>([
    ['an unknown view', 'secrets' as ViewName, {}],
    ['a view that is only inherited', 'constructor' as ViewName, {}],
    ['no body', 'alert', undefined],
    ['a text', 'alert', 'x'],
    ['an array', 'alert', []],
    ['an item that is not an object', 'alert', { items: ['x'] }],
    ['a function', 'alert', { count: () => 1 }],
    ['a big integer', 'alert', { count: 1n }],
    ['not a number', 'alert', { count: Number.NaN }],
    ['a date', 'evidence', { details: { at: new Date(0) } }],
    ['a map', 'log_event', { user: new Map() }],
  ])('refuses %s', (_name, view, body) => {
    expect(() => redactor.redact(view, body)).toThrow(NotRedactable)
  })

  it('refuses endless nesting without overflowing', () => {
    let deep: unknown = 'x'
    for (let i = 0; i < 10_000; i++) deep = i % 2 ? [deep] : { a: deep }
    expect(() => redactor.redact('evidence', { details: deep })).toThrow(NotRedactable)
    let arrays: unknown = 'x'
    for (let i = 0; i < 10_000; i++) arrays = [arrays]
    expect(() => redactor.redact('evidence', { controls: arrays })).toThrow(NotRedactable)
  })

  it('takes no member from a prototype and adds none', () => {
    const body = JSON.parse(
      '{"event_id":"evt_aaaaaaaaaaaaaaaaaaaaaaaaaa","__proto__":{"severity":"x"},"toString":"ann"}',
    ) as unknown
    expect(redactor.redact('log_event', body)).toEqual({ event_id: id('evt_') })
  })

  it('leaves out objects where a plain value is allowed, and plain values where an object is', () => {
    expect(redactor.redact('alert', { severity: { user: 'ann' }, rule: 'ann' })).toEqual({})
  })
})

describe('secretsIn', () => {
  it('keeps structure and replaces secrets in strings and under keys that name one', () => {
    expect(
      redactor.secretsIn({
        CommandLine: 'x --password hunter22',
        db_password: 'abc',
        pin: 1234,
        hasPassword: true,
        credentials: { user: 'ann', values: ['a', null] },
        PWD: '/home/ann',
        nextToken: 'page2',
        Data: [
          { '@Name': 'Password', '#text': 'abc' },
          { '@Name': 'User', '#text': 'ann' },
        ],
      }),
    ).toEqual({
      CommandLine: 'x --password [secret:password]',
      db_password: '[secret:password]',
      pin: '[secret:password]',
      hasPassword: true,
      credentials: { user: '[secret:password]', values: ['[secret:password]', null] },
      PWD: '/home/ann',
      nextToken: 'page2',
      Data: [
        { '@Name': 'Password', '#text': '[secret:password]' },
        { '@Name': 'User', '#text': 'ann' },
      ],
    })
  })

  it('is safe with keys that exist on a prototype', () => {
    const value = JSON.parse('{"__proto__":{"password":"abc"},"constructor":"x"}') as Record<string, unknown>
    const clean = redactor.secretsIn(value)
    expect(JSON.stringify(clean)).toBe('{"__proto__":{"password":"[secret:password]"},"constructor":"x"}')
    expect(Object.getPrototypeOf(clean)).toBe(Object.prototype)
  })
})

it('PSEUDONYM is what pseudonyms match', () => {
  expect(p('host', 'web1')).toMatch(PSEUDONYM)
})

describe('both readings of a text', () => {
  it.each([
    'Failed password for mlopez from 203.0.113.9',
    'password=hunter22 for mlopez%40acme.example',
    'ｍｌｏｐｅｚ has the token ghp_0123456789abcdefABCDEF0123456789abcd',
    'nothing',
    '',
  ])('are those that each gives alone: %s', text => {
    const known = [{ type: 'user', value: 'mlopez' }] as const
    expect(redactor.readings(text, known)).toEqual({
      message: redactor.secrets(text),
      summary: redactor.text(text, known),
    })
  })
})
