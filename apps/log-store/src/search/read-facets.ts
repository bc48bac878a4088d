import type { View } from '@wardline/api'
import { type OperationHandler, tenantPrincipal } from '@wardline/http'
import { severityFromId } from '@wardline/kernel'
import type { Facet, FacetField, Facets } from '@wardline/ports'
import type { RedactorOf } from '@wardline/redaction'
import type { LogStorePorts } from '../log-store-ports.ts'
import { coverageView } from './coverage-view.ts'
import { searchConditions } from './search-conditions.ts'

/** The fields in the API. None of them distinguishes personal values, so auditors may use all. */
const FIELDS = {
  severity: 'severityId',
  category: 'category',
  event_type: 'eventType',
  log_source_id: 'logSourceId',
  asset_id: 'assetId',
} as const satisfies Readonly<Record<string, FacetField>>
type Field = keyof typeof FIELDS

const ALL = Object.keys(FIELDS) as Field[]
const DEFAULT_TOP = 10

/** `GET /logs/search/facets`. */
export const readFacets =
  (ports: LogStorePorts, redactorOf: RedactorOf): OperationHandler<'readLogFacets'> =>
  async request => {
    const { tenantId } = tenantPrincipal(request)
    const { field, top = DEFAULT_TOP } = request.query
    const names = field?.length ? [...new Set(field)] : ALL
    const { span, alternatives, deadlineMs } = searchConditions(request, ports, redactorOf)
    const fields = names.map(name => FIELDS[name])
    let found = nothing(fields)
    for (const conditions of alternatives) {
      if (found.total > 0) break
      found = await ports.logReader.facets(tenantId, { ...span, ...conditions, fields, top, deadlineMs: deadlineMs() })
    }
    return {
      status: 200,
      body: {
        facets: found.facets.map((facet, i) => facetView(names[i] as Field, facet)),
        total: found.total,
        exact: found.exact,
        coverage: await coverageView(ports.registry, tenantId, span, found.coverage),
      },
    }
  }

const nothing = (fields: readonly FacetField[]): Facets => ({
  facets: fields.map(field => ({ field, values: [], truncated: false })),
  total: 0,
  exact: true,
  coverage: { tiers: [], incomplete: [] },
})

const facetView = (field: Field, { values, truncated }: Facet): View<'LogFacets'>['facets'][number] => ({
  field,
  values: values.map(({ value, count }) => ({
    value: field === 'severity' ? severityFromId(Number(value)) : String(value),
    count,
  })),
  truncated,
})
