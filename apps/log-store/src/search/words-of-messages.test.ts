import { describe, expect, it } from '@jest/globals'
import { queryTokens } from '@wardline/kernel'
import fc from 'fast-check'
import { as, createKit } from '../testing/kit.ts'

/** Names that no vocabulary has. */
const name = fc.stringMatching(/^[qxz][bdfgklmnprt]{2}[aeou][bdfgklmnprt]{2,4}$/)
/** What a log says of somebody, in words and parts of words. */
const PIECES = [
  'Accepted password for <n> from 203.0.113.9 port 52144 ssh2',
  'wrote /srv/<n>_backup-2026.tgz at night',
  'open C:\\Users\\<n>\\Desktop\\plan.docx',
  'mail from <n>@corp.example was refused',
  'CORP\\<n> logged on to <m>-pc.corp.example',
  '<n> <m> called about the invoice',
  '{"owner":"<n>","state":"ready","tags":["<m>","new"]}',
  'GET /users/<n>/orders?id=7 HTTP/1.1',
  'Session of <n> and <m> closed; version 1.2.3',
  'logged in as "<n> <m>"',
]
const story = fc
  .tuple(fc.uniqueArray(fc.constantFrom(...PIECES), { minLength: 1, maxLength: 2 }), name, name)
  .map(([pieces, n, m]) => ({ text: pieces.join(' ').replaceAll('<n>', n).replaceAll('<m>', m), names: [n, m] }))

describe('any word of a message', () => {
  it('finds its event for an analyst, as typed and in parts; an auditor finds nothing by a name', async () => {
    await fc.assert(
      fc.asyncProperty(story, fc.boolean(), async ({ text, names }, known) => {
        const kit = createKit()
        await kit.store(
          { name: 'it', text, ...(known && { user: names[0] }) },
          { name: 'other', text: 'Heartbeat missed' },
        )
        const found = async (q: string, role: 'analyst' | 'auditor') => {
          const search = `q=${encodeURIComponent(q)}`
          const { body } = await kit.call('searchLogs', { search, principal: as(role) })
          return (body.items as { event_id: string }[]).map(event => event.event_id)
        }
        const words = text.split(/\s+/).filter(word => queryTokens(word).length > 0 && word.length <= 256)
        // An address is one value: its parts are no words.
        const parts = words
          .filter(word => !word.includes('@'))
          .flatMap(word => word.match(/\p{N}*\p{L}[\p{L}\p{N}]*/gu) ?? [])
        const shown = names.filter(n => text.includes(n))
        for (const word of new Set([...words, ...parts]))
          expect([word, ...(await found(word, 'analyst'))]).toEqual([word, 'evt_it'])
        for (const n of shown) expect([n, ...(await found(n, 'auditor'))]).toEqual([n])
      }),
      { numRuns: 60 },
    )
  })
})
