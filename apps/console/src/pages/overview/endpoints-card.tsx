import { useQuery } from '@tanstack/react-query'
import { Link } from 'wouter'
import { bodyOf, type Schemas } from '../../api/client.ts'
import { useApi } from '../../api/context.tsx'
import { DataState } from '../../ui/data-state.tsx'
import { Card } from '../../ui/page.tsx'

/** Counting further would cost too much on a page that is always open. */
const MOST_PAGES = 10
const STATUSES = ['online', 'late', 'offline'] as const
const FAMILIES = ['windows', 'macos', 'linux'] as const

export function EndpointsCard() {
  const api = useApi()
  const query = useQuery({
    queryKey: ['overview', 'assets'],
    refetchInterval: 60_000,
    queryFn: async ({ signal }) => {
      const items: Schemas['Asset'][] = []
      let cursor: string | null = null
      for (let page = 0; page < MOST_PAGES; page++) {
        const query: { limit: number; cursor?: string } = cursor === null ? { limit: 200 } : { limit: 200, cursor }
        const answer: { items: Schemas['Asset'][]; next_cursor: string | null } = await bodyOf(
          api.GET('/api/v1/assets', { params: { query }, signal }),
        )
        items.push(...answer.items)
        cursor = answer.next_cursor
        if (cursor === null) break
      }
      return { items, more: cursor !== null }
    },
  })
  return (
    <Card title="Endpoints" aside="by status and system">
      <DataState
        query={query}
        empty={{
          when: d => d.items.length === 0,
          title: 'No endpoint yet',
          hint: <Link href="/endpoints">Enrol one</Link>,
        }}
      >
        {({ items, more }) => (
          <>
            <p className="figure">
              <strong>{items.length.toLocaleString()}</strong> endpoints
              {more ? ', and more that are not counted here' : ''}
            </p>
            <Shares
              title="Status"
              of={items.length}
              shares={STATUSES.map(s => [s, items.filter(a => a.status === s).length])}
            />
            <Shares
              title="System"
              of={items.length}
              shares={FAMILIES.map(f => [f, items.filter(a => a.os_family === f).length])}
            />
          </>
        )}
      </DataState>
    </Card>
  )
}

interface SharesProps {
  readonly title: string
  readonly of: number
  readonly shares: readonly (readonly [string, number])[]
}

/** Parts of a whole, each with a bar and a number. */
function Shares({ title, of, shares }: SharesProps) {
  return (
    <table className="shares">
      <caption className="visually-hidden">{title}</caption>
      <tbody>
        {shares.map(([name, count]) => (
          <tr key={name}>
            <th scope="row">{name === 'macos' ? 'macOS' : name}</th>
            <td>
              <meter
                className={`share ${name}`}
                min={0}
                max={Math.max(of, 1)}
                value={count}
                aria-label={`${name}: ${count}`}
              />
            </td>
            <td className="number">{count.toLocaleString()}</td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}
