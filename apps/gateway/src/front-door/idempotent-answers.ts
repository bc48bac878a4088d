import { createHash } from 'node:crypto'
import type { OperationResult } from '@wardline/http'
import { type Clock, type Keyring, Problem, seal, type TenantPrincipal, unseal } from '@wardline/kernel'
import type { Registry, Stored } from '@wardline/ports'
import { type IdempotencyKeyDoc, idempotencyKeys } from '@wardline/registries'

const KEEP_MS = 24 * 3_600_000
/** How long a request may hold its key before another one may take it: longer than any request takes. */
const LEASE_MS = 90_000
const WAIT_MS = 5_000
const POLL_MS = 100
const MAX_STORED_BYTES = 1_048_576
const KEY = /^[!-~]{1,255}$/

/** A POST with an `Idempotency-Key`. */
export interface KeyedRequest {
  readonly principal: TenantPrincipal
  readonly operationId: string
  readonly key: string
  /** Everything that identifies this request: path, query, body. */
  readonly content: readonly (string | Uint8Array)[]
  /** Members that only the first response contains. */
  readonly secrets: readonly string[]
}

export interface IdempotentAnswers {
  /**
   * Runs `work`, unless the same principal has made the same request with this key within 24 h. Then it returns that
   * response again, without its one-time secrets. Only successes are stored; a refused or failed request can be tried again.
   * @throws Problem 400 for an invalid key, 409 `idempotency_conflict` if the key was used with another request or is in
   *   use right now.
   */
  once(request: KeyedRequest, work: () => Promise<OperationResult>): Promise<OperationResult>
}

export function createIdempotentAnswers(ports: {
  readonly registry: Registry
  readonly clock: Clock
  readonly keyring: Keyring
}): IdempotentAnswers {
  const { registry, clock, keyring } = ports
  const sealingKey = ({ tenantId }: TenantPrincipal): Uint8Array => keyring.key(tenantId, 'internal')

  const isOver = ({ doc }: Stored<IdempotencyKeyDoc>): boolean =>
    doc.expires_at <= clock.now() || (doc.state === 'running' && doc.lease_until <= clock.now())

  /**
   * Takes the key, or returns its holder. This is not `update`, because it waits for another request's response for as
   * long as a client may wait.
   */
  async function claim(principal: TenantPrincipal, id: string, hash: string) {
    for (const until = clock.now() + WAIT_MS; ; ) {
      const found = await registry.read(idempotencyKeys, principal.tenantId, id)
      if (found && !isOver(found)) {
        if (found.doc.request_hash !== hash) throw new Problem('idempotency_conflict')
        if (found.doc.state === 'done') return { answered: found.doc }
        if (clock.now() >= until) {
          throw new Problem('idempotency_conflict', { detail: 'The first request with this key is still in progress' })
        }
        await new Promise(resolve => setTimeout(resolve, POLL_MS))
        continue
      }
      const running = runningDoc(id, hash, clock.now())
      const written = await registry.write(idempotencyKeys, principal.tenantId, running, {
        expect: found?.version ?? 'absent',
      })
      if (written.ok) return { claimed: { doc: running, version: written.version } }
    }
  }

  return {
    async once({ principal, operationId, key, content, secrets }, work) {
      if (!KEY.test(key)) throw new Problem('idempotency_key_invalid')
      const id = digest([principal.type, principal.id, operationId, key])
      const claimed = await claim(principal, id, digest(content)).catch(unavailable)
      if (claimed.answered) return replay(claimed.answered, sealingKey(principal))
      const { doc, version } = claimed.claimed
      const release = () => registry.remove(idempotencyKeys, principal.tenantId, id, version).catch(() => false)
      let result: OperationResult
      try {
        result = await work()
      } catch (error) {
        await release()
        throw error
      }
      const done = doneDoc(doc, result, sealingKey(principal), secrets)
      if (!done) await release()
      else await registry.write(idempotencyKeys, principal.tenantId, done, { expect: version }).catch(() => undefined)
      return result
    },
  }
}

const runningDoc = (id: string, request_hash: string, now: number): IdempotencyKeyDoc => ({
  id,
  request_hash,
  state: 'running',
  lease_until: now + LEASE_MS,
  status: null,
  sealed_body: null,
  record_version: null,
  expires_at: now + KEEP_MS,
})

function doneDoc(
  running: IdempotencyKeyDoc,
  result: OperationResult,
  key: Uint8Array,
  secrets: readonly string[],
): IdempotencyKeyDoc | undefined {
  const withoutSecrets = (name: string, value: unknown): unknown => (secrets.includes(name) ? undefined : value)
  const text = result.body === undefined ? undefined : JSON.stringify(result.body, withoutSecrets)
  if (text !== undefined && text.length > MAX_STORED_BYTES) return undefined
  return {
    ...running,
    state: 'done',
    status: result.status,
    sealed_body: text === undefined ? null : seal(key, text, running.id),
    record_version: result.version ?? null,
  }
}

function replay(doc: IdempotencyKeyDoc, key: Uint8Array): OperationResult {
  return {
    status: doc.status ?? 200,
    headers: { 'Idempotency-Replayed': 'true' },
    ...(doc.sealed_body === null ? {} : { body: JSON.parse(unseal(key, doc.sealed_body, doc.id).toString()) }),
    ...(doc.record_version === null ? {} : { version: doc.record_version }),
  }
}

/** Each part is prefixed with its length, so that different requests never have the same hash input. */
function digest(parts: readonly (string | Uint8Array)[]): string {
  const hash = createHash('sha256')
  for (const part of parts) hash.update(`${Buffer.byteLength(part)}:`).update(part)
  return hash.digest('hex')
}

function unavailable(cause: unknown): never {
  throw cause instanceof Problem ? cause : new Problem('unavailable', { cause })
}
