import { useState } from 'react'
import type { Schemas } from '../../api/client.ts'
import { Button } from '../../ui/button.tsx'

type Map = Schemas['OidcIssuer']['group_roles']
type Role = Map[number]['roles'][number]

const ROLES: readonly Role[] = ['admin', 'operator', 'analyst', 'auditor', 'collector']

interface Row {
  readonly key: number
  readonly group: string
  readonly role: Role
}

/**
 * The map of groups to roles in a form. Each row has one group and one role; a group with several roles has several
 * rows.
 */
export function GroupRoles({ initial = [] }: { readonly initial?: Map | undefined }) {
  const [rows, setRows] = useState<readonly Row[]>(() => {
    const known = initial.flatMap(({ group, roles }) => roles.map(role => ({ group, role })))
    return (known.length > 0 ? known : [{ group: '', role: 'analyst' as const }]).map((row, key) => ({ ...row, key }))
  })
  return (
    <fieldset>
      <legend>Groups and the role that each one grants</legend>
      {rows.map(row => (
        <div key={row.key} className="group-role">
          <input name="group" aria-label="Group" defaultValue={row.group} required maxLength={256} autoComplete="off" />
          <select name="group_role" aria-label="Role" defaultValue={row.role}>
            {ROLES.map(role => (
              <option key={role}>{role}</option>
            ))}
          </select>
          <Button
            kind="quiet"
            disabled={rows.length === 1}
            onClick={() => setRows(rows.filter(other => other.key !== row.key))}
          >
            Remove
          </Button>
        </div>
      ))}
      <div className="actions">
        <Button
          onClick={() =>
            setRows([...rows, { key: Math.max(...rows.map(row => row.key)) + 1, group: '', role: 'analyst' }])
          }
        >
          Add a group
        </Button>
      </div>
    </fieldset>
  )
}

/** The content of the rows, with each group once. */
export function groupRolesOf(form: FormData): Map {
  const roles = form.getAll('group_role').map(role => String(role) as Role)
  const map = new globalThis.Map<string, Set<Role>>()
  form.getAll('group').forEach((text, i) => {
    const group = String(text).trim()
    const role = roles[i]
    if (role) map.set(group, (map.get(group) ?? new Set()).add(role))
  })
  return [...map].map(([group, its]) => ({ group, roles: [...its] }))
}
