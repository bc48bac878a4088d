import type { Clock } from '@wardline/kernel'
import type { DetectionRulePauseDoc } from '@wardline/registries'
import type { RuleMeter } from '../matching/rule-matcher.ts'

export interface BudgetSettings {
  /** Length of a window, by the wall clock. */
  readonly windowMs: number
  /**
   * Time that one rule may spend in a window on tests whose time grows with the text. `tenantMs` is for all rules of a
   * tenant together.
   */
  readonly ruleMs: number
  readonly tenantMs: number
  /** Time per evaluated event that is always allowed, because a busy tenant is not an expensive rule. */
  readonly ruleMsPerEvent: number
  readonly tenantMsPerEvent: number
}

export const DEFAULT_BUDGET: BudgetSettings = {
  windowMs: 60_000,
  ruleMs: 1_000,
  tenantMs: 4_000,
  ruleMsPerEvent: 0.2,
  tenantMsPerEvent: 1,
}

/** The first pause. Each further one is twice as long, up to {@link LONGEST_PAUSE_MS}. */
const FIRST_PAUSE_MS = 60_000
const LONGEST_PAUSE_MS = 3_600_000
/** After this long without a pause, the next one counts as the first again. */
const FORGIVEN_MS = 24 * 3_600_000

/** The parts of a rule that matter here. */
export interface BudgetedRule {
  readonly ruleId: string
  readonly rule: { readonly hash: string }
}

/** A period in which a rule is not evaluated. */
export interface Pause {
  readonly ruleId: string
  readonly hash: string
  readonly reason: DetectionRulePauseDoc['reason']
  readonly level: number
  /** Milliseconds since the epoch. */
  readonly since: number
  readonly until: number
}

/** Events that a paused rule skipped. */
export interface Skipped {
  readonly ruleId: string
  readonly since: number
  events: number
  /** Event times (RFC 3339). */
  from: string
  to: string
}

/** The budget of one tenant's rules. Time is measured here; record-pauses.ts stores pauses in the registry. */
export interface RuleBudget extends RuleMeter<BudgetedRule> {
  /** Starts the evaluation of an event. Tests measured from here on belong to it. */
  begin(eventTime: string): void
  /** Pauses that began here since the last call. */
  takePauses(): readonly Pause[]
  takeSkipped(): readonly Skipped[]
  /** Applies the registry's state of a rule: a pause started by another instance, or its end. */
  learn(doc: DetectionRulePauseDoc): void
}

export function createRuleBudget(clock: Clock, settings: BudgetSettings): RuleBudget {
  const pauses = new Map<string, Pause>()
  const spent = new Map<string, number>()
  const skipped = new Map<string, Skipped>()
  let fresh: Pause[] = []
  let windowStart = clock.now()
  let events = 0
  let total = 0
  let eventTime = ''

  const missed = ({ ruleId, since }: Pause): void => {
    const key = `${ruleId}|${since}`
    const entry = skipped.get(key) ?? { ruleId, since, events: 0, from: eventTime, to: eventTime }
    entry.events++
    if (eventTime < entry.from) entry.from = eventTime
    if (eventTime > entry.to) entry.to = eventTime
    skipped.set(key, entry)
  }
  const pause = ({ ruleId, rule }: BudgetedRule, reason: Pause['reason']): void => {
    const now = clock.now()
    const before = pauses.get(ruleId)
    const again = before !== undefined && before.hash === rule.hash && now - before.until < FORGIVEN_MS
    const level = again ? before.level + 1 : 1
    const until = now + Math.min(LONGEST_PAUSE_MS, FIRST_PAUSE_MS * 2 ** Math.min(level - 1, 16))
    const begun: Pause = { ruleId, hash: rule.hash, reason, level, since: now, until }
    pauses.set(ruleId, begun)
    fresh.push(begun)
    // The rule was stopped during this event.
    missed(begun)
  }

  return {
    begin(time) {
      eventTime = time
      if (clock.now() - windowStart >= settings.windowMs) {
        windowStart = clock.now()
        events = 0
        total = 0
        spent.clear()
      }
      events++
    },
    skips({ ruleId, rule }) {
      if (pauses.size === 0) return false
      const found = pauses.get(ruleId)
      if (!found || found.hash !== rule.hash || clock.now() >= found.until) return false
      missed(found)
      return true
    },
    spent(rule, ms) {
      const sum = (spent.get(rule.ruleId) ?? 0) + ms
      spent.set(rule.ruleId, sum)
      total += ms
      if (sum > Math.max(settings.ruleMs, settings.ruleMsPerEvent * events)) {
        spent.delete(rule.ruleId)
        pause(rule, 'rule_over_budget')
        return true
      }
      if (total > Math.max(settings.tenantMs, settings.tenantMsPerEvent * events)) {
        pause(rule, 'tenant_over_budget')
        return true
      }
      return false
    },
    takePauses() {
      if (fresh.length === 0) return fresh
      const taken = fresh
      fresh = []
      return taken
    },
    takeSkipped() {
      const taken = [...skipped.values()]
      skipped.clear()
      return taken
    },
    learn(doc) {
      const known = pauses.get(doc.id)
      if (known && known.since > Date.parse(doc.since)) return
      pauses.set(doc.id, {
        ruleId: doc.id,
        hash: doc.version_hash,
        reason: doc.reason,
        level: doc.level,
        since: Date.parse(doc.since),
        until: Date.parse(doc.until),
      })
    },
  }
}
