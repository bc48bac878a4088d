// A platform of gateway and enrolment service over real engines, which kills itself at a step of an exchange. See ../exchange-kill.test.ts.
import { setTimeout as sleep } from 'node:timers/promises'
import { openDistributed } from '@wardline/engines-distributed'
import { openEmbedded } from '@wardline/engines-embedded'
import { createEnrollment } from '@wardline/enrollment'
import { portsFor } from '@wardline/host'
import { createKeyring, DEFAULT_TENANT } from '@wardline/kernel'
import type { Registry } from '@wardline/ports'
import { agents, type EnrollmentTokenDoc } from '@wardline/registries'
import { silentLog, testConfig } from '../../../libs/engines-distributed/src/testing/engines.ts'
import { enrollmentGateway, putTenant } from '../../support/enrollment-gateway.ts'
import { testHost } from '../../support/test-host.ts'
import type { Asked, DyingOptions, Said, Step } from './steps.ts'

const options = JSON.parse(process.argv[2] ?? '{}') as DyingOptions
const say = (said: Said): void => void process.send?.(said)
process.on('disconnect', () => process.exit())

let dieAt: Step | undefined
let armed = false
function passed(step: Step): void {
  if (armed && step === dieAt) process.kill(process.pid, 'SIGKILL')
}

const engines = options.distributed
  ? await openDistributed({ config: testConfig(options.distributed.at, options.distributed.prefix), log: silentLog })
  : await openEmbedded({ dataDir: options.embedded!.dataDir })

/** The steps of the saga are its writes; everything before a write is done when the write is called. */
const registry: Registry = {
  ...engines.registry,
  read: (...args) => engines.registry.read(...args),
  list: (...args) => engines.registry.list(...args),
  count: (...args) => engines.registry.count(...args),
  remove: (...args) => engines.registry.remove(...args),
  purge: () => engines.registry.purge(),
  findByUnique: (...args) => engines.registry.findByUnique(...args),
  async write(c, tenant, doc, how) {
    const token = c.name === 'enrollment_tokens' ? (doc as unknown as EnrollmentTokenDoc).state : undefined
    if (token === 'claimed') passed('before the claim')
    if (token === 'issued') passed('certificate signed')
    const result = await engines.registry.write(c, tenant, doc, how)
    if (token === 'claimed') passed('claim written')
    if (c.name === 'agents') passed('agent written')
    if (token === 'issued') passed('issued')
    return result
  },
}

const host = testHost({
  bus: engines.bus,
  registry,
  index: engines.index,
  keyring: createKeyring(Buffer.from(options.masterKey, 'base64')),
})
await putTenant(registry, 'active')

/** Envelope ids by enrolment token. */
const enrolments = new Map<string, Set<string>>()
await engines.bus.subscribe({
  // A new group sees all events from the first.
  group: `exchange-kill-${process.pid}`,
  kinds: ['internal.evidence.fact'],
  async handle(batch) {
    passed('event published')
    for (const { envelope } of batch) {
      if (envelope.kind !== 'internal.evidence.fact') continue
      const token = String(envelope.payload.details.token_id)
      enrolments.set(token, (enrolments.get(token) ?? new Set()).add(envelope.id))
    }
    return batch.map(() => 'ok')
  },
})

const enrollment = createEnrollment(portsFor('enrollment', host), { rateLimits: 'off' })
await enrollment.start?.()
const exchange = enrollment.operations.exchangeEnrollment!
const service = {
  ...enrollment,
  operations: {
    ...enrollment.operations,
    exchangeEnrollment: async (request: Parameters<typeof exchange>[0]) => {
      armed = dieAt !== undefined
      const result = await exchange(request)
      // The event may come before the answer or after it; here it comes before.
      if (dieAt === 'event published') await sleep(10_000)
      if (dieAt === 'answer sent') setTimeout(() => passed('answer sent'), 20)
      return result
    },
  },
}
const server = enrollmentGateway(host, service, { agentPort: options.agentPort, rateLimits: 'off' })
const { agentUrl, trustPem: ca } = await server.start()
const operator = { type: 'service_account', id: 'sva_test', tenantId: DEFAULT_TENANT, roles: ['operator'] }
async function ready(): Promise<void> {
  const made = await enrollment.operations.createEnrollmentToken!({
    principal: operator,
    body: { agent_class: 'endpoint' },
  } as never)
  const { token, token_id: tokenId } = made.body as { token: string; token_id: string }
  say({ ready: { agentUrl, ca, token, tokenId } })
}

process.on('message', async (asked: Asked) => {
  if ('dieAt' in asked) {
    dieAt = asked.dieAt
    return ready()
  }
  const found = await engines.registry.list(agents, DEFAULT_TENANT, { limit: 100 })
  const mine = found.filter(a => a.doc.token_id === asked.count)
  say({ counted: { agents: mine.length, enrolments: enrolments.get(asked.count)?.size ?? 0 } })
})
await ready()
