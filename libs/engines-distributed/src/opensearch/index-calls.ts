import type { SearchClient } from './client.ts'

/** Changes settings of an index that exists. */
export const putSettings = (client: SearchClient, index: string, body: object): Promise<unknown> =>
  client.request({ method: 'PUT', path: `/${index}/_settings`, body, retries: 1 })

/** Afterwards, searches see what was written before. */
export const refresh = (client: SearchClient, index: string): Promise<unknown> =>
  client.request({ method: 'POST', path: `/${index}/_refresh`, retries: 1 })
