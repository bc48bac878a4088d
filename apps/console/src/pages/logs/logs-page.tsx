import { useState } from 'react'
import { useApi } from '../../api/context.tsx'
import { Button } from '../../ui/button.tsx'
import { Icon } from '../../ui/icons.tsx'
import { Page } from '../../ui/page.tsx'
import { useToast } from '../../ui/toasts.tsx'
import { EventDetail } from './event-detail.tsx'
import { EventList } from './event-list.tsx'
import { FilterBar } from './filter-bar.tsx'
import { Histogram } from './histogram.tsx'
import { LiveTail } from './live-tail.tsx'
import { fragmentOf } from './search-state.ts'
import { linkTo, useSearchState } from './use-search-state.ts'

export function LogsPage() {
  const { serverNow } = useApi()
  const [search, change] = useSearchState()
  const [now, setNow] = useState(serverNow)
  const [live, setLive] = useState(false)
  const toast = useToast()
  const submit = (next: typeof search): void => {
    setNow(serverNow())
    change(next)
  }
  const copyLink = async (): Promise<void> => {
    await navigator.clipboard.writeText(linkTo(search))
    toast('Copied a link to this search. It contains the words and names that you searched for.')
  }
  return (
    <Page
      title="Logs"
      actions={
        <>
          <Button onClick={() => void copyLink()}>
            <Icon name="copy" /> Copy link
          </Button>
          <Button kind={live ? 'primary' : 'plain'} aria-pressed={live} onClick={() => setLive(!live)}>
            <Icon name={live ? 'pause' : 'play'} /> {live ? 'Stop live tail' : 'Live tail'}
          </Button>
        </>
      }
    >
      <FilterBar search={search} onChange={submit} />
      {live ? (
        <LiveTail
          key={fragmentOf({ ...search, event: undefined }, true)}
          search={search}
          onOpen={event => change({ ...search, event })}
        />
      ) : (
        <>
          <Histogram search={search} now={now} onZoom={range => submit({ ...search, range })} />
          <EventList search={search} now={now} onOpen={event => change({ ...search, event })} />
        </>
      )}
      {search.event && (
        <EventDetail
          id={search.event}
          search={search}
          onChange={submit}
          onClose={() => change({ ...search, event: undefined })}
        />
      )}
    </Page>
  )
}
