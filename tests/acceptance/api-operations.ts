// Every operation of the served API document, and a request for each that is of its schema as far as who may send it is concerned.
import { type ApiClient, createApiClient } from '../../tools/client/api.ts'
import { target } from './target.ts'

export interface Operation {
  readonly id: string
  readonly method: string
  /** Below `/api/v1`, with its parameters in braces. */
  readonly path: string
  /** What the document says of who may do it. */
  readonly roles: readonly string[]
  readonly security: readonly Readonly<Record<string, unknown>>[]
  readonly agentClasses: readonly string[] | undefined
  readonly takesBody: boolean
}

const METHODS = ['get', 'post', 'put', 'patch', 'delete']

export async function operations(): Promise<readonly Operation[]> {
  const client = createApiClient(target.apiUrl)
  const doc = (await client.get('/openapi.json')).body
  await client.close()
  // biome-ignore lint/suspicious/noExplicitAny: a document that was served
  return Object.entries<Record<string, any>>(doc.paths).flatMap(([path, item]) =>
    METHODS.filter(method => item[method]).map(method => {
      const operation = item[method]
      return {
        id: operation.operationId,
        method: method.toUpperCase(),
        path: path.replace('/api/v1', ''),
        roles: operation['x-wardline-roles'],
        security: operation.security,
        agentClasses: operation['x-wardline-agent-classes'],
        takesBody: operation.requestBody !== undefined,
      }
    }),
  )
}

/** Asks for an operation with these ids, others being of nothing; answers the status and the problem's code. Streams are left after their headers. */
export async function ask(
  client: ApiClient,
  operation: Operation,
  ids: Readonly<Record<string, string>> = {},
  more: { readonly body?: unknown; readonly headers?: Readonly<Record<string, string>> } = {},
) {
  const path = operation.path.replaceAll(
    /\{([^}]+)\}/g,
    (_, name: string) => ids[name] ?? 'none_aaaaaaaaaaaaaaaaaaaaaaaaaa',
  )
  const { method } = operation
  const headers = { ...(method === 'PATCH' ? { 'if-match': '"1"' } : {}), ...more.headers }
  if (operation.id === 'streamAlerts')
    return client.call(method, '/alerts/stream', { headers: { ...headers, 'last-event-id': 'x' } })
  return client.call(method, path, { headers, ...(operation.takesBody ? { body: more.body ?? {} } : {}) })
}
