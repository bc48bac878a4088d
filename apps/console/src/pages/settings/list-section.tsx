import type { ReactNode } from 'react'
import { DataState } from '../../ui/data-state.tsx'
import { More } from '../../ui/more.tsx'
import type { usePages } from '../../ui/use-pages.ts'

interface Column<T> {
  readonly title: string
  readonly cell: (item: T) => ReactNode
  readonly number?: boolean
}

interface Props<T> {
  readonly label: string
  readonly list: ReturnType<typeof usePages<T>>
  readonly columns: readonly Column<T>[]
  readonly keyOf: (item: T) => string
  readonly empty: string
  readonly hint?: ReactNode
}

/** A list of records as a table; the first column names the record. */
export function ListSection<T>({ label, list, columns, keyOf, empty, hint }: Props<T>) {
  return (
    <section className="card" aria-label={label}>
      <DataState query={list.state} empty={{ when: items => items.length === 0, title: empty, hint }}>
        {items => (
          <div className="scroll-x">
            <table className="table">
              <thead>
                <tr>
                  {columns.map(c => (
                    <th key={c.title} scope="col" className={c.number ? 'number' : undefined}>
                      {c.title}
                    </th>
                  ))}
                </tr>
              </thead>
              <tbody>
                {items.map(item => (
                  <tr key={keyOf(item)}>
                    {columns.map((c, i) =>
                      i === 0 ? (
                        <th key={c.title} scope="row">
                          {c.cell(item)}
                        </th>
                      ) : (
                        <td key={c.title} className={c.number ? 'number' : undefined}>
                          {c.cell(item)}
                        </td>
                      ),
                    )}
                  </tr>
                ))}
              </tbody>
            </table>
          </div>
        )}
      </DataState>
      <More more={list.more} fetching={list.fetching} />
    </section>
  )
}
