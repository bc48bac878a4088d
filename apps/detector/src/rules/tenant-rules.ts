import { setImmediate as nextTurn } from 'node:timers/promises'
import { type Clock, rfc3339, type TenantId } from '@wardline/kernel'
import type { Registry } from '@wardline/ports'
import {
  type Collection,
  type Document,
  detectionRuleOverrides,
  detectionRulePauses,
  detectionRules,
} from '@wardline/registries'
import { LRUCache } from 'lru-cache'
import { createRuleMatcher, type RuleMatcher } from '../matching/rule-matcher.ts'
import { type BudgetSettings, createRuleBudget, DEFAULT_BUDGET, type RuleBudget } from '../pauses/rule-budget.ts'
import type { Originating } from '../routing/origin-of-event.ts'
import type { CorrelationRule } from './compile-rules.ts'
import type { MatchableRule } from './loaded-rule.ts'
import type { SharedRules } from './shared-rules.ts'
import { loadUpload, type Upload } from './uploaded-rule.ts'

/** Maximum age of a cached set of a tenant's rules. A new rule takes effect at most this long after its 201. */
const FRESH_MS = 1_000
/**
 * Changes are read from this long before the newest known one, because replicas' clocks may differ and writes overlap.
 */
const OVERLAP_MS = 60_000
const PAGE = 500

/** The rules of one tenant: the shared ones that it has not disabled, and its own. */
export interface TenantRules {
  /**
   * Rules that match the event. `enabled` says whether a rule may alert by itself. Paused rules are not evaluated.
   * @param eventTime RFC 3339, for the record of the events that a paused rule skipped
   */
  match(event: Originating, eventTime: string): readonly { readonly rule: MatchableRule; readonly enabled: boolean }[]
  /** The time that the rules take, and which of them are paused. */
  readonly budget: RuleBudget
  /** Whether people of the tenant may have written it: every rule but the shared ones. */
  isTyped(ruleId: string): boolean
  /** An enabled correlation in the version known here. */
  correlation(ruleId: string): CorrelationRule | undefined
}

/** @throws what the registry throws. Rules are never guessed. */
export interface RulesByTenant {
  /**
   * The rules of a tenant, from memory while they are fresh.
   * @param since wall clock (milliseconds); the result includes everything stored before this time
   */
  of(tenant: TenantId, since?: number): Promise<TenantRules>
  /** The budgets of the tenants in memory. */
  budgets(): Iterable<readonly [TenantId, RuleBudget]>
}

interface State {
  checkedAt: number
  readonly uploads: Map<string, { readonly version: number; readonly upload: Upload }>
  readonly overrides: Map<string, boolean>
  newest: string
  newestOverride: string
  newestPause: string
  readonly budget: RuleBudget
  matcher: RuleMatcher<MatchableRule>
  refreshing: Promise<void> | undefined
}

/** Rules by tenant, at most {@link FRESH_MS} behind the registry. */
export function createTenantRules(
  { registry, clock }: { readonly registry: Registry; readonly clock: Clock },
  shared: () => SharedRules,
  budget: BudgetSettings = DEFAULT_BUDGET,
): RulesByTenant {
  const states = new LRUCache<TenantId, State>({ max: 1_000 })

  const refresh = async (tenant: TenantId, state: State): Promise<void> => {
    const startedAt = clock.now()
    let changed = false
    for (const { doc, version } of await changedSince(registry, detectionRules, tenant, state.newest)) {
      if (state.uploads.get(doc.id)?.version !== version) {
        state.uploads.set(doc.id, { version, upload: loadUpload(doc) })
        await nextTurn()
        changed = true
      }
      if (doc.updated_at > state.newest) state.newest = doc.updated_at
    }
    for (const { doc } of await changedSince(registry, detectionRuleOverrides, tenant, state.newestOverride)) {
      state.overrides.set(doc.id, doc.enabled)
      if (doc.updated_at > state.newestOverride) state.newestOverride = doc.updated_at
    }
    for (const { doc } of await changedSince(registry, detectionRulePauses, tenant, state.newestPause)) {
      state.budget.learn(doc)
      if (doc.updated_at > state.newestPause) state.newestPause = doc.updated_at
    }
    if (changed) {
      const enabled = [...state.uploads.values()].filter(({ upload }) => upload.enabled)
      state.matcher = createRuleMatcher(enabled.flatMap(({ upload }) => upload.rules.matchable))
    }
    state.checkedAt = startedAt
  }

  return {
    *budgets() {
      for (const [tenant, { budget: found }] of states.entries()) yield [tenant, found] as const
    },
    async of(tenant, since = Number.NEGATIVE_INFINITY) {
      let state = states.get(tenant)
      if (!state) {
        state = {
          checkedAt: Number.NEGATIVE_INFINITY,
          uploads: new Map(),
          overrides: new Map(),
          newest: '',
          newestOverride: '',
          newestPause: '',
          budget: createRuleBudget(clock, budget),
          matcher: createRuleMatcher<MatchableRule>([]),
          refreshing: undefined,
        }
        states.set(tenant, state)
      }
      const current = state
      if (clock.now() - current.checkedAt >= FRESH_MS || current.checkedAt < since) {
        current.refreshing ??= refresh(tenant, current).finally(() => {
          current.refreshing = undefined
        })
        await current.refreshing
      }
      return rulesOf(current, shared())
    },
  }
}

function rulesOf(state: State, shared: SharedRules): TenantRules {
  const sharedEnabled = (ruleId: string): boolean => state.overrides.get(ruleId) ?? true
  return {
    budget: state.budget,
    match(event, eventTime) {
      state.budget.begin(eventTime)
      return [
        ...shared.matcher.match(event, state.budget).map(rule => ({ rule, enabled: sharedEnabled(rule.ruleId) })),
        ...state.matcher.match(event, state.budget).map(rule => ({ rule, enabled: true })),
      ]
    },
    isTyped: ruleId => !shared.byId.has(ruleId),
    correlation(ruleId) {
      const fromAll = shared.correlations.get(ruleId)
      if (fromAll) return sharedEnabled(ruleId) ? fromAll : undefined
      const { upload } = state.uploads.get(ruleId) ?? {}
      return upload?.enabled ? upload.rules.correlations.get(ruleId) : undefined
    },
  }
}

async function changedSince<D extends Document & { readonly updated_at: string }>(
  registry: Registry,
  collection: Collection<D>,
  tenant: TenantId,
  newest: string,
): Promise<{ doc: D; version: number }[]> {
  const from = newest === '' ? '' : rfc3339(Date.parse(newest) - OVERLAP_MS)
  const found: { doc: D; version: number }[] = []
  for (;;) {
    const last = found.at(-1)?.doc
    const page = await registry.list(collection as unknown as Collection<UpdatedDoc>, tenant, {
      where: { updated_at: { gte: from } },
      order: { by: 'updated_at', direction: 'asc' },
      ...(last ? { after: { value: last.updated_at, id: last.id } } : {}),
      limit: PAGE,
    })
    for (const stored of page) found.push(stored as unknown as { doc: D; version: number })
    if (page.length < PAGE) return found
  }
}

type UpdatedDoc = Document & { readonly updated_at: string }
