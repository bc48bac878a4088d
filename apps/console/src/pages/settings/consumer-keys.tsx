import { useState } from 'react'
import { bodyOf, type Schemas } from '../../api/client.ts'
import { useApi } from '../../api/context.tsx'
import { Button } from '../../ui/button.tsx'
import { Time } from '../../ui/time.tsx'
import { usePages } from '../../ui/use-pages.ts'
import { FormDialog } from './form-dialog.tsx'
import { ListSection } from './list-section.tsx'

type Jwk = Schemas['AlertConsumerKeyCreate']['jwk']

/** The public keys that alerts are encrypted for, on topics and in webhooks. */
export function ConsumerKeys() {
  const api = useApi()
  const [making, setMaking] = useState(false)
  const [removing, setRemoving] = useState<Schemas['AlertConsumerKey']>()
  const list = usePages(['consumer-keys'], (_, signal) => bodyOf(api.GET('/api/v1/alert-consumer-keys', { signal })))
  return (
    <div className="stack">
      <Button onClick={() => setMaking(true)}>New consumer key</Button>
      <ListSection
        label="Consumer keys"
        list={list}
        keyOf={k => k.kid}
        empty="No consumer key"
        hint="Alerts leave without names of people. Whoever has the private key of one of these reads the names too."
        columns={[
          { title: 'Whose', cell: k => k.description ?? <span className="faint">not said</span> },
          { title: 'Key', cell: k => <code>{k.kid}</code> },
          { title: 'Curve', cell: k => k.jwk.crv },
          { title: 'Since', cell: k => <Time at={k.created_at} /> },
          {
            title: 'Change',
            cell: k => (
              <Button kind="quiet" onClick={() => setRemoving(k)}>
                Delete
              </Button>
            ),
          },
        ]}
      />
      {making && (
        <FormDialog
          title="New consumer key"
          action="Register"
          invalidates="consumer-keys"
          onClose={() => setMaking(false)}
          send={async form =>
            bodyOf(
              api.POST('/api/v1/alert-consumer-keys', {
                body: { description: String(form.get('description')) || null, jwk: jwkOf(String(form.get('jwk'))) },
              }),
            )
          }
        >
          <label className="field">
            <span>Whose key it is</span>
            <input name="description" maxLength={256} autoComplete="off" />
          </label>
          <label className="field">
            <span>Public key (JWK, X25519 or P-256)</span>
            <textarea name="jwk" required rows={6} maxLength={2048} spellCheck={false} autoComplete="off" />
          </label>
        </FormDialog>
      )}
      {removing && (
        <FormDialog
          title="Delete this consumer key?"
          action="Delete"
          danger
          invalidates="consumer-keys"
          onClose={() => setRemoving(undefined)}
          send={() =>
            bodyOf(api.DELETE('/api/v1/alert-consumer-keys/{kid}', { params: { path: { kid: removing.kid } } }))
          }
        >
          <p>Alerts from now on are not readable with it. What its owner has received stays readable to them.</p>
        </FormDialog>
      )}
    </div>
  )
}

/** What was typed, for the gateway to judge: a text that is no JSON is refused there as any other that is no key. */
function jwkOf(text: string): Jwk {
  try {
    return JSON.parse(text) as Jwk
  } catch {
    return {} as Jwk
  }
}
