import type { MdmProviderName } from '@wardline/registries'
import { jamfPro } from './jamf-pro.ts'
import { microsoftGraph } from './microsoft-graph.ts'
import type { Provider } from './provider.ts'

/** All providers. */
export const PROVIDERS: Readonly<Record<MdmProviderName, Provider>> = {
  microsoft_graph: microsoftGraph,
  jamf_pro: jamfPro,
}
