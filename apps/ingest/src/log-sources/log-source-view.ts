import type { View } from '@wardline/api'
import type { Stored } from '@wardline/ports'
import type { LogSourceDoc } from '@wardline/registries'

/** A log source as the API returns it. */
export const logSourceView = ({ doc, version }: Stored<LogSourceDoc>): View<'LogSource'> => ({
  log_source_id: doc.id,
  name: doc.name,
  format: doc.format,
  vendor: doc.vendor,
  product: doc.product,
  timezone: doc.timezone,
  description: doc.description,
  state: doc.state,
  version,
  created_at: doc.created_at,
  updated_at: doc.updated_at,
})
