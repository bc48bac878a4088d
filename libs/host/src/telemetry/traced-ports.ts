import type { EventBus, LogIndex, Registry } from '@wardline/ports'
import type { Tracing } from '@wardline/service-kit'

/** The bus, with a span for what a traced step publishes: its events carry the contexts of what caused them. */
export function tracedBus(bus: EventBus, tracing: Tracing): EventBus {
  if (!tracing.on) return bus
  return {
    ...bus,
    publish(events) {
      const kinds = new Set(events.map(e => e.kind))
      const [kind = 'nothing'] = kinds
      const facts = {
        'messaging.batch.message_count': events.length,
        ...(kinds.size === 1 ? { 'messaging.destination.name': kind } : {}),
      }
      const name = kinds.size === 1 ? `publish ${kind}` : 'publish'
      return tracing.step({ name, kind: 'producer', facts }, () => bus.publish(events, tracing.causes()))
    },
  }
}

/** The registry, whose waiting events carry the context of the write. */
export function tracedRegistry(registry: Registry, tracing: Tracing): Registry {
  if (!tracing.on) return registry
  return {
    ...registry,
    write(c, tenant, doc, options) {
      const traceOf = options.emit && tracing.causes()
      return registry.write(c, tenant, doc, traceOf ? { ...options, traceOf } : options)
    },
  }
}

/** The index, with a span for what a traced step writes. */
export function tracedIndex(index: LogIndex, tracing: Tracing): LogIndex {
  if (!tracing.on) return index
  return {
    ...index,
    put: items =>
      tracing.step(
        { name: 'index put', kind: 'client', facts: { 'messaging.batch.message_count': items.length } },
        () => index.put(items),
      ),
  }
}
