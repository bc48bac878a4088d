import { METHODS, type OpenApiDocument, type OperationRow } from '@wardline/api'
import { ROLES } from '@wardline/kernel'
import type { Access } from './access.ts'

type Members = Record<string, unknown>
type Described = Access & Pick<OperationRow, 'body'>

const BY_TOKEN = [{ serviceAccount: [] }, { session: [] }]
const BY_CERTIFICATE = [{ agentCertificate: [] }]

/** Who may call an operation, in OpenAPI terms: its `security`, and its roles in `x-wardline-roles`. */
export function securityOf({ roles }: Access): readonly object[] {
  if (roles === 'public') return []
  const people = roles.some(role => role !== 'agent')
  return [...(people ? BY_TOKEN : []), ...(roles.includes('agent') ? BY_CERTIFICATE : [])]
}

/** The document with the data from the table of operations: each one's `security`, roles and body limits. */
export function describeAccess(doc: OpenApiDocument, table: Readonly<Record<string, Described>>): OpenApiDocument {
  const paths = Object.entries(doc.paths as Record<string, Members>).map(([path, item]) => {
    const described = METHODS.flatMap(method => {
      const operation = item[method] as (Members & { operationId: string; requestBody?: unknown }) | undefined
      const access = operation && table[operation.operationId]
      if (!access) return []
      const { roles, agentClasses, body } = access
      return [
        [
          method,
          {
            ...operation,
            security: securityOf(access),
            'x-wardline-roles': roles === 'public' ? [] : ROLES.filter(role => roles.includes(role)),
            ...(agentClasses ? { 'x-wardline-agent-classes': agentClasses } : {}),
            ...(operation.requestBody === undefined ? {} : limitsOf(body)),
          },
        ] as const,
      ]
    })
    return [path, { ...item, ...Object.fromEntries(described) }] as const
  })
  return { ...doc, paths: Object.fromEntries(paths) } as OpenApiDocument
}

const limitsOf = ({ maxBytes, maxDepth, maxMembers, deeper }: OperationRow['body']): Members => ({
  'x-wardline-max-body-bytes': maxBytes,
  'x-wardline-max-members': maxMembers,
  ...(deeper === 'emptied' ? {} : { 'x-wardline-max-depth': maxDepth }),
})
