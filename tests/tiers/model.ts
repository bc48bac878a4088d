import type { TenantId } from '@wardline/kernel'
import { DAY_MS } from '@wardline/kernel'

/** Days hot, warm and cold, as a tenant asks for them. */
export type Setting = readonly [hot: number, warm: number, cold: number]

/** The platform's classes, written down once more: hot and warm up to these days. */
const CLASSES = [
  ['brief', 8, 30],
  ['standard', 30, 90],
  ['extended', 60, 180],
  ['longest', 90, 365],
] as const

export const DEFAULT: Setting = [30, 90, 2190]

export const classOf = ([hot, warm]: Setting): (typeof CLASSES)[number] =>
  CLASSES.find(c => c[1] >= hot && c[2] >= warm) ?? CLASSES[3]

export interface ModelEvent {
  readonly tenant: TenantId
  readonly id: string
  /** Milliseconds since the epoch. */
  readonly time: number
  /** Of the partition that took it. */
  readonly day: string
  readonly className: string
  gone: boolean
}

/** What happens to events according to docs/retention.md, stated a second way. */
export class Model {
  readonly events: ModelEvent[] = []
  readonly #settings = new Map<TenantId, { now: Setting; before: Setting; from: number }>()
  readonly held = new Set<TenantId>()

  /** What holds for what is received, or is kept, at a time. */
  settingAt(tenant: TenantId, at: number): Setting {
    const known = this.#settings.get(tenant)
    if (!known) return DEFAULT
    return at >= known.from ? known.now : known.before
  }

  change(tenant: TenantId, setting: Setting, at: number): void {
    const before = this.settingAt(tenant, at)
    const shorter = setting.some((days, i) => days < (before[i] ?? 0))
    this.#settings.set(tenant, { now: setting, before, from: shorter ? at + 7 * DAY_MS : at })
  }

  /** To be called after every run of the mover: what is gone does not come back. */
  settle(now: number): void {
    for (const event of this.events) {
      if (this.held.has(event.tenant)) continue
      if (ageAt(event.day, now) >= this.settingAt(event.tenant, now)[2]) event.gone = true
    }
  }

  expected(event: ModelEvent, now: number): 'hot' | 'warm' | 'archived' | 'gone' {
    if (event.gone) return 'gone'
    const [, hot, warm] = CLASSES.find(c => c[0] === event.className) ?? CLASSES[1]
    const age = ageAt(event.day, now)
    return age >= warm ? 'archived' : age >= hot ? 'warm' : 'hot'
  }
}

const ageAt = (day: string, now: number): number => Math.floor(now / DAY_MS) - Math.floor(Date.parse(day) / DAY_MS)
