import { PLATFORM_TENANT } from '@wardline/kernel'
import { createMdmConnector, type MdmConnectorConfig } from '@wardline/mdm-connector'
import { SecretUnresolved } from '@wardline/ports'
import { type MdmDeviceDoc, mdmDevices, tenants } from '@wardline/registries'
import type { Service } from '@wardline/service-kit'
import { as, type CallOperation, memoryPorts, operationCaller, TENANT } from '@wardline/service-kit/testing'
import { createFleet, type Fleet, type SimulatedDevice } from '../../tools/simulators/fleet.ts'
import { createJamfSimulator } from '../../tools/simulators/jamf-pro.ts'
import { createGraphSimulator, DIRECTORY } from '../../tools/simulators/microsoft-graph.ts'
import { simulatedEgress } from '../../tools/simulators/simulated-egress.ts'
import { CLIENT_ID, type Simulator } from '../../tools/simulators/simulator.ts'

export const PROVIDERS = ['microsoft_graph', 'jamf_pro'] as const
export type ProviderName = (typeof PROVIDERS)[number]

const ORIGIN = 'https://mdm.example'

export interface KitOptions {
  readonly provider?: ProviderName
  readonly devices?: number
  readonly platforms?: readonly SimulatedDevice['platform'][]
  /** Devices of one page of the provider. */
  readonly pageSize?: number
  readonly tokenSeconds?: number
  readonly leaky?: boolean
  readonly config?: Partial<MdmConnectorConfig>
}

export interface Run {
  readonly sync_run_id: string
  readonly state: string
  readonly error_code: string | null
  readonly counts: Readonly<Record<'seen' | 'created' | 'changed' | 'unchanged' | 'missing', number>>
  readonly complete: boolean
  readonly drift: readonly { readonly field: string; readonly reason: string; readonly count: number }[]
}

/** Compiling the API document takes a while: one caller serves all kits of a file. It asks for the service before anything else happens. */
let serving: Service
const shared = operationCaller(() => serving)

/** The connector on engines in memory, before a simulated provider; time passes only when somebody waits. */
export function createKit(options: KitOptions = {}) {
  const { provider = 'microsoft_graph', devices = 25 } = options
  const memory = memoryPorts('mdm-connector')
  const { clock } = memory
  const fleet: Fleet = createFleet(devices, options.platforms)
  const now = () => clock.now()
  const extra = {
    ...(options.pageSize === undefined ? {} : { pageSize: options.pageSize }),
    ...(options.tokenSeconds === undefined ? {} : { tokenSeconds: options.tokenSeconds }),
  }
  const simulator: Simulator =
    provider === 'microsoft_graph'
      ? createGraphSimulator({ fleet, now, origin: () => ORIGIN, leaky: options.leaky ?? false, ...extra })
      : createJamfSimulator({ fleet, now, ...extra })
  const secrets = { value: simulator.secret as string | undefined }
  const waits: number[] = []
  const start = (ports = memory.ports): Service =>
    createMdmConnector(ports, {
      egress: simulatedEgress({ [ORIGIN]: simulator }),
      secrets: {
        async resolve() {
          if (secrets.value === undefined) throw new SecretUnresolved('missing')
          return secrets.value
        },
      },
      sleep: async ms => {
        waits.push(ms)
        clock.advance(ms)
      },
      requestsPerSecond: 1_000_000,
      concurrentWrites: 4,
      ...options.config,
    })
  let service = start()
  const call: CallOperation = (operationId, c) => {
    serving = service
    return shared(operationId, c)
  }

  const kit = {
    ...memory,
    fleet,
    simulator,
    secrets,
    waits,
    call,
    get service() {
      return service
    },
    /** As after a restart: a new instance on what is stored. */
    restart(ports = memory.ports) {
      service = start(ports)
    },
    async connect(body: Readonly<Record<string, unknown>> = {}): Promise<string> {
      const { body: made } = await call('createMdmConnection', {
        body: {
          name: 'fleet',
          provider,
          base_url: ORIGIN,
          client_id: CLIENT_ID,
          secret_ref: { provider: 'env', name: 'mdm-secret', purpose: 'mdm' },
          ...(provider === 'microsoft_graph' ? { authority_url: ORIGIN, provider_tenant_id: DIRECTORY } : {}),
          ...body,
        },
      })
      return made.connection_id as string
    },
    connection: async (id: string) => (await call('readMdmConnection', { params: { connection_id: id } })).body,
    async patch(id: string, body: Readonly<Record<string, unknown>>) {
      const { version } = await kit.connection(id)
      return call('updateMdmConnection', { params: { connection_id: id }, body, ifMatch: `"${version}"` })
    },
    /** Asks for a sync and waits until nothing more is done for it. */
    async sync(id: string): Promise<Run> {
      const { body } = await call('syncMdmConnection', { params: { connection_id: id } })
      await settled()
      return kit.run(id, body.sync_run_id as string)
    },
    async run(id: string, run_id: string): Promise<Run> {
      return (await call('readMdmSyncRun', { params: { connection_id: id, run_id } })).body as unknown as Run
    },
    async runs(id: string): Promise<readonly Run[]> {
      return (await call('listMdmSyncRuns', { params: { connection_id: id } })).body.items as readonly Run[]
    },
    /** Looks at the clock once, as the host does every few seconds, and waits for what is due. */
    async tick(): Promise<void> {
      for (const job of service.jobs) await job.run({ signal: new AbortController().signal })
      await settled()
    },
    async snapshots(): Promise<readonly MdmDeviceDoc[]> {
      const found: MdmDeviceDoc[] = []
      for (let after: { value: string; id: string } | undefined; ; ) {
        const page = await memory.memory.list(mdmDevices, TENANT, { limit: 1000, ...(after ? { after } : {}) })
        found.push(...page.map(s => s.doc))
        const last = page.at(-1)?.doc.id
        if (last === undefined || page.length < 1000) return found
        after = { value: last, id: last }
      }
    },
    async registerTenant(): Promise<void> {
      const doc = { id: TENANT } as never
      await memory.memory.write(tenants, PLATFORM_TENANT, doc, { expect: 'absent' })
    },
    admin: as('admin'),
    auditor: as('auditor'),
  }

  /** Engines in memory take microtasks only, so a few turns of the loop without a request mean that all is done. */
  async function settled(): Promise<void> {
    for (let quiet = 0, seen = -1; quiet < 20; ) {
      await new Promise(resolve => setImmediate(resolve))
      const activity = simulator.seen.length + waits.length
      quiet = activity === seen ? quiet + 1 : 0
      seen = activity
    }
  }
  return kit
}

export type Kit = ReturnType<typeof createKit>
