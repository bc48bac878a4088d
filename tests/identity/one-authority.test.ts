import { describe, expect, it } from '@jest/globals'
import { createEnrollment } from '@wardline/enrollment'
import { type HostPorts, portsFor } from '@wardline/host'
import { PLATFORM_TENANT } from '@wardline/kernel'
import { readCertificate } from '@wardline/pki'
import { clientAuthorities } from '@wardline/registries'
import type { ServicePorts } from '@wardline/service-kit'
import { describeWithEngines } from '../../libs/engines-distributed/src/testing/describe-with-engines.ts'
import { testConfig } from '../../libs/engines-distributed/src/testing/engines.ts'
import { registryHarness } from '../../libs/engines-distributed/src/testing/harnesses.ts'
import { partOf, temporaryEngines } from '../../libs/engines-embedded/src/testing/temporary.ts'
import { testHost } from '../support/test-host.ts'

const REPLICAS = 6

type Engines = Pick<HostPorts, 'bus' | 'registry'>
interface Opened {
  readonly engine: Engines
  close(): Promise<void>
}

/** Enrolment services of one platform, as replicas that start in the same moment. */
const replicas = ({ bus, registry }: Engines) => {
  const host = testHost({ bus, registry })
  return Array.from({ length: REPLICAS }, () => createEnrollment(portsFor('enrollment', host) satisfies ServicePorts))
}

function oneAuthority(name: string, open: () => Promise<Opened>): void {
  describe(`replicas of the enrolment service on ${name}`, () => {
    it('that start in the same moment create one root and one issuing authority, and rotate to one', async () => {
      const { engine, close } = await open()
      try {
        const services = replicas(engine)
        await Promise.all(services.map(s => s.start?.()))
        const stored = async () => {
          const found = await engine.registry.list(clientAuthorities, PLATFORM_TENANT, { limit: 32 })
          return found.map(s => s.doc)
        }
        const made = await stored()
        expect(made.map(d => d.id).sort()).toEqual(['issuing-1', 'root-1'])
        const [issuing, root] = made.sort((a, b) => (a.id < b.id ? -1 : 1))
        expect(readCertificate(issuing!.certificate_pem).isIssuedBy(root!.certificate_pem)).toBe(true)

        const rotate = (s: (typeof services)[number]) =>
          s.operations.rotateCertificateAuthority!({
            principal: { type: 'service_account', id: 'sva_1', tenantId: PLATFORM_TENANT, roles: ['platform_admin'] },
          } as never)
        const answers = await Promise.all(services.map(rotate))
        expect(new Set(answers.map(a => JSON.stringify(a.body))).size).toBe(1)
        expect((await stored()).map(d => d.id).sort()).toEqual(['issuing-1', 'issuing-2', 'root-1'])
      } finally {
        await close()
      }
    })
  })
}

oneAuthority('the embedded engines', async () => partOf(await temporaryEngines(), engines => engines))
describeWithEngines('with real engines', engines => {
  oneAuthority('MongoDB', () => registryHarness(testConfig(engines)))
})
