import { existsSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { SERVICES, type ServiceName } from '@wardline/kernel'

/** The file that Node runs for each service. */
export const serviceMains = (): Readonly<Partial<Record<ServiceName, string>>> =>
  Object.fromEntries(
    SERVICES.map(
      name => [name, fileURLToPath(new URL(`../../apps/${name}/src/main.ts`, import.meta.url))] as const,
    ).filter(([, main]) => existsSync(main)),
  )
