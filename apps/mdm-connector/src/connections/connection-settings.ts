import type { Egress } from '@wardline/http'
import { type FieldFault, Problem } from '@wardline/kernel'
import type { MdmConnectionDoc } from '@wardline/registries'
import type { ConnectionSettings } from '../providers/provider.ts'
import { PROVIDERS } from '../providers/providers.ts'

/** The address and account at a provider. A secret given for one of them is not sent to another. */
export const ADDRESSED = ['base_url', 'authority_url', 'provider_tenant_id', 'client_id'] as const

/** @throws Problem `validation_failed` naming every missing setting and every forbidden address. */
export function requireUsable(
  connection: ConnectionSettings & Pick<MdmConnectionDoc, 'provider'>,
  egress: Pick<Egress, 'urlFault'>,
): void {
  const missing = PROVIDERS[connection.provider].required
    .filter(field => connection[field] === null)
    .map(field => ({ pointer: `/${field}`, message: 'is required for this provider' }))
  const faults = (['base_url', 'authority_url'] as const).flatMap(field => urlFaults(field, connection[field], egress))
  const errors = [...missing, ...faults]
  if (errors.length > 0) throw new Problem('validation_failed', { errors })
}

function urlFaults(field: string, url: string | null, egress: Pick<Egress, 'urlFault'>): FieldFault[] {
  if (url === null) return []
  const fault = egress.urlFault(url)
  if (fault !== undefined) return [{ pointer: `/${field}`, message: fault }]
  const { search, hash } = new URL(url)
  return search || hash || /[?#]/.test(url)
    ? [{ pointer: `/${field}`, message: 'must not have a query or a fragment' }]
    : []
}
