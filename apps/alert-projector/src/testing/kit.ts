import type { OperationId } from '@wardline/api'
import { type AnyEnvelope, originEnvelope, sealClear } from '@wardline/events'
import { type Egress, handlerOf, type OperationRequest, type OperationResult } from '@wardline/http'
import { createKeyring, type Role, type Severity, type TenantId, tenantId } from '@wardline/kernel'
import { rotatingKeyring } from '@wardline/kernel/testing'
import type { Delivery, Registry } from '@wardline/ports'
import { createMemoryBus, createMemoryRegistry, createTestClock } from '@wardline/ports/testing'
import { tenantRedactors } from '@wardline/redaction'
import { noTracing, type Service, type ServicePorts, type Verdict } from '@wardline/service-kit'
import { deliverTo, NO_WAY_OUT, silentAlarms, silentMetrics } from '@wardline/service-kit/testing'
import type { Detection } from '../alerts/clear-detection.ts'
import { createOutgoingAlerts } from '../alerts/outgoing-alerts.ts'
import type { AlertProjectorConfig } from '../config.ts'
import { createConsumerKeys } from '../consumers/consumer-keys.ts'
import { createAlertProjector } from '../service.ts'

export const TENANT = tenantId('ten_a')
export const OTHER_TENANT = tenantId('ten_b')

const silent = { info() {}, warn() {}, error() {}, debug() {} } as unknown as ServicePorts['log']

/** The service with in-memory engines. `throughRegistry` wraps the registry that it uses. */
export function createKit(
  options: {
    readonly config?: Partial<AlertProjectorConfig>
    readonly egress?: Egress
    readonly throughRegistry?: (registry: Registry) => Registry
  } = {},
) {
  const clock = createTestClock()
  const bus = createMemoryBus({ clock, validate: false })
  const memory = createMemoryRegistry({ bus, clock })
  const registry = options.throughRegistry?.(memory) ?? memory
  const { keyring, rotate: rotatePseudonyms } = rotatingKeyring(new Uint8Array(32).fill(7))
  const ports: ServicePorts = {
    bus,
    registry,
    clock,
    keyring,
    log: silent,
    metrics: silentMetrics,
    alarms: silentAlarms,
    tracing: noTracing,
  }
  /** Another instance over the same data, as after a restart. */
  const start = (): Service => createAlertProjector(ports, { egress: options.egress ?? NO_WAY_OUT, ...options.config })
  const service = start()
  return {
    ports,
    clock,
    bus,
    memory,
    keyring,
    rotatePseudonyms,
    service,
    start,
    call: (operationId: OperationId, request: CallOptions = {}) => call(service, operationId, request),
    project: (...detections: Detection[]) => deliver({ service, ports }, 'alert-projector', detections),
    collect: (...events: AnyEnvelope[]) => deliver({ service, ports }, 'alert-projector-evidence', events),
  }
}

/** Alerts on their way out, as the service makes them. */
export const outgoingOf = (ports: ServicePorts) =>
  createOutgoingAlerts({ redactorOf: tenantRedactors(ports.keyring), consumerKeys: createConsumerKeys(ports) })

export type Kit = ReturnType<typeof createKit>

export interface CallOptions {
  readonly tenant?: TenantId
  readonly roles?: readonly Role[]
  readonly principal?: string
  readonly params?: Record<string, string>
  readonly query?: Record<string, unknown>
  readonly body?: unknown
  readonly ifMatch?: string
  readonly lastEventId?: string
  readonly signal?: AbortSignal
}

export function requestOf(operationId: OperationId, o: CallOptions = {}): OperationRequest {
  return {
    operationId,
    principal: {
      type: 'service_account',
      id: o.principal ?? 'sva_tester',
      tenantId: o.tenant ?? TENANT,
      roles: o.roles ?? ['operator'],
    },
    params: o.params ?? {},
    query: o.query ?? {},
    body: o.body,
    ifMatch: o.ifMatch,
    lastEventId: o.lastEventId,
    requestId: 'req_test',
    correlationId: 'cor_test',
    encodingReplaced: false,
    clientAddress: '127.0.0.1',
    signal: o.signal ?? new AbortController().signal,
  }
}

async function call(service: Service, operationId: OperationId, options: CallOptions): Promise<OperationResult> {
  const handler = handlerOf(service.operations, operationId)
  if (!handler) throw new Error(`no operation ${operationId}`)
  return handler(requestOf(operationId, options))
}

export const deliver = (
  { service, ports }: { readonly service: Service; readonly ports: ServicePorts },
  group: string,
  envelopes: readonly AnyEnvelope[],
): Promise<readonly Verdict[]> => {
  const batch = envelopes.map((envelope, i): Delivery => ({ envelope, position: { partition: 0, offset: String(i) } }))
  return deliverTo(service, ports, batch, group)
}

/** A `security.alert.created` of the tenant. The same name gives the same detection. */
export function detection(
  name: string,
  change: { readonly tenant?: TenantId; readonly severity?: Severity } & Partial<Detection['payload']> = {},
): Detection {
  const { tenant = TENANT, ...payload } = change
  const severity = payload.severity ?? 'low'
  return originEnvelope({
    id: `env_det${name}`,
    kind: 'security.alert.created',
    tenantId: tenant,
    producer: 'detector',
    subject: { type: 'alert', id: `alr_${name}` },
    correlationId: `cor_${name}`,
    now: Date.parse('2026-11-21T09:29:59.000Z'),
    payload: {
      alert_id: `alr_${name}`,
      rule: {
        rule_id: 'rul_brute',
        sigma_id: '3b2f7f0a-3d4c-4f3b-9b9e-2f1f6a0c9d11',
        title: 'Many failed logins',
        author: 'Wardline',
        license: 'Apache-2.0',
        version_hash: 'a'.repeat(64),
        level: severity,
        tags: ['attack.t1110'],
      },
      matched_conditions: [{ selection: 'selection', field: 'user', modifier: '', value: 'ann@corp.example' }],
      log_event_refs: [`evt_${name}`],
      normalized_event_refs: [`evt_${name}`],
      source_log_ids: ['src_1'],
      refs_truncated: false,
      asset_ids: [],
      confidence: 'medium',
      severity,
      group: { 'src_endpoint.ip': '203.0.113.9' },
      count: 5,
      first_event_at: '2026-11-21T09:29:50.000Z',
      last_event_at: '2026-11-21T09:29:58.000Z',
      ...payload,
    },
  }) as Detection
}

/** A detection as the detector publishes it: people are in its sealed part only. */
export function sealedDetection(
  name: string,
  change: Parameters<typeof detection>[1] = {},
  keyring = createKeyring(new Uint8Array(32).fill(7)),
): Detection {
  const { payload, ...envelope } = detection(name, change)
  const { rule, group, matched_conditions } = payload
  const redactor = tenantRedactors(keyring)(envelope.tenant_id)
  const into = { kind: envelope.kind, id: envelope.id, tenantId: envelope.tenant_id }
  const sealed = sealClear(keyring, into, { rule, group, matched_conditions })
  return { ...envelope, payload: { ...redactor.alert(payload, true), sealed } }
}

/** `detection`s named prefix0, prefix1, … */
export const detections = (prefix: string, n: number, change?: Parameters<typeof detection>[1]): Detection[] =>
  Array.from({ length: n }, (_, i) => detection(`${prefix}${i}`, change))
