import { type Cursors, type OperationHandler, tenantPrincipal } from '@wardline/http'
import { Problem, type TenantId } from '@wardline/kernel'
import type { Registry } from '@wardline/ports'
import type { CheckpointDoc } from '@wardline/registries'
import { listPage } from '@wardline/service-kit'
import { includes } from '@wardline/transparency'
import type { History } from './history.ts'
import type { LoggedLink } from './history-kind.ts'

interface Asked<Link extends LoggedLink> {
  readonly registry: Registry
  readonly cursors: Cursors
  readonly history: History<Link>
}

/** A list of the log's signed heads, the longest first unless asked otherwise. */
export const listCheckpoints =
  <Link extends LoggedLink>({
    registry,
    cursors,
    history,
  }: Asked<Link>): OperationHandler<'listAuditCheckpoints' | 'listEvidenceCheckpoints'> =>
  async request => {
    const { tenantId } = tenantPrincipal(request)
    const { order } = request.query
    return listPage({ registry, cursors }, request, tenantId, history.kind.checkpoints, {
      order: { by: 'size', direction: order ?? 'desc' },
      view: ({ doc }) => checkpointBody(doc, history.keysOf(tenantId).verifierKey),
    })
  }

/** The signed head of one size. @throws Problem `not_found`. */
export const readCheckpoint =
  <Link extends LoggedLink>({
    registry,
    history,
  }: Asked<Link>): OperationHandler<'readAuditCheckpoint' | 'readEvidenceCheckpoint'> =>
  async request => {
    const { tenantId } = tenantPrincipal(request)
    const doc = await signedAt(registry, history, tenantId, Number(request.params.checkpoint_id))
    return { status: 200, body: checkpointBody(doc, history.keysOf(tenantId).verifierKey) }
  }

/**
 * Proves that an audit record is in the log as signed at a size, by default the newest.
 * @throws Problem `not_found`; `state_conflict` for a record that is not signed for yet
 */
export const proveAuditInclusion =
  <Link extends LoggedLink>(asked: Asked<Link>): OperationHandler<'proveAuditInclusion'> =>
  async request => {
    const { audit_id, size } = request.query
    const proof = await inclusion(asked, tenantPrincipal(request).tenantId, audit_id, size)
    return { status: 200, body: { audit_id, ...proof } }
  }

/** The same for a record of evidence. @throws Problem as {@link proveAuditInclusion}. */
export const proveEvidenceInclusion =
  <Link extends LoggedLink>(asked: Asked<Link>): OperationHandler<'proveEvidenceInclusion'> =>
  async request => {
    const { evidence_id, size } = request.query
    const proof = await inclusion(asked, tenantPrincipal(request).tenantId, evidence_id, size)
    return { status: 200, body: { evidence_id, ...proof } }
  }

async function inclusion<Link extends LoggedLink>(
  { registry, history }: Asked<Link>,
  tenantId: TenantId,
  linkId: string,
  signedSize: number | undefined,
) {
  const link = await registry.read(history.kind.links, tenantId, linkId)
  if (!link) throw new Problem('not_found')
  const signed = await signedAt(registry, history, tenantId, signedSize)
  const index = link.doc.position - 1
  const { size } = signed
  if (index >= size) throw new Problem('state_conflict', { detail: 'No checkpoint covers this record yet' })
  const { tree } = await opened(history, tenantId, size)
  const [leaf, root, proof] = await Promise.all([tree.leaf(index), tree.rootAt(size), tree.proveInclusion(index, size)])
  if (!includes({ size, root }, index, leaf, proof)) {
    history.raise(tenantId, { fault: 'tree', position: link.doc.position })
    throw new Problem('unavailable')
  }
  const placed = { leaf_index: index, leaf_hash: leaf.toString('base64') }
  return { ...placed, ...head(signed), proof: proof.map(hash => hash.toString('base64')) }
}

/**
 * Proves that the log as signed at one size is the beginning of the log at another, by default the newest. @throws
 * Problem `not_found`.
 */
export const proveConsistency =
  <Link extends LoggedLink>({
    registry,
    history,
  }: Asked<Link>): OperationHandler<'proveAuditConsistency' | 'proveEvidenceConsistency'> =>
  async request => {
    const { tenantId } = tenantPrincipal(request)
    const { from, to } = request.query
    const signed = await signedAt(registry, history, tenantId, to)
    if (from > signed.size) throw new Problem('query_invalid', { detail: '`from` is beyond `to`' })
    const { tree } = await opened(history, tenantId, signed.size)
    const proof = await tree.proveConsistency(from, signed.size)
    const fromRoot = (await tree.rootAt(from)).toString('base64')
    const body = { from_size: from, from_root: fromRoot, ...head(signed) }
    return { status: 200, body: { ...body, proof: proof.map(hash => hash.toString('base64')) } }
  }

async function signedAt<Link extends LoggedLink>(
  registry: Registry,
  { kind }: History<Link>,
  tenant: TenantId,
  size: number | undefined,
): Promise<CheckpointDoc> {
  const [found] = await registry.list(kind.checkpoints, tenant, {
    ...(size === undefined ? {} : { where: { size } }),
    order: { by: 'size', direction: 'desc' },
    limit: 1,
  })
  if (!found) throw new Problem('not_found')
  return found.doc
}

/**
 * @throws Problem `unavailable` when the tree is shorter than what was signed: it was truncated, and the signing job
 * raises the alarm.
 */
async function opened<Link extends LoggedLink>(history: History<Link>, tenant: TenantId, size: number) {
  const found = await history.open(tenant)
  if (!found || found.state.size < size) throw new Problem('unavailable')
  return found
}

const head = ({ size, root, note }: CheckpointDoc) => ({ size, root, note })

const checkpointBody = ({ origin, size, root, note, signed_at, timestamp }: CheckpointDoc, verifierKey: string) => ({
  ...{ origin, size, root, note, signed_at },
  timestamp: timestamp ?? null,
  verifier_key: verifierKey,
})
