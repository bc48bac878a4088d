import { describe, expect, it } from '@jest/globals'
import { createKit, received } from '../testing/kit.ts'

const PLANTED = ['mlopez', 'studio-mac', '203.0.113.77', 'hunter2']
/** One log for each way to an event, full of people. */
const RAWS: readonly (string | object)[] = [
  '<38>Nov 21 09:29:58 studio-mac sshd[4242]: Failed password for mlopez from 203.0.113.77 port 52144 ssh2',
  'CEF:0|Acme|Wall|1|100|Blocked|8|src=203.0.113.77 suser=mlopez dhost=studio-mac act=mlopez msg=password=hunter2',
  '203.0.113.77 - mlopez [21/Nov/2026:09:29:58 +0000] "GET /home/mlopez?token=hunter2 HTTP/1.1" 404 17 "-" "mlopez"',
  { EventID: 4624, Channel: 'Security', Computer: 'studio-mac', TargetUserName: 'mlopez', IpAddress: '203.0.113.77' },
  {
    class_uid: 99_999,
    class_name: 'mlopez',
    category_name: 'mlopez',
    activity_name: 'mlopez',
    severity: 'mlopez',
    status: 'mlopez',
    user: { name: 'mlopez', email_addr: 'mlopez@studio-mac.example', type: 'mlopez' },
    actor: { user: { name: 'mlopez' } },
    src_endpoint: { ip: '203.0.113.77', hostname: 'studio-mac', location: { country: 'mlopez' } },
    device: { hostname: 'studio-mac' },
    metadata: { version: '1.3.0', product: { name: 'mlopez' } },
  },
  { owner: 'mlopez', secretary: { mlopez: 'hunter2' }, host: 'studio-mac', address: '203.0.113.77' },
]

describe('log.event.normalized', () => {
  it.each(RAWS.map((raw, i) => [i, raw] as const))('shows nobody outside its sealed part: %s', async (_, raw) => {
    const kit = createKit()
    const source = { format: 'auto', vendor: 'mlopez', product: 'mlopez', timezone: 'UTC', version: 1 }
    await kit.deliver([received('1', { raw: typeof raw === 'string' ? raw : JSON.stringify(raw), source })])
    const [event] = kit.bus.published('log.event.normalized')
    const text = JSON.stringify(event).toLowerCase()
    for (const value of PLANTED) expect(text).not.toContain(value)
    expect(event!.payload.event.summary).not.toBe('')
    expect(JSON.stringify(kit.normalized())).toContain('mlopez')
  })

  it('shows ids, times, classes, the summary, and pseudonyms as in the summary', async () => {
    const kit = createKit()
    await kit.deliver([received('1')])
    const { payload } = kit.bus.published('log.event.normalized')[0]!
    const { event } = payload
    expect(payload).toMatchObject({ product: { vendor: null, product: null, format: 'syslog' }, source_fields: {} })
    expect(event).toMatchObject({
      event_id: 'evt_1',
      class_uid: 3002,
      category: 'identity_access_management',
      event_type: 'authentication',
      outcome: 'failure',
      severity: 'low',
      event_time: '2026-11-21T09:29:58.000Z',
      user: { name: 'root' },
      device: { hostname: expect.stringMatching(/^host:1~/) },
      src_endpoint: { ip: expect.stringMatching(/^ip:1~/) },
      parser: { name: 'rfc3164' },
    })
    expect(event.summary).toContain((event.src_endpoint as { ip: string }).ip)
  })

  it('hides the machine in the name of a local account, and a name in the place of an address', async () => {
    const kit = createKit()
    const raw = JSON.stringify({
      class_uid: 3002,
      user: { name: 'MLOPEZ-PC\\Administrator' },
      src_endpoint: { ip: 'mlopez' },
      metadata: { version: '1.3.0' },
    })
    await kit.deliver([received('1', { raw })])
    const { event } = kit.bus.published('log.event.normalized')[0]!.payload
    expect(event.user).toEqual({ name: expect.stringMatching(/^(?:user|word):1~/) })
    expect(event.src_endpoint ?? {}).not.toHaveProperty('ip', expect.stringMatching(/^ip:|mlopez/))
  })
})
