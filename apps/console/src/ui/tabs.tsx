import { Tabs as Base } from '@base-ui/react/tabs'
import type { ReactNode } from 'react'

export interface Tab {
  readonly id: string
  readonly title: string
  readonly content: () => ReactNode
}

interface Props {
  readonly tabs: readonly Tab[]
  readonly value: string
  readonly label: string
  readonly onChange: (id: string) => void
}

/** Tabs. Only the selected one is rendered. */
export function Tabs({ tabs, value, label, onChange }: Props) {
  return (
    <Base.Root value={value} onValueChange={id => onChange(String(id))}>
      <Base.List className="tabs" aria-label={label}>
        {tabs.map(tab => (
          <Base.Tab key={tab.id} value={tab.id} className="tab">
            {tab.title}
          </Base.Tab>
        ))}
      </Base.List>
      {tabs.map(tab => (
        <Base.Panel key={tab.id} value={tab.id} className="tab-panel">
          {tab.id === value && tab.content()}
        </Base.Panel>
      ))}
    </Base.Root>
  )
}
