import type { LogEventReceivedPayload } from '@wardline/events'
import { cutUtf8, epochMark, rfc3339, severityFromId } from '@wardline/kernel'
import { unparsed } from '../formats/parsed.ts'
import { complete } from '../normalize/complete.ts'
import { Draft, Source } from '../normalize/draft.ts'
import { eventTime } from '../normalize/event-time.ts'
import { boundTree, flatten, type Tree } from '../normalize/fields.ts'
import { observablesOf } from '../normalize/observables.ts'
import { partitionDay } from '../normalize/partition-day.ts'
import { personalValues } from '../normalize/personal.ts'
import { listing } from '../normalize/summary.ts'
import type { Normalize, Normalized } from '../normalize/types.ts'
import { unmappedOf } from '../normalize/unmapped.ts'
import { createZones } from '../normalize/zones.ts'
import { createApplyPack } from '../packs/apply-pack.ts'
import { PACKS } from '../packs/catalogue.ts'
import type { Pack } from '../packs/pack.ts'
import { createReadLog, type Reading } from '../packs/read-log.ts'
import { agrees } from '../packs/recognise.ts'

const OCSF_VERSION = '1.8.0'
/** Version of Wardline's parsers. It is raised when the same raw log would give a different event. */
const PARSER_VERSION = '2'
const SUMMARY_BYTES = 4096
const RFC3339_UTC = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/

type Context = Parameters<Normalize>[1]

/**
 * Creates the pure function from one received log to its normalized event: parse, remove secrets, map to OCSF, decide
 * times, write a redacted summary, and keep what it is made from for those who may read names. It caches compiled parsers and time zone formatters, so create one and use it for
 * every event. It never throws: a log that makes a parser fail comes out unparsed, with the flag `parser_fault`.
 */
export function createNormalize(packs: readonly Pack[] = PACKS): Normalize {
  const readLog = createReadLog(packs)
  const applyPack = createApplyPack(packs, readLog.first)
  const text = packs.find(pack => pack.marks.syntax?.includes('text'))
  if (!text) throw new Error('no pack of the syntax text')
  const zones = createZones()

  function build(received: LogEventReceivedPayload, context: Context, parsed: Reading, flags: string[]): Normalized {
    const { redactor } = context
    const bounded = boundTree(parsed.fields)
    if (bounded.cut) flags.push('fields_cut')
    const fields = flatten(redactor.secretsIn<Tree>(bounded.tree))
    const source = new Source(fields)
    const draft = new Draft()
    const applied = applyPack(parsed, source, draft)
    const status = applied.understood || parsed.status === 'unparsed' ? parsed.status : 'partial'
    complete(draft)

    const receivedAt = Date.parse(received.received_at) || 0
    const observedAt = received.observed_at === null ? Number.NaN : Date.parse(received.observed_at)
    const observed = Number.isNaN(observedAt) ? undefined : observedAt
    const time = eventTime(parsed.at, { observed, received: receivedAt, timezone: received.source.timezone, zones })
    const day = partitionDay(time.ms, receivedAt, time.quality === 'received' || time.quality === 'clamped')
    if (day.fromReceiveTime && time.quality !== 'received') flags.push('partitioned_by_receive_time')
    if (received.encoding_replaced) flags.push('encoding_replaced')

    const unmapped = unmappedOf(source)
    if (unmapped.cut) flags.push('unmapped_cut')
    const said = cutUtf8(draft.summary ?? listing(fields, NOTHING), SUMMARY_BYTES)
    // Secrets are looked for once more: what two fields hold may be a secret only side by side.
    const readings = redactor.readings(said, personalValues(draft.objects, fields, parsed.pack.personal))
    const summary = cutUtf8(readings.summary, SUMMARY_BYTES)
    const message = cutUtf8(readings.message, SUMMARY_BYTES)
    const { category, className } = draft
    return {
      event: {
        event_id: received.event_id,
        tenant_id: context.tenantId,
        log_source_id: received.log_source_id,
        asset_id: received.asset_id,
        event_time: rfc3339(time.ms),
        observed_at: observed === undefined ? null : rfc3339(observed),
        ingested_at: RFC3339_UTC.test(received.received_at) ? received.received_at : rfc3339(receivedAt),
        time_quality: time.quality,
        category,
        event_type: className,
        class_uid: draft.classUid,
        category_uid: draft.categoryUid,
        activity: draft.activity,
        activity_id: draft.activityId,
        type_uid: draft.classUid * 100 + draft.activityId,
        severity: severityFromId(draft.severityId),
        severity_id: draft.severityId,
        outcome: draft.outcome,
        status_id: draft.statusId,
        ...(draft.actionId !== undefined && { action_id: draft.actionId }),
        summary,
        ...(message !== summary && { message }),
        ...draft.objects,
        ...epochMark(redactor.epoch),
        metadata: metadataOf(draft, received, applied.pack ?? parsed.pack),
        observables: observablesOf(draft.objects),
        unmapped: unmapped.values,
        parser: {
          name: parsed.parser,
          version: PARSER_VERSION,
          status,
          confidence: parsed.confidence,
          pack: (applied.pack ?? parsed.pack).id,
          ...(applied.kind !== undefined && { kind: applied.kind }),
          ...(parsed.via.length > 0 && { via: parsed.via }),
          ...(flags.length > 0 && { flags }),
        },
      },
      sourceFields: fields,
      eventTime: time.ms,
      timeQuality: time.quality,
      partitionDay: day.day,
      format: parsed.format,
      parsed: status,
    }
  }

  return (received, context) => {
    try {
      return build(received, context, readLog(received.raw, received.source), [])
    } catch {
      return build(received, context, { ...unparsed(received.raw), pack: text, via: [] }, ['parser_fault'])
    }
  }
}

const NOTHING: ReadonlySet<string> = new Set()

/** The sender's product if the log names it, otherwise the one registered for the source, otherwise that of the pack. */
function metadataOf(draft: Draft, { source }: LogEventReceivedPayload, pack: Pack): object {
  draft.set('metadata.product.vendor_name', source.vendor).set('metadata.product.name', source.product)
  if (!pack.content && !pack.marks.syntax && agrees(pack, source)) {
    draft.set('metadata.product.vendor_name', pack.vendor).set('metadata.product.name', pack.product)
  }
  return { version: OCSF_VERSION, ...(draft.objects.metadata as object | undefined) }
}
