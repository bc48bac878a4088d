import { createServer, type IncomingHttpHeaders, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterEach, describe, expect, it } from '@jest/globals'
import type { OperationId } from '@wardline/api'
import { createEgress, type Egress, readAllowance } from '@wardline/http'
import { type Keyring, PLATFORM_TENANT } from '@wardline/kernel'
import { tenantRedactors } from '@wardline/redaction'
import { alertDeliveries, alertDestinations, tenants } from '@wardline/registries'
import { Webhook } from 'standardwebhooks'
import { createAlertSequence } from '../alerts/alert-sequence.ts'
import { createKit, detection, detections, type Kit, OTHER_TENANT, outgoingOf, TENANT } from '../testing/kit.ts'
import { REFUSED_ATTEMPTS } from './deliver-alerts.ts'
import { createDeliverer } from './deliver-due.ts'

interface Received {
  readonly headers: IncomingHttpHeaders
  readonly text: string
}

type Answer = number | { readonly status: number; readonly headers: Record<string, string> }

/** An endpoint that answers each request with the result of `answer`. */
async function endpoint(answer: (body: string) => Answer = () => 204) {
  const received: Received[] = []
  const server: Server = createServer((request, response) => {
    let text = ''
    request.setEncoding('utf8').on('data', (part: string) => {
      text += part
    })
    request.on('end', () => {
      received.push({ headers: request.headers, text })
      const given = answer(text)
      const { status, headers } = typeof given === 'number' ? { status: given, headers: {} } : given
      response.writeHead(status, headers).end()
    })
  })
  await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  open.push(() => server.close())
  const egress = createEgress({ allow: readAllowance([`127.0.0.1:${port}`]) })
  open.push(() => void egress.close())
  const kit = await withDeliveries(createKit({ egress }), egress)
  return { kit, received, url: `http://127.0.0.1:${port}/hook` }
}

/** A kit whose `deliver` delivers everything due now, and whose `another` does the same in a second process. */
async function withDeliveries(kit: Kit, egress: Egress) {
  const { ports, memory } = kit
  for (const id of [TENANT, OTHER_TENANT]) {
    const tenant = {
      id,
      name: id,
      state: 'active',
      created_at: '',
      auto_tickets: true,
      first_account_at: null,
    } as const
    await memory.write(tenants, PLATFORM_TENANT, tenant, { expect: 'absent' })
  }
  const process = () => {
    const deliverer = createDeliverer(
      { ...ports, egress, outgoing: outgoingOf(ports), sequence: createAlertSequence({ ...ports, ticketsPerHour: 0 }) },
      1000,
    )
    return async () => {
      await deliverer.job.run({ signal: new AbortController().signal })
      await deliverer.idle()
    }
  }
  // The library that checks signatures uses the machine's clock.
  kit.clock.advance(Date.now() - kit.clock.now())
  return { ...kit, deliver: process(), another: process() }
}

const open: (() => void)[] = []
afterEach(() => {
  for (const close of open.splice(0)) close()
})

const redactedOf = (keyring: Keyring, alert: Body): Body => {
  const { group, matched_conditions, rule } = tenantRedactors(keyring)(TENANT).alert(alert, true)
  return { group, matched_conditions, rule }
}
// biome-ignore lint/suspicious/noExplicitAny: answers of several operations
type Body = any
const ask = async (kit: Kit, operation: OperationId, options: Parameters<Kit['call']>[1] = {}): Promise<Body> =>
  (await kit.call(operation, options)).body
const create = (kit: Kit, body: Record<string, unknown>): Promise<Body> => ask(kit, 'createAlertDestination', { body })
const read = (kit: Kit, id: string): Promise<Body> =>
  ask(kit, 'readAlertDestination', { params: { destination_id: id } })
const sequences = (received: readonly Received[]): number[] => received.map(r => JSON.parse(r.text).data.sequence)

describe('A destination of alerts', () => {
  it('gets each alert created since, in order, signed so that any Standard Webhooks library can verify it', async () => {
    const { kit, received, url } = await endpoint()
    await kit.project(...detections('before', 2))
    const made = await create(kit, { url })
    await kit.project(...detections('after', 3))
    await kit.deliver()
    expect(sequences(received)).toEqual([3, 4, 5])
    for (const { headers, text } of received) {
      const checked = new Webhook(made.signing_secret).verify(text, headers as Record<string, string>) as Body
      expect(checked.type).toBe('alert.created')
      const { body } = await kit.call('readAlert', { params: { alert_id: checked.data.alert_id } })
      // As admins read it, but for what names people.
      const { group, matched_conditions, rule, ...same } = checked.data
      expect(body).toMatchObject(same)
      expect({ group, matched_conditions, rule }).toEqual(redactedOf(kit.keyring, body as Body))
    }
    expect(new Set(received.map(r => r.headers['webhook-id'])).size).toBe(3)
    const { delivery } = await read(kit, made.destination_id)
    expect(delivery).toMatchObject({ position: 5, delivered: 3, skipped: 0, attempts: 0, error_code: null })
  })

  it('shows its signing secret once and stores it sealed', async () => {
    const { kit, url } = await endpoint()
    const { signing_secret, destination_id, ...shown } = await create(kit, { url })
    expect(signing_secret).toMatch(/^whsec_[A-Za-z0-9+/]{43}=$/)
    expect(await read(kit, destination_id)).toEqual({ destination_id, ...shown })
    expect(JSON.stringify(await ask(kit, 'listAlertDestinations'))).not.toContain('secret')
    const stored = await kit.memory.read(alertDestinations, TENANT, destination_id)
    expect(JSON.stringify(stored)).not.toContain(signing_secret.slice(6))
  })

  it('gets only alerts of its minimum severity or higher', async () => {
    const { kit, received, url } = await endpoint()
    const { destination_id } = await create(kit, { url, min_severity: 'high' })
    await kit.project(
      detection('a', { severity: 'low' }),
      detection('b', { severity: 'critical' }),
      detection('c', { severity: 'medium' }),
    )
    await kit.deliver()
    expect(sequences(received)).toEqual([2])
    expect((await read(kit, destination_id)).delivery).toMatchObject({ position: 3, delivered: 1, skipped: 0 })
  })

  it('waits while the endpoint is down, retries with growing delays and the same id, and then gets everything in order', async () => {
    let down = true
    const { kit, received, url } = await endpoint(() => (down ? 500 : 200))
    const { destination_id } = await create(kit, { url })
    await kit.project(...detections('x', 3))
    await kit.deliver()
    await kit.deliver()
    expect(sequences(received)).toEqual([1])
    const failing = (await read(kit, destination_id)).delivery
    expect(failing).toMatchObject({ position: 0, attempts: 1, error_code: 'endpoint_failed' })
    expect(Date.parse(failing.next_attempt_at)).toBeGreaterThan(kit.clock.now())
    kit.clock.advance(3_600_000)
    await kit.deliver()
    expect(sequences(received)).toEqual([1, 1])
    down = false
    kit.clock.advance(2 * 3_600_000)
    await kit.deliver()
    expect(sequences(received)).toEqual([1, 1, 1, 2, 3])
    expect(new Set(received.slice(0, 3).map(r => r.headers['webhook-id'])).size).toBe(1)
    expect((await read(kit, destination_id)).delivery).toMatchObject({
      position: 3,
      delivered: 3,
      attempts: 0,
      failing_since: null,
      error_code: null,
      next_attempt_at: null,
    })
  })

  it('respects Retry-After', async () => {
    const { kit, received, url } = await endpoint(() => ({ status: 429, headers: { 'retry-after': '600' } }))
    const { destination_id } = await create(kit, { url })
    await kit.project(detection('a'))
    await kit.deliver()
    kit.clock.advance(400_000)
    await kit.deliver()
    expect(received).toHaveLength(1)
    expect((await read(kit, destination_id)).delivery.error_code).toBe('endpoint_throttled')
  })

  it('skips an alert that the endpoint keeps refusing, counts it, and continues', async () => {
    const { kit, received, url } = await endpoint(body => (body.includes('"sequence":1,') ? 422 : 200))
    const { destination_id } = await create(kit, { url })
    await kit.project(...detections('x', 2))
    for (let i = 0; i < REFUSED_ATTEMPTS; i++) {
      await kit.deliver()
      kit.clock.advance(2 * 3_600_000)
    }
    await kit.deliver()
    expect(sequences(received)).toEqual([...new Array<number>(REFUSED_ATTEMPTS).fill(1), 2])
    expect((await read(kit, destination_id)).delivery).toMatchObject({ position: 2, delivered: 1, skipped: 1 })
  })

  it('is paused by a 410, and gets what it missed when it is active again', async () => {
    let gone = true
    const { kit, received, url } = await endpoint(() => (gone ? 410 : 200))
    const { destination_id } = await create(kit, { url })
    await kit.project(detection('a'))
    await kit.deliver()
    const paused = await read(kit, destination_id)
    expect(paused).toMatchObject({ state: 'paused', delivery: { error_code: 'endpoint_gone', next_attempt_at: null } })
    await kit.project(detection('b'))
    await kit.deliver()
    expect(received).toHaveLength(1)
    gone = false
    await kit.call('updateAlertDestination', {
      params: { destination_id },
      body: { state: 'active' },
      ifMatch: `"${paused.version}"`,
    })
    await kit.deliver()
    expect(sequences(received)).toEqual([1, 1, 2])
  })

  it('does not follow a redirect and never reveals where it leads', async () => {
    const { kit, url } = await endpoint(() => ({ status: 302, headers: { location: 'http://169.254.169.254/' } }))
    const { destination_id } = await create(kit, { url })
    await kit.project(detection('a'))
    await kit.deliver()
    const shown = await read(kit, destination_id)
    expect(shown.delivery.error_code).toBe('egress_refused')
    expect(JSON.stringify(shown)).not.toContain('169.254')
  })

  it('is served by one of several instances at a time', async () => {
    const { kit, received, url } = await endpoint()
    await create(kit, { url })
    await kit.project(...detections('x', 30))
    await Promise.all([kit.deliver(), kit.another(), kit.another()])
    expect(sequences(received)).toEqual(Array.from({ length: 30 }, (_, i) => i + 1))
  })

  it('is tested by a signed ping that changes nothing', async () => {
    const { kit, received, url } = await endpoint()
    const { destination_id, signing_secret } = await create(kit, { url })
    const before = await read(kit, destination_id)
    const params = { destination_id }
    expect(await ask(kit, 'testAlertDestination', { params })).toEqual({ delivered: true, error_code: null })
    const [ping] = received
    expect(new Webhook(signing_secret).verify(ping!.text, ping!.headers as Record<string, string>)).toMatchObject({
      type: 'ping',
      data: { destination_id },
    })
    expect(await read(kit, destination_id)).toEqual(before)
  })

  it('is removed when it is deleted, together with its delivery position', async () => {
    const { kit, received, url } = await endpoint()
    const { destination_id } = await create(kit, { url })
    expect((await kit.call('deleteAlertDestination', { params: { destination_id } })).status).toBe(204)
    await kit.project(detection('a'))
    await kit.deliver()
    expect(received).toEqual([])
    await expect(read(kit, destination_id)).rejects.toMatchObject({ code: 'not_found' })
    expect(await kit.memory.read(alertDeliveries, TENANT, destination_id)).toBeUndefined()
  })

  it('is hidden from other tenants and gets nothing of theirs', async () => {
    const { kit, received, url } = await endpoint()
    const { destination_id } = await create(kit, { url })
    const elsewhere = { tenant: OTHER_TENANT, params: { destination_id } }
    for (const operation of ['readAlertDestination', 'deleteAlertDestination', 'testAlertDestination'] as const)
      await expect(ask(kit, operation, elsewhere)).rejects.toMatchObject({ code: 'not_found' })
    await kit.project(detection('theirs', { tenant: OTHER_TENANT }))
    await kit.deliver()
    expect(received).toEqual([])
  })
})

describe('The address of a destination', () => {
  const kit = createKit({ egress: createEgress() })
  it.each([
    'http://soar.example.com/',
    'https://127.0.0.1/',
    'https://10.0.0.7/x',
    'https://[::1]/',
    'https://169.254.169.254/latest/meta-data',
    'https://localhost/',
    'https://user:pass@soar.example.com/',
    'ftp://soar.example.com/',
    'not a url',
  ])('is refused if it is %s, and not echoed', async url => {
    const refused = create(kit, { url })
    await expect(refused).rejects.toMatchObject({ code: 'validation_failed', errors: [{ pointer: '/url' }] })
    await expect(refused).rejects.not.toMatchObject({ message: expect.stringContaining(url) })
  })

  it('is one of at most twenty', async () => {
    const full = createKit({ egress: createEgress() })
    for (let i = 0; i < 20; i++) await create(full, { url: `https://soar.example.com/${i}` })
    await expect(create(full, { url: 'https://soar.example.com/20' })).rejects.toMatchObject({ code: 'limit_reached' })
  })
})
