import { METHODS, type OpenApiDocument } from '@wardline/http'
import { ROLES } from '@wardline/kernel'
import type { Access } from './role-table.ts'

type Members = Record<string, unknown>

const BY_TOKEN = [{ serviceAccount: [] }, { session: [] }]
const BY_CERTIFICATE = [{ agentCertificate: [] }]

/** What OpenAPI says of who may do an operation: its `security`, and its roles in `x-wardline-roles`. */
export function securityOf({ roles }: Access): readonly object[] {
  if (roles === 'public') return []
  const people = roles.some(role => role !== 'agent')
  return [...(people ? BY_TOKEN : []), ...(roles.includes('agent') ? BY_CERTIFICATE : [])]
}

/** The document with every operation's `security` and `x-wardline-roles` as the role table has them: the one place where that is decided. */
export function describeAccess(doc: OpenApiDocument, table: Readonly<Record<string, Access>>): OpenApiDocument {
  const paths = Object.entries(doc.paths as Record<string, Members>).map(([path, item]) => {
    const described = METHODS.flatMap(method => {
      const operation = item[method] as (Members & { operationId: string }) | undefined
      const access = operation && table[operation.operationId]
      if (!access) return []
      const { roles, agentClasses } = access
      return [
        [
          method,
          {
            ...operation,
            security: securityOf(access),
            'x-wardline-roles': roles === 'public' ? [] : ROLES.filter(role => roles.includes(role)),
            ...(agentClasses ? { 'x-wardline-agent-classes': agentClasses } : {}),
          },
        ] as const,
      ]
    })
    return [path, { ...item, ...Object.fromEntries(described) }] as const
  })
  return { ...doc, paths: Object.fromEntries(paths) } as OpenApiDocument
}
