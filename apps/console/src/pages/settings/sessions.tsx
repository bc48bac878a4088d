import { useState } from 'react'
import { bodyOf, type Schemas } from '../../api/client.ts'
import { useApi } from '../../api/context.tsx'
import { Button } from '../../ui/button.tsx'
import { Time } from '../../ui/time.tsx'
import { usePages } from '../../ui/use-pages.ts'
import { FormDialog } from './form-dialog.tsx'
import { ListSection } from './list-section.tsx'

/** Open browser sessions: the caller's own, or those of the whole tenant for an admin. */
export function Sessions() {
  const api = useApi()
  const [ending, setEnding] = useState<Schemas['OpenSession']>()
  const list = usePages(['sessions'], (query, signal) =>
    bodyOf(api.GET('/api/v1/sessions', { params: { query }, signal })),
  )
  return (
    <div className="stack">
      <ListSection
        label="Browser sessions"
        list={list}
        keyOf={s => s.session_id}
        empty="No session is open"
        columns={[
          { title: 'Who', cell: s => <code>{s.principal.id}</code> },
          { title: 'Signed in by', cell: s => (s.principal.type === 'user' ? 'identity provider' : 'access token') },
          { title: 'Since', cell: s => <Time at={s.created_at} relative /> },
          { title: 'Ends unless used', cell: s => <Time at={s.idle_expires_at} /> },
          { title: 'Ends', cell: s => <Time at={s.expires_at} /> },
          {
            title: 'Change',
            cell: s =>
              s.current ? (
                'this browser'
              ) : (
                <Button kind="quiet" onClick={() => setEnding(s)}>
                  End
                </Button>
              ),
          },
        ]}
      />
      {ending && (
        <FormDialog
          title={`End the session of ${ending.principal.id}?`}
          action="End session"
          danger
          invalidates="sessions"
          onClose={() => setEnding(undefined)}
          send={() =>
            bodyOf(api.DELETE('/api/v1/sessions/{session_id}', { params: { path: { session_id: ending.session_id } } }))
          }
        >
          <p>That browser is signed out within two seconds.</p>
        </FormDialog>
      )}
    </div>
  )
}
