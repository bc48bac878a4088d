import { describe, expect, it } from '@jest/globals'
import { routes, unroutable } from './log-sources.ts'
import { type Originating, originOfEvent } from './origin-of-event.ts'

const NOWHERE = { vendor: null, product: null, format: 'json' }
const reaches = (rule: object, fields: object, rest: Partial<Originating> = {}): boolean =>
  routes(
    { category: undefined, product: undefined, service: undefined, ...rule },
    originOfEvent({ product: NOWHERE, event: {}, source_fields: { ...fields }, ...rest }),
  )
const sysmon = (EventID: number | string) => ({ EventID, Channel: 'Microsoft-Windows-Sysmon/Operational' })

describe('Windows events reach rules by channel, or by provider if no channel is named', () => {
  it.each([
    [{ product: 'windows', category: 'process_creation' }, sysmon(1), true],
    [{ product: 'windows', category: 'process_creation' }, sysmon('1'), true],
    [{ product: 'windows', category: 'process_creation' }, { EventID: 4688, Channel: 'Security' }, true],
    [{ product: 'windows', category: 'process_creation' }, { EventID: 1, Channel: 'Security' }, false],
    [
      { product: 'windows', category: 'process_creation' },
      { EventID: 1, Provider_Name: 'Microsoft-Windows-Sysmon' },
      true,
    ],
    [
      { product: 'windows', category: 'process_creation' },
      { EventID: 1, Provider_Name: 'Microsoft-Windows-Kernel-General' },
      false,
    ],
    [{ product: 'windows', category: 'registry_event' }, sysmon(12), true],
    [{ product: 'windows', category: 'registry_event' }, sysmon(13), true],
    [{ product: 'windows', category: 'registry_event' }, sysmon(14), true],
    [{ product: 'windows', category: 'registry_set' }, sysmon(12), false],
    [{ product: 'windows', service: 'security' }, { EventID: 4624, Channel: 'security' }, true],
    [
      { product: 'windows', service: 'security' },
      { EventID: 4624, SourceName: 'Microsoft-Windows-Security-Auditing' },
      true,
    ],
    [{ product: 'windows', service: 'system' }, { EventID: 7045, Provider_Name: 'Service Control Manager' }, true],
    [
      { product: 'windows', category: 'ps_script' },
      { EventID: 4104, Channel: 'Microsoft-Windows-PowerShell/Operational' },
      true,
    ],
    [{ product: 'windows', service: 'sysmon' }, { EventID: 22, Channel: 'Application' }, false],
    [{ product: 'linux' }, sysmon(1), false],
  ])('%j <- %j: %s', (rule, fields, expected) => expect(reaches(rule, fields)).toBe(expected))
})

describe("other events reach rules by their content and by their source's registration", () => {
  const syslog = (program: string) =>
    [{ program, message: 'x' }, { product: { ...NOWHERE, format: 'syslog' } }] as const
  it('syslog by its program', () => {
    expect(reaches({ product: 'linux', service: 'sshd' }, ...syslog('sshd'))).toBe(true)
    expect(reaches({ product: 'linux', service: 'sshd' }, ...syslog('sshd-session'))).toBe(true)
    expect(reaches({ product: 'linux', service: 'auth' }, ...syslog('sudo'))).toBe(true)
    expect(reaches({ product: 'linux', service: 'sshd' }, ...syslog('sudo'))).toBe(false)
    expect(reaches({ product: 'macos' }, ...syslog('sshd'))).toBe(false)
  })
  it('processes, web requests and connections by their OCSF class', () => {
    const linux = { product: { vendor: null, product: 'linux', format: 'syslog' } }
    expect(
      reaches(
        { product: 'linux', category: 'process_creation' },
        {},
        { ...linux, event: { class_uid: 1007, activity_id: 1 } },
      ),
    ).toBe(true)
    expect(
      reaches(
        { product: 'linux', category: 'process_creation' },
        {},
        { ...linux, event: { class_uid: 1007, activity_id: 2 } },
      ),
    ).toBe(false)
    expect(reaches({ category: 'webserver' }, {}, { event: { class_uid: 4002 } })).toBe(true)
    expect(reaches({ category: 'firewall' }, {}, { event: { class_uid: 4001 } })).toBe(true)
  })
  it('a product by its registration, with the vendor name that Sigma uses', () => {
    const registered = (vendor: string | null, product: string | null) => ({
      product: { vendor, product, format: 'json' },
    })
    expect(reaches({ product: 'okta', service: 'okta' }, {}, registered(null, 'Okta'))).toBe(true)
    expect(reaches({ product: 'azure', service: 'signinlogs' }, {}, registered('Microsoft', 'Azure'))).toBe(true)
    expect(reaches({ product: 'm365', service: 'audit' }, {}, registered('Microsoft', 'Microsoft 365'))).toBe(true)
    expect(reaches({ product: 'django', category: 'application' }, {}, registered(null, 'django'))).toBe(true)
    expect(reaches({ category: 'antivirus' }, {}, registered(null, 'Antivirus'))).toBe(true)
    expect(reaches({ product: 'okta' }, {}, registered('Microsoft', 'Azure'))).toBe(false)
  })
  it('CloudTrail by its shape', () => {
    expect(
      reaches({ product: 'aws', service: 'cloudtrail' }, { eventSource: 'iam', eventName: 'x', awsRegion: 'y' }),
    ).toBe(true)
  })
})

describe('a log source without any possible event is reported when the rule is compiled', () => {
  it.each([
    [{ product: 'windows', category: 'file_access' }, false],
    [{ product: 'windows', service: 'nonsense' }, false],
    [{ product: 'windows', category: 'dns_query' }, true],
    [{ product: 'anything', service: 'else' }, true],
  ])('%j: %s', (rule, expected) => {
    const none = { category: undefined, service: undefined }
    expect(unroutable({ ...none, ...rule }) === undefined).toBe(expected)
  })
})
