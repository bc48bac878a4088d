import { describe, expect, it } from '@jest/globals'
import { createMetrics } from '@wardline/host'
import { createKeyring } from '@wardline/kernel'
import { createRedactor } from '@wardline/redaction'
import {
  type Collection,
  type Document,
  mdmConnections,
  mdmDevices,
  mdmSyncRuns,
  mdmSyncStates,
} from '@wardline/registries'
import { as, TENANT } from '@wardline/service-kit/testing'
import pino from 'pino'
import { CANARY } from '../../tools/simulators/fleet.ts'
import type { Fault } from '../../tools/simulators/simulator.ts'
import { createKit, PROVIDERS } from './kit.ts'

/** Begins every planted value: names, users, addresses, serials, secrets, tokens and what the provider says of errors. */
const PLANTED = new RegExp(`${CANARY}|${CANARY.replace('-', '')}|corp\\.example`, 'i')

const FAULTS: readonly Fault[] = [
  'html',
  'half_json',
  'cut',
  'token_expired',
  { status: 400 },
  { status: 401 },
  { status: 403 },
  { status: 404 },
  { status: 429, retryAfter: '900' },
  { status: 500 },
  { redirect: `https://${CANARY}.example/` },
  { nextLink: `https://${CANARY}.example/v1.0/deviceManagement/managedDevices` },
]

describe.each(PROVIDERS)('a provider full of personal data and secrets (%s)', provider => {
  it('leaves none of it in answers, events, documents, log lines, metrics or errors', async () => {
    const kit = createKit({ provider, devices: 40, pageSize: 7, leaky: true })
    const written: string[] = []
    const log = pino({ level: 'trace' }, { write: (line: string) => void written.push(line) })
    const metrics = createMetrics({ process: false, services: ['mdm-connector'] })
    kit.restart({ ...kit.ports, log: log as never, metrics })
    const id = await kit.connect()
    const seen: unknown[] = [await kit.sync(id)]
    for (const fault of FAULTS) {
      kit.simulator.fault = n => (n % 3 === 1 ? fault : undefined)
      seen.push(await kit.sync(id))
      kit.simulator.fault = () => fault
      seen.push(await kit.sync(id))
    }
    kit.simulator.fault = () => undefined
    kit.simulator.tokenFault = () => ({ status: 401 })
    seen.push(await kit.sync(id))
    kit.simulator.tokenFault = () => undefined
    kit.secrets.value = `${CANARY}-another-secret`
    seen.push(await kit.sync(id))
    kit.secrets.value = kit.simulator.secret
    kit.fleet.remove('5')
    kit.fleet.change('6', { user: `${CANARY}-new@corp.example`, osVersion: `${CANARY}@corp.example` })
    kit.fleet.oddities.set('7', { model: `${CANARY} <x>`, manufacturer: `a@${CANARY}`, complianceState: CANARY })
    seen.push(await kit.sync(id), await kit.patch(id, { name: 'renamed' }))
    kit.clock.advance(25 * 3_600_000)
    seen.push(await kit.sync(id), await kit.connection(id), await kit.runs(id))
    const lists = ['listMdmConnections', 'listMdmDevices'] as const
    for (const operation of lists) seen.push((await kit.call(operation)).body)
    const devices = (await kit.call('listMdmDevices', { search: 'limit=200' })).body
    for (const { device_id } of devices.items as { device_id: string }[])
      seen.push((await kit.call('readMdmDevice', { params: { device_id } })).body)
    const redactor = createRedactor({
      tenantId: TENANT,
      key: createKeyring(new Uint8Array(32).fill(7)).key(TENANT, 'pseudonyms'),
      epoch: 1,
    })
    seen.push(redactor.redact('mdm_device', (await kit.call('listMdmDevices', { principal: as('auditor') })).body))

    const stored = await Promise.all(
      [mdmConnections, mdmDevices, mdmSyncRuns, mdmSyncStates].map(c =>
        kit.memory.list(c as unknown as Collection<Document>, TENANT, { limit: 1000 }),
      ),
    )
    const text = JSON.stringify([
      seen,
      stored,
      kit.bus.published(),
      kit.memory.emitted(),
      written,
      await metrics.text([]),
    ])
    expect(text.length).toBeGreaterThan(50_000)
    expect(kit.bus.published('integration.mdm.sync_completed').length).toBeGreaterThan(20)
    expect(PLANTED.exec(text)?.[0]).toBeUndefined()
  })
})
