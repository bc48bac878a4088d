import { useVirtualizer } from '@tanstack/react-virtual'
import { type KeyboardEvent, useEffect, useRef, useState } from 'react'
import type { Schemas } from '../../api/client.ts'
import { eventText } from '../../format/event-text.ts'
import { LogText } from '../../ui/log-text.tsx'
import { Severity } from '../../ui/marks.tsx'
import { Time } from '../../ui/time.tsx'

const ROW = 30
/** In a narrow window, with two lines. */
const TALL_ROW = 54
const NEAR_END = 20

interface Props {
  readonly items: readonly Schemas['LogEvent'][]
  readonly onOpen: (eventId: string) => void
  /** Loads more. Absent if there is no more, or if it is already loading. */
  readonly more?: (() => void) | undefined
}

/** A list of any length. Only its visible rows are in the page. Arrow keys move through it, Enter opens a row. */
export function EventRows({ items, onOpen, more }: Props) {
  const scroller = useRef<HTMLDivElement>(null)
  const [active, setActive] = useState(0)
  const narrow = window.matchMedia('(max-width: 44rem)').matches
  const rows = useVirtualizer({
    count: items.length,
    getScrollElement: () => scroller.current,
    estimateSize: () => (narrow ? TALL_ROW : ROW),
    overscan: 12,
  })
  const shown = rows.getVirtualItems()
  const last = shown.at(-1)?.index ?? 0
  useEffect(() => {
    if (more && last >= items.length - NEAR_END) more()
  }, [last, items.length, more])

  const onKey = (event: KeyboardEvent): void => {
    const step = { ArrowDown: 1, ArrowUp: -1, PageDown: 20, PageUp: -20, Home: -items.length, End: items.length }[
      event.key
    ]
    const chosen = items[active]
    if (event.key === 'Enter' && chosen) onOpen(chosen.event_id)
    if (step === undefined) return
    event.preventDefault()
    const next = Math.min(Math.max(active + step, 0), items.length - 1)
    setActive(next)
    rows.scrollToIndex(next)
  }

  return (
    <div
      ref={scroller}
      className="event-rows"
      role="listbox"
      tabIndex={0}
      aria-label="Events, newest first. Enter opens one."
      aria-activedescendant={items[active] ? `event-${active}` : undefined}
      onKeyDown={onKey}
    >
      <div className="event-space" role="presentation" style={{ height: rows.getTotalSize() }}>
        {shown.map(({ index, start, size }) => {
          const event = items[index]
          if (!event) return null
          return (
            // biome-ignore lint/a11y/useKeyWithClickEvents: keys go to the list, which moves through its options
            // biome-ignore lint/a11y/useFocusableInteractive: the list has the focus and names its active option
            <div
              key={event.event_id}
              id={`event-${index}`}
              role="option"
              aria-selected={index === active}
              aria-setsize={more ? -1 : items.length}
              aria-posinset={index + 1}
              className="event-row"
              style={{ transform: `translateY(${start}px)`, height: size }}
              onClick={() => {
                setActive(index)
                onOpen(event.event_id)
              }}
            >
              <span className="event-time">
                <Time at={event.event_time} milliseconds />
              </span>
              <Severity value={event.severity} />
              <span className="event-type">{event.event_type.replaceAll('_', ' ')}</span>
              <span className="event-summary">
                <LogText text={eventText(event)} line />
              </span>
            </div>
          )
        })}
      </div>
    </div>
  )
}
