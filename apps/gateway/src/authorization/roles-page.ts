import type { ApiOperation } from '@wardline/api'
import { ROLES, type Role } from '@wardline/kernel'
import type { Access } from './access.ts'

const HEAD = `# Who may do what

Made from the table of operations in \`libs/api/src/operation-table.ts\` by \`npm run roles:generate\`. \`npm test\` fails
when the two differ, and the acceptance suite calls every operation as every role. What is not listed is refused. An
auditor's answers go through the redaction policy, whatever other role the account has. Agents may call only their own
operations: for an agent everything else is 404.
`

/** The page \`docs/roles.md\`: every operation by every role, in the order of the table. */
export function rolesPage(operations: readonly ApiOperation[], table: Readonly<Record<string, Access>>): string {
  const byId = new Map(operations.map(o => [o.operationId, o]))
  const rows = Object.entries(table).flatMap(([id, access]) => {
    const operation = byId.get(id)
    if (!operation) return []
    const path = operation.path.replace('/api/v1', '')
    return [
      `| \`${operation.method.toUpperCase()} ${path}\` | ${id} | ${ROLES.map(role => cell(access, role)).join(' | ')} |`,
    ]
  })
  const head = ['operation', 'operationId', ...ROLES]
  return [HEAD, `| ${head.join(' | ')} |`, `|${'---|'.repeat(head.length)}`, ...rows, ''].join('\n')
}

function cell({ roles, agentClasses }: Access, role: Role): string {
  if (roles === 'public') return 'anybody'
  if (!roles.includes(role)) return '–'
  if (role === 'agent' && agentClasses) return `class ${agentClasses.join(', ')}`
  return role === 'auditor' ? 'redacted' : role === 'agent' ? 'own' : 'yes'
}
