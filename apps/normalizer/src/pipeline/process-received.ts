import { setImmediate as nextTurn } from 'node:timers/promises'
import { CannotOpen } from '@wardline/events'
import { putEvents } from '@wardline/log-event'
import type { HandlerContext, PutResult } from '@wardline/ports'
import type { RedactorOf } from '@wardline/redaction'
import {
  isRejection,
  type Kept,
  type LedgerCounter,
  type PortsOf,
  type RejectingContext,
  type Verdict,
} from '@wardline/service-kit'
import type { Normalize } from '../normalize/types.ts'
import type { TenantRetention } from '../retention/retention-of-tenants.ts'
import { type PrepareContext, type PreparedEvent, prepareEvent, type Received } from './prepared-event.ts'
import { publishEvents } from './publish-events.ts'

type Ports = PortsOf<'normalizer'>

/**
 * The next chunk is parsed while one is being stored. A chunk is one transaction of the index, so larger chunks cost
 * less per event.
 */
const CHUNK = 500
/** Logs parsed before other work gets a turn on the event loop. */
const SLICE = 100

/** The outcome for one raw log. */
export interface Step {
  readonly outcome: Verdict
  readonly parsed?: PreparedEvent['parsed']
  /** Whether this delivery created the event in the log index. */
  readonly stored?: boolean
}

export interface Pipeline {
  /**
   * Returns one step per log, once everything about it is durable. Throws when the index, the bus or the registry is
   * down.
   */
  process(batch: readonly Received[], context: RejectingContext): Promise<readonly Step[]>
}

export interface PipelineParts {
  /** Called for every batch. */
  readonly normalize: () => Promise<Normalize>
  readonly redactorOf: RedactorOf
  readonly retention: TenantRetention
  readonly ledger: LedgerCounter
}

/**
 * Raw log -> searchable -> `log.event.normalized` -> counted (docs/architecture.md#events). No step skips an event that
 * the index already has: after a crash between two steps, the repeated delivery completes what was left.
 */
export function createPipeline(ports: Ports, parts: PipelineParts): Pipeline {
  return {
    async process(batch, context) {
      const steps = await normalizeAndStore(ports, parts, batch, context)
      const kept = new Map<number, Kept>()
      for (const [i, { outcome }] of steps.entries()) {
        // Rejections are kept before the ledger counts: its rows say which deliveries created a rejection, and recounts
        // compare the stored rejections with that.
        if (isRejection(outcome)) kept.set(i, await context.keep(batch[i]!.envelope, outcome.reject))
      }
      await parts.ledger.add(
        batch.map(({ envelope, position }, i) => ({
          tenantId: envelope.tenant_id,
          logSourceId: envelope.payload.log_source_id,
          position,
          counts: countsOf(steps[i]!),
          hourly: {
            receivedAt: Date.parse(envelope.payload.received_at),
            counts: hourlyCountsOf(steps[i]!, kept.get(i)),
          },
        })),
      )
      measure(ports, batch, steps)
      return steps
    },
  }
}

async function normalizeAndStore(
  ports: Ports,
  parts: PipelineParts,
  batch: readonly Received[],
  { signal, heartbeat }: HandlerContext,
): Promise<readonly Step[]> {
  const context: PrepareContext = {
    redactorOf: parts.redactorOf,
    normalize: await parts.normalize(),
    classOf: await parts.retention.load(new Set(batch.map(r => r.envelope.tenant_id))),
    keyring: ports.keyring,
    now: ports.clock.now(),
  }
  const stored: Promise<readonly Step[]>[] = []
  for (let start = 0; start < batch.length; start += CHUNK) {
    const prepared: Prepared[] = []
    for (const [i, received] of batch.slice(start, start + CHUNK).entries()) {
      if (i % SLICE === 0) {
        await nextTurn()
        await heartbeat()
        signal.throwIfAborted()
      }
      prepared.push(prepare(received, context, ports))
    }
    const before = stored.at(-1) ?? Promise.resolve()
    const put = putPrepared(ports, prepared)
    // Puts may overlap; publishing keeps the order of the batch.
    const now = Promise.all([put, before]).then(([results]) => publish(ports, prepared, results))
    // The `Promise.all` below reports a fault. Until then it must not count as an unhandled rejection.
    now.catch(() => {})
    stored.push(now)
  }
  return (await Promise.all(stored)).flat()
}

type Prepared = PreparedEvent | { readonly reject: string }

/** A log that cannot be normalized is rejected alone. The error message is not logged because it may quote the log. */
function prepare(received: Received, context: PrepareContext, { log }: Ports): Prepared {
  try {
    return prepareEvent(received, context)
  } catch (error) {
    const fault = error instanceof Error ? error.name : typeof error
    log.warn({ event_id: received.envelope.payload.event_id, fault }, 'a log cannot be normalized')
    return { reject: error instanceof CannotOpen ? 'cannot_open' : 'normalize_failed' }
  }
}

/** The index's results by position in the chunk. Logs that were not put have no entry. */
type Put = ReadonlyMap<number, PutResult>

async function putPrepared({ logWriter }: Ports, prepared: readonly Prepared[]): Promise<Put> {
  const places = prepared.flatMap((p, place) => ('item' in p ? [{ place, item: p.item }] : []))
  const results = await putEvents(
    logWriter,
    places.map(({ item }) => item),
  )
  return new Map(places.map(({ place }, i) => [place, results[i]!]))
}

async function publish({ bus }: Ports, prepared: readonly Prepared[], put: Put): Promise<readonly Step[]> {
  const steps: Step[] = prepared.map(p => ('item' in p ? { outcome: 'ok', parsed: p.parsed } : { outcome: p }))
  const searchable = [...put].flatMap(([place, result]) => {
    const event = prepared[place]!
    if ('item' in event && (result === 'created' || result === 'duplicate')) {
      steps[place] = { ...steps[place]!, stored: result === 'created' }
      return [{ place, normalized: event.normalized }]
    }
    steps[place] = { outcome: { reject: 'mapping_refused' } }
    return []
  })
  const invalid = await publishEvents(
    bus,
    searchable.map(({ normalized }) => normalized),
  )
  for (const i of invalid) {
    const { place } = searchable[i]!
    steps[place] = { outcome: { reject: 'normalized_invalid' }, stored: put.get(place) === 'created' }
  }
  return steps
}

const countsOf = ({ outcome, parsed }: Step): Record<string, number> => {
  if (outcome !== 'ok') return { rejected: 1 }
  return parsed === 'unparsed' ? { normalized: 1, unparsed: 1 } : { normalized: 1 }
}

/**
 * Counts for the row of the hour. Every log is either searchable or dead-lettered, and recounts compare what it created
 * with the log index.
 */
const hourlyCountsOf = ({ outcome, stored }: Step, kept: Kept | undefined): Record<string, number> => ({
  ...(outcome === 'ok' ? { searchable: 1 } : { dead_lettered: 1 }),
  ...(stored && { stored: 1 }),
  ...(kept === 'made' && { kept: 1 }),
})

function measure({ metrics, clock }: Ports, batch: readonly Received[], steps: readonly Step[]): void {
  const byStatus = new Map<string, number>()
  for (const { parsed } of steps) {
    const status = parsed ?? 'rejected'
    byStatus.set(status, (byStatus.get(status) ?? 0) + 1)
  }
  for (const [status, n] of byStatus) metrics.count('logs_normalized_total', { status }, n)
  const oldest = batch[0]
  if (oldest)
    metrics.observe('log_searchable_seconds', (clock.now() - Date.parse(oldest.envelope.payload.received_at)) / 1_000)
}
