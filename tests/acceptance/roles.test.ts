// Calls every operation as every kind of caller: permissions are exactly what docs/roles.md and the served document
// say.
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals'
import { enrol } from '../../tools/client/agent.ts'
import { type ApiClient, createApiClient } from '../../tools/client/api.ts'
import { ask, type Operation, operations } from './api-operations.ts'
import { freshTenant, platform, target } from './target.ts'

const PEOPLE = ['platform_admin', 'admin', 'operator', 'analyst', 'auditor', 'collector'] as const
const EVERYBODY = [...PEOPLE, 'endpoint agent', 'collector agent', 'nobody'] as const
type Somebody = (typeof EVERYBODY)[number]

const clients = new Map<Somebody, ApiClient>()
let all: readonly Operation[] = []

beforeAll(async () => {
  all = await operations()
  const tenant = await freshTenant('role walk')
  for (const role of PEOPLE) {
    const maker = role === 'platform_admin' ? platform : tenant.admin
    const made = await maker.post('/service-accounts', { name: role, roles: [role] })
    clients.set(role, createApiClient(target.apiUrl, { token: made.body.token }))
  }
  for (const agent_class of ['endpoint', 'collector'] as const) {
    const token = await tenant.admin.post('/enrollment-tokens', { agent_class })
    clients.set(`${agent_class} agent`, (await enrol(target, token.body.token, { agent_class })).api)
  }
  clients.set('nobody', createApiClient(target.apiUrl))
})
afterAll(async () => {
  await Promise.all([...clients.values()].map(client => client.close()))
})

/** The answer to a caller without permission: 401, 403 or, for an agent, 404. */
function refusalOf(operation: Operation, who: Somebody): readonly [number, string] | undefined {
  const isPublic = operation.security.length === 0
  const agentsOnly = operation.roles.every(role => role === 'agent')
  if (who === 'nobody') {
    if (isPublic) return undefined
    return agentsOnly ? [401, 'certificate_required'] : [401, 'unauthenticated']
  }
  if (who.endsWith(' agent')) {
    const agentClass = who.split(' ')[0]!
    if (isPublic) return undefined
    const its = operation.roles.includes('agent') && (operation.agentClasses?.includes(agentClass) ?? true)
    // Of another agent than itself, which the path names.
    if (its && operation.path.includes('{agent_id}')) return [403, 'identity_mismatch']
    return its ? undefined : [404, 'not_found']
  }
  if (isPublic || operation.roles.includes(who)) return undefined
  return [403, 'forbidden']
}

describe('who may do what', () => {
  it('is the same for every operation and every caller, whatever the request contains', async () => {
    const table: string[] = []
    const faults: string[] = []
    for (const operation of all) {
      const cells: string[] = []
      for (const who of EVERYBODY) {
        const { status, body } = await ask(clients.get(who)!, operation)
        const expected = refusalOf(operation, who)
        const refused = status === 401 || status === 403
        const right = expected ? status === expected[0] && body?.code === expected[1] : !refused && status < 500
        if (!right)
          faults.push(`${operation.id} as ${who}: ${status} ${body?.code}, expected ${expected ?? 'to be let in'}`)
        cells.push(expected ? '-' : 'x')
      }
      table.push(`${operation.id.padEnd(28)} ${cells.map((cell, i) => cell.padEnd(EVERYBODY[i]!.length)).join('  ')}`)
    }
    process.stdout.write(`\n${'x: let in, -: refused'.padEnd(28)} ${EVERYBODY.join('  ')}\n${table.join('\n')}\n`)
    expect(faults).toEqual([])
  }, 120_000)

  // docs/roles.md, stated a second time.
  it.each([
    ['createTenant', ['platform_admin']],
    ['readTenant', ['platform_admin', 'admin']],
    ['createServiceAccount', ['platform_admin', 'admin']],
    ['listAuditRecords', ['admin', 'auditor']],
    ['readRetention', ['admin', 'operator', 'analyst']],
    ['updateRetention', ['admin']],
    ['createDetectionRule', ['admin']],
    ['listDetectionRules', ['admin', 'operator', 'analyst']],
    ['testDetectionRule', ['admin', 'operator', 'analyst']],
    ['createAlertDestination', ['admin']],
    ['createAlertConsumerKey', ['admin']],
    ['listAlertConsumerKeys', ['admin']],
    ['createEnrollmentToken', ['admin', 'operator']],
    ['listAgents', ['admin', 'operator', 'analyst']],
    ['revokeAgent', ['admin', 'operator']],
    ['listAssets', ['admin', 'operator', 'analyst', 'auditor']],
    ['listMdmDevices', ['admin', 'operator', 'analyst', 'auditor']],
    ['createMdmConnection', ['admin', 'operator']],
    ['listMdmConnections', ['admin', 'operator', 'analyst']],
    ['syncMdmConnection', ['admin', 'operator']],
    ['createLogSource', ['admin', 'operator']],
    ['listRejections', ['admin', 'operator', 'analyst']],
    ['replayRejection', ['admin', 'operator']],
    ['ingestLogs', ['admin', 'operator', 'collector', 'agent']],
    ['searchLogs', ['admin', 'operator', 'analyst', 'auditor']],
    ['readAlert', ['admin', 'operator', 'analyst', 'auditor']],
    ['updateAlert', ['admin', 'operator']],
    ['streamAlerts', ['admin', 'operator', 'analyst', 'auditor']],
    ['createTicket', ['admin', 'operator', 'analyst']],
    ['createTicketComment', ['admin', 'operator', 'analyst']],
    ['readTicket', ['admin', 'operator', 'analyst', 'auditor']],
    ['listEvidence', ['admin', 'operator', 'analyst', 'auditor']],
    ['listRedactionPolicies', ['admin', 'operator', 'analyst', 'auditor']],
    ['recordHeartbeat', ['agent']],
    ['renewCertificate', ['agent']],
    ['exchangeEnrollment', []],
  ])('%s is for %j', (id, roles) => {
    expect(all.find(operation => operation.id === id)?.roles).toEqual(roles)
  })
})
