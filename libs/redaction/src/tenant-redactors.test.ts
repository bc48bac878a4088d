import { describe, expect, it } from '@jest/globals'
import { DEFAULT_TENANT, tenantId } from '@wardline/kernel'
import { rotatingKeyring } from '@wardline/kernel/testing'
import fc from 'fast-check'
import { NotRedactable, tenantRedactors } from './index.ts'

function ready() {
  const { keyring, rotate } = rotatingKeyring(new Uint8Array(32).fill(5))
  return { redactorOf: tenantRedactors(keyring), rotate }
}
const event = (epoch: object = {}) => ({ event_id: 'evt_1', user: { name: 'jelkova' }, ...epoch })

describe("a tenant's redactor", () => {
  it('makes pseudonyms of the newest epoch, and of an older one when it is asked to', () => {
    const { redactorOf, rotate } = ready()
    const first = redactorOf(DEFAULT_TENANT).pseudonym('user', 'jelkova')
    expect(first).toMatch(/^user:1~/)
    rotate()
    const second = redactorOf(DEFAULT_TENANT).pseudonym('user', 'jelkova')
    expect(second).toMatch(/^user:2~/)
    expect(second.slice(7)).not.toBe(first.slice(7))
    expect(redactorOf(DEFAULT_TENANT, 1).pseudonym('user', 'jelkova')).toBe(first)
  })

  it('shows each record of a list in the epoch that it says, and in the first one if it says none', () => {
    const { redactorOf, rotate } = ready()
    for (const _ of [2, 3]) rotate()
    const items = [event(), event({ pseudonym_epoch: 1 }), event({ pseudonym_epoch: 2 }), event({ pseudonym_epoch: 3 })]
    const name = (epoch: number) => redactorOf(DEFAULT_TENANT, epoch).pseudonym('user', 'jelkova')
    const shown = redactorOf(DEFAULT_TENANT).redact('log_event', { items, next_cursor: null }) as typeof items & {
      items: { user: { name: string }; pseudonym_epoch?: number }[]
    }
    expect(shown.items.map(({ user }) => user.name)).toEqual([name(1), name(1), name(2), name(3)])
    expect(shown.items.map(item => item.pseudonym_epoch)).toEqual([undefined, 1, 2, 3])
  })

  it('shows an asset in the newest epoch: what reports it could ask for old pseudonyms', () => {
    const { redactorOf, rotate } = ready()
    rotate()
    const shown = redactorOf(DEFAULT_TENANT).redact('asset', {
      asset_id: `ast_${'a'.repeat(26)}`,
      hostname: 'w1',
      pseudonym_epoch: 1,
    })
    expect(shown).toEqual({
      asset_id: `ast_${'a'.repeat(26)}`,
      hostname: redactorOf(DEFAULT_TENANT, 2).pseudonym('host', 'w1'),
    })
  })

  it('refuses an epoch that it does not have, and what is none', () => {
    const { redactorOf } = ready()
    const redact = (pseudonym_epoch: unknown) => () =>
      redactorOf(DEFAULT_TENANT).redact('log_event', event({ pseudonym_epoch }))
    expect(redact(2)).toThrow(expect.objectContaining({ code: 'unavailable' }))
    fc.assert(
      fc.property(
        fc.jsonValue().filter(value => value !== null && !Number.isSafeInteger(value)),
        value => expect(redact(value)).toThrow(NotRedactable),
      ),
    )
    fc.assert(
      fc.property(
        fc.maxSafeInteger().filter(n => n !== 1),
        n => expect(redact(n)).toThrow('unavailable'),
      ),
    )
  })

  it('is kept, and there is a bound to how many are', () => {
    const { redactorOf } = ready()
    const first = redactorOf(DEFAULT_TENANT)
    expect(redactorOf(DEFAULT_TENANT)).toBe(first)
    for (let i = 0; i < 500; i++) redactorOf(tenantId(`ten_${i}`))
    expect(redactorOf(DEFAULT_TENANT)).not.toBe(first)
  })
})
