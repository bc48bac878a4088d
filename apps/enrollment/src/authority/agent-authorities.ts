import { PLATFORM_TENANT, Problem } from '@wardline/kernel'
import { type AgentIssuer, bearsName, createAgentIssuer, readCertificate, subjectNameOf } from '@wardline/pki'
import type { Secrets } from '@wardline/ports'
import { type ClientAuthorityDoc, clientAuthorities, MAX_CLIENT_AUTHORITIES } from '@wardline/registries'
import type { ServicePorts } from '@wardline/service-kit'
import type { EnrollmentConfig } from '../config.ts'
import { type AuthorityKeys, createAuthorityKeys, isKeyOf } from './authority-keys.ts'
import { registerExternal } from './external-authority.ts'
import { ANNOUNCED_MS, makeIssuing, makeRoot } from './make-authority.ts'

/** The authority that currently issues. */
export interface IssuingAuthority extends AgentIssuer {
  readonly id: string
  /** Its end, in milliseconds since the epoch. No leaf outlives it. */
  readonly notAfter: number
}

/** The authorities of agent certificates: a root, the issuing ones below it, and an operator's own. */
export interface AgentAuthorities {
  /**
   * The first call in the platform's life creates it. @throws Error if the registry or the authority's key is
   * unavailable.
   */
  current(): Promise<IssuingAuthority>
  /** The certificates above one of our leaves, its issuer's first, PEM. */
  chainOf(leafPem: string): Promise<readonly string[]>
  /** All authorities, oldest first. */
  all(): Promise<readonly ClientAuthorityDoc[]>
  /**
   * Makes the next issuing authority, and a new root if the current one ends too soon. It begins to issue
   * {@link ANNOUNCED_MS} later. Leaves of the previous one stay valid until they end. Until it begins, every further call
   * returns the same one.
   * @throws Problem `limit_reached`
   */
  rotate(): Promise<ClientAuthorityDoc>
}

/** How old the list may be when the current authority is chosen from it. */
const FRESH_MS = 10_000

export function createAgentAuthorities(
  ports: Pick<ServicePorts, 'registry' | 'keyring' | 'clock'>,
  config: Pick<EnrollmentConfig, 'rootDays' | 'issuingDays' | 'externalAuthority'>,
  secrets?: Secrets,
): AgentAuthorities {
  const { registry, clock } = ports
  const keys = createAuthorityKeys(ports.keyring, secrets)
  const issuers = new Map<string, Promise<IssuingAuthority>>()
  const names = new Map<string, Buffer>()
  let listed: { readonly at: number; readonly all: Promise<readonly ClientAuthorityDoc[]> } | undefined

  const all = async (): Promise<readonly ClientAuthorityDoc[]> => {
    const stored = await registry.list(clientAuthorities, PLATFORM_TENANT, { limit: MAX_CLIENT_AUTHORITIES })
    return stored.map(s => s.doc).sort((a, b) => (a.created_at < b.created_at ? -1 : 1))
  }

  /** The existing authorities. Makes the first ones if there are none. */
  async function established(): Promise<readonly ClientAuthorityDoc[]> {
    const found = await all()
    if (config.externalAuthority) return registerExternal({ ports, keys }, config.externalAuthority, found)
    if (newest(found, 'issuing')) return found
    const root = newest(found, 'root') ?? (await makeRoot({ ports, keys }, 1, config.rootDays))
    const fromMs = clock.now() + (found.some(isIssuing) ? ANNOUNCED_MS : 0)
    return [...found, root, await makeIssuing({ ports, keys }, 1, root, config.issuingDays, fromMs)]
  }

  function known(): Promise<readonly ClientAuthorityDoc[]> {
    const now = clock.now()
    if (!listed || Math.abs(now - listed.at) > FRESH_MS) {
      const fresh = { at: now, all: established() }
      fresh.all.catch(() => {
        if (listed === fresh) listed = undefined
      })
      listed = fresh
    }
    return listed.all
  }

  function issuerOf(doc: ClientAuthorityDoc): Promise<IssuingAuthority> {
    const opened = issuers.get(doc.id)
    if (opened) return opened
    const opening = openIssuer(keys, doc)
    issuers.set(doc.id, opening)
    opening.catch(() => issuers.delete(doc.id))
    return opening
  }

  function nameOf(doc: ClientAuthorityDoc): Buffer {
    const name = names.get(doc.id) ?? subjectNameOf(doc.certificate_pem)
    names.set(doc.id, name)
    return name
  }

  return {
    all,
    async current() {
      const chosen = chooseIssuer(await known(), config.externalAuthority?.id, clock.now())
      if (!chosen) throw new Error('no authority may issue now')
      return issuerOf(chosen)
    },
    async chainOf(leafPem) {
      const named = (await known()).filter(doc => isIssuing(doc) && bearsName(leafPem, nameOf(doc)))
      // Our authorities have unique names. Those of operators may share one.
      const leaf = named.length > 1 ? readCertificate(leafPem) : undefined
      const issuer = leaf ? named.find(doc => leaf.isIssuedBy(doc.certificate_pem)) : named[0]
      if (!issuer) throw new Error('a leaf of ours has no issuer here')
      return issuer.chain_pem ?? [issuer.certificate_pem]
    },
    async rotate() {
      const found = await all()
      const last = newest(found, 'issuing')
      if (last?.issues_from !== undefined && Date.parse(last.issues_from) > clock.now()) return last
      if (found.length + 2 > MAX_CLIENT_AUTHORITIES) throw new Problem('limit_reached')
      const root = await lastingRoot(found)
      const next = await makeIssuing(
        { ports, keys },
        (last?.generation ?? 0) + 1,
        root,
        config.issuingDays,
        clock.now() + ANNOUNCED_MS,
      )
      listed = undefined
      return next
    },
  }

  /** The root, or a new one if it would end before the authority to be signed. */
  async function lastingRoot(found: readonly ClientAuthorityDoc[]): Promise<ClientAuthorityDoc> {
    const root = newest(found, 'root')
    const needed = clock.now() + config.issuingDays * 86_400_000
    if (root && Date.parse(root.not_after) >= needed) return root
    return makeRoot({ ports, keys }, (root?.generation ?? 0) + 1, config.rootDays)
  }
}

const isIssuing = (doc: ClientAuthorityDoc): boolean => doc.role !== 'root'

/** One of those that the platform made. */
const newest = (found: readonly ClientAuthorityDoc[], role: 'root' | 'issuing'): ClientAuthorityDoc | undefined =>
  found
    .filter(doc => doc.role === role && doc.generation !== undefined)
    .sort((a, b) => a.generation! - b.generation!)
    .at(-1)

/** The operator's own if there is one, otherwise the newest that has begun to issue. */
export function chooseIssuer(
  found: readonly ClientAuthorityDoc[],
  externalId: string | undefined,
  now: number,
): ClientAuthorityDoc | undefined {
  const begun = found.filter(
    doc => isIssuing(doc) && Date.parse(doc.issues_from ?? doc.created_at) <= now && Date.parse(doc.not_after) > now,
  )
  const external = begun.find(doc => doc.id === externalId)
  const own = begun.filter(doc => doc.key_ref === undefined)
  return external ?? own.sort((a, b) => (a.generation ?? 0) - (b.generation ?? 0)).at(-1) ?? begun.at(-1)
}

async function openIssuer(keys: AuthorityKeys, doc: ClientAuthorityDoc): Promise<IssuingAuthority> {
  const key = await keys.open(doc)
  if (!isKeyOf(key, doc)) throw new Error(`the key of the authority ${doc.id} does not match its certificate`)
  const issuer = createAgentIssuer({ certificatePem: doc.certificate_pem, key })
  return { id: doc.id, notAfter: Date.parse(doc.not_after), issue: leaf => issuer.issue(leaf) }
}
