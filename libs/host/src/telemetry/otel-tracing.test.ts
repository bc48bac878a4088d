import { afterEach, beforeEach, describe, expect, it } from '@jest/globals'
import { InMemorySpanExporter, type ReadableSpan, SimpleSpanProcessor } from '@opentelemetry/sdk-trace'
import { Problem, readConfig } from '@wardline/kernel'
import { createMemoryBus, createTestClock, fact } from '@wardline/ports/testing'
import type { Caused, Tracing } from '@wardline/service-kit'
import { TENANT } from '@wardline/service-kit/testing'
import { createOtelTracing } from './otel-tracing.ts'
import { TRACE_SETTINGS } from './trace-settings.ts'
import { tracedBus } from './traced-ports.ts'

const THEIRS = `00-${'a'.repeat(32)}-${'b'.repeat(16)}-00`
let kept: InMemorySpanExporter
let tracing: Tracing
const traced = (env: Record<string, string> = {}): Tracing =>
  createOtelTracing({
    config: readConfig(env, TRACE_SETTINGS),
    pipeline: new SimpleSpanProcessor({ exporter: kept }),
    service: 'wardline',
    version: '1.2.3',
  })
beforeEach(() => {
  kept = new InMemorySpanExporter()
  tracing = traced()
})
afterEach(() => tracing.close())

const spans = (): ReadableSpan[] => kept.getFinishedSpans()
const named = (name: string): ReadableSpan => spans().find(span => span.name === name)!
const traceOf = (span: ReadableSpan): string => span.spanContext().traceId

/** A request of a caller, with the context that its steps see. */
const request = (theirs?: string, by = tracing): Promise<string | undefined> =>
  by.request({ name: 'POST /x' }, theirs, async () => by.step({ name: 'step' }, async () => by.current()))

describe('a trace', () => {
  it('begins with a request and has its steps below it', async () => {
    await request()
    expect(traceOf(named('step'))).toBe(traceOf(named('POST /x')))
    expect(named('step').parentSpanContext?.spanId).toBe(named('POST /x').spanContext().spanId)
    expect(named('POST /x').parentSpanContext).toBeUndefined()
    expect(named('POST /x').resource.attributes).toMatchObject({
      'service.name': 'wardline',
      'service.version': '1.2.3',
    })
  })

  it('begins nowhere else: a step of a job, and a batch without traces, are not traced', async () => {
    await tracing.step({ name: 'step' }, async () => {})
    await tracing.batch({ name: 'process' }, [{ envelope: { id: 'env_1' } }], async () => {})
    await tracing.received({ name: 'operation' }, undefined, async () => {})
    expect(spans()).toEqual([])
  })

  it('has nothing that outlives it, such as a loop that a request has started', async () => {
    let later: Promise<unknown> | undefined
    let proceed = (): void => {}
    const over = new Promise<void>(resolve => {
      proceed = resolve
    })
    await tracing.request({ name: 'GET /stream' }, undefined, async span => {
      later = over.then(() => tracing.step({ name: 'step' }, async () => [tracing.current(), tracing.causes()]))
      span.end()
      span.note({ 'http.route': '/x' })
    })
    proceed()
    expect(await later).toEqual([undefined, undefined])
    expect(spans().map(span => span.name)).toEqual(['GET /stream'])
  })

  it('continues in another process of ours', async () => {
    const current = await request()
    await tracing.received({ name: 'operation' }, current, async () => {})
    expect(traceOf(named('operation'))).toBe(traceOf(named('POST /x')))
  })

  it('continues the trace of a caller, whose flag decides nothing', async () => {
    await request(THEIRS)
    expect(traceOf(named('POST /x'))).toBe('a'.repeat(32))
    const off = traced({ OTEL_TRACES_SAMPLER: 'parentbased_traceidratio', OTEL_TRACES_SAMPLER_ARG: '0' })
    kept.reset()
    expect(await request(THEIRS.replace(/00$/, '01'), off)).toBeUndefined()
    expect(spans()).toEqual([])
    await off.close()
  })

  it('is chosen by an id of our own, not by the id that a caller chose', async () => {
    const half = traced({ OTEL_TRACES_SAMPLER: 'traceidratio', OTEL_TRACES_SAMPLER_ARG: '0.5' })
    for (let i = 0; i < 200; i++) await request(`00-${'0'.repeat(31)}1-${'b'.repeat(16)}-01`, half)
    const recorded = spans().filter(span => span.name === 'POST /x').length
    expect(recorded).toBeGreaterThan(40)
    expect(recorded).toBeLessThan(160)
    await half.close()
  })

  it.each(['', 'x', THEIRS.toUpperCase(), `${THEIRS},${THEIRS}`, `00-${'0'.repeat(32)}-${'b'.repeat(16)}-01`])(
    'does not continue what is no traceparent: %j',
    async theirs => {
      await request(theirs)
      expect(named('POST /x').parentSpanContext).toBeUndefined()
    },
  )
})

describe('a span of work that failed', () => {
  const failing = (error: unknown): Promise<unknown> =>
    tracing
      .request({ name: 'POST /x' }, undefined, () => tracing.step({ name: 'step' }, () => Promise.reject(error)))
      .catch(e => e)

  it('names the kind of error and never its message', async () => {
    const error = new TypeError('canary-ann@corp.example')
    expect(await failing(error)).toBe(error)
    expect(named('step').attributes).toEqual({ 'error.type': 'TypeError' })
    expect(named('step').status).toEqual({ code: 2 })
    expect(named('step').events).toEqual([])
  })

  it('is no error when the caller was at fault', async () => {
    await failing(new Problem('not_found'))
    expect(named('step').status.code).toBe(0)
    await failing(new Problem('unavailable'))
    expect(spans().at(-2)?.attributes).toEqual({ 'error.type': 'unavailable' })
  })
})

type Event = ReturnType<typeof fact>

describe('a batch of events', () => {
  /** Publishes an event in a trace of its own, and returns how it is delivered. */
  async function delivered(count: number): Promise<(Caused & { envelope: Event })[]> {
    const all: (Caused & { envelope: Event })[] = []
    for (let i = 0; i < count; i++)
      await tracing.request({ name: 'POST /x' }, undefined, async () => {
        const envelope = fact(TENANT, `evt_${i}`)
        all.push({ envelope, traceparent: tracing.causes()!(envelope)! })
      })
    kept.reset()
    return all
  }
  const effect = (cause: Event): Event => ({ ...fact(TENANT, 'evt_effect'), causation_id: cause.id })

  it('of one trace is part of it', async () => {
    const [one] = await delivered(1)
    await tracing.batch({ name: 'process' }, [one!], () => tracing.step({ name: 'step' }, async () => {}))
    expect(one!.traceparent).toContain(traceOf(named('process')))
    expect(traceOf(named('step'))).toBe(traceOf(named('process')))
    expect(named('process').links).toEqual([])
  })

  it('of several traces has a span in each, linked with each other', async () => {
    const batch = await delivered(3)
    await tracing.batch({ name: 'process' }, [...batch, ...batch], async () => {})
    expect(spans()).toHaveLength(3)
    const main = spans().find(span => span.links.length === 2)!
    const others = spans().filter(span => span !== main)
    expect(main.links.map(link => link.context.traceId)).toEqual(others.map(traceOf))
    for (const span of others) expect(span.links.map(l => l.context.spanId)).toEqual([main.spanContext().spanId])
  })

  it('lets each event that it causes continue the trace of its cause', async () => {
    const batch = await delivered(3)
    await tracing.batch({ name: 'process' }, batch, async () => {
      const of = tracing.causes()!
      for (const { envelope, traceparent } of batch)
        expect(of(effect(envelope))?.split('-')[1]).toBe(traceparent?.split('-')[1])
    })
  })

  it('has a bounded number of spans and links, and loses no trace', async () => {
    const batch = await delivered(50)
    await tracing.batch({ name: 'process' }, batch, async () => {
      const last = batch.at(-1)!
      expect(tracing.causes()!(effect(last.envelope))).toBe(last.traceparent)
    })
    expect(spans()).toHaveLength(32)
    expect(Math.max(...spans().map(span => span.links.length))).toBe(31)
  })

  it('goes on when it fails, and its spans say so', async () => {
    const batch = await delivered(2)
    const error = new Error('a store is down')
    await expect(tracing.batch({ name: 'process' }, batch, () => Promise.reject(error))).rejects.toBe(error)
    expect(spans().map(span => span.status.code)).toEqual([2, 2])
  })
})

describe('a traced bus', () => {
  it('gives its events the trace of the step that publishes them', async () => {
    const bus = createMemoryBus({ clock: createTestClock() })
    const seen: (string | undefined)[] = []
    const running = await bus.subscribe({
      group: 'g',
      kinds: ['internal.evidence.fact'],
      async handle(batch) {
        seen.push(...batch.map(d => d.traceparent))
        return batch.map(() => 'ok')
      },
    })
    const publisher = tracedBus(bus, tracing)
    await publisher.publish([fact(TENANT, 'evt_1')])
    await tracing.request({ name: 'POST /x' }, undefined, () => publisher.publish([fact(TENANT, 'evt_2')]))
    await bus.settled()
    await running.stop()
    const span = named('publish internal.evidence.fact')
    expect(seen).toEqual([undefined, `00-${traceOf(span)}-${span.spanContext().spanId}-01`])
  })
})
