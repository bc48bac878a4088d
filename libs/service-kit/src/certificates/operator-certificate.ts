import { readFile } from 'node:fs/promises'
import { type Clock, DAY_MS, rfc3339 } from '@wardline/kernel'
import type { ServicePorts } from '../service.ts'
import { type PemFault, type PemPair, type ReadPair, readPair } from './pem-pair.ts'

/** How often to look whether a file has changed. */
export const LOOK_MS = 5_000
/** A certificate that ends within this time raises an alarm. */
export const SOON_MS = 14 * DAY_MS
/** Files that have been unusable for this long raise an alarm: nobody writes a file for that long. */
const STILL_WRITING_MS = 30_000

/** The label `certificate` of the metrics, and the name in log lines. */
export type CertificateName = 'tls_listener' | 'internal_listener' | 'internal_authority'

/** A certificate whose files belong to the operator, who may replace them at any time. */
export interface OperatorCertificate {
  /** What to use, as of the last look. */
  readonly current: ReadPair
  /**
   * Looks at the files, and answers with what to use: a changed file once it has been the same twice in a row, so that
   * none is read half written; and what was in use before, while the files cannot be used.
   * @param atOnce a change counts at once: somebody said that the files are complete
   */
  look(atOnce?: boolean): Promise<ReadPair>
}

export interface OperatorCertificateOptions extends Pick<ServicePorts, 'metrics' | 'alarms' | 'log'> {
  readonly name: CertificateName
  readonly certFile: string
  /** Without one it is an authority. */
  readonly keyFile?: string | undefined
  readonly clock: Clock
}

/** @throws Error when the files cannot be used at start. */
export async function openOperatorCertificate(options: OperatorCertificateOptions): Promise<OperatorCertificate> {
  const { name, clock, metrics, alarms, log } = options
  const first = await readFiles(options)
  const begun = typeof first === 'string' ? first : readPair(first)
  if (typeof begun === 'string') throw new Error(`the certificate ${name} cannot be used: ${begun}`)
  let current: ReadPair = begun
  let inUse = contentOf(begun)
  let seen = inUse
  let unusableSince: number | undefined
  reportEnd()

  function reportEnd(): void {
    const { notAfter } = current
    metrics.gauge('certificate_expiry_timestamp_seconds', notAfter / 1_000, { certificate: name })
    const left = notAfter - clock.now()
    if (left >= SOON_MS) {
      alarms.clear('certificate_ends', name)
      return
    }
    alarms.raise(
      'certificate_ends',
      { certificate: name, [left < 0 ? 'ended_at' : 'ends_at']: rfc3339(notAfter) },
      name,
    )
  }

  function refuse(fault: PemFault | 'it has ended', atOnce: boolean): void {
    unusableSince ??= clock.now()
    if (atOnce || clock.now() - unusableSince >= STILL_WRITING_MS)
      alarms.raise('certificate_not_reloaded', { certificate: name, fault }, name)
  }

  function accept(found: ReadPair): void {
    unusableSince = undefined
    alarms.clear('certificate_not_reloaded', name)
    if (found === current) return
    current = found
    inUse = contentOf(found)
    log.info({ certificate: name, ends_at: rfc3339(found.notAfter) }, 'a changed certificate is in use')
  }

  /** What is in use has been read already. */
  function read(files: PemPair | PemFault, content: string): ReadPair | PemFault {
    if (content === inUse) return current
    return typeof files === 'string' ? files : readPair(files)
  }

  return {
    get current() {
      return current
    },
    async look(atOnce = false) {
      const files = await readFiles(options)
      const content = typeof files === 'string' ? files : contentOf(files)
      const settled = atOnce || content === seen
      seen = content
      if (settled) {
        const found = read(files, content)
        if (typeof found === 'string') refuse(found, atOnce)
        else if (endsInVain(found, current, clock.now())) refuse('it has ended', atOnce)
        else accept(found)
      }
      reportEnd()
      return current
    },
  }
}

/** An operator's certificate that is looked at every {@link LOOK_MS}. */
export interface WatchedCertificate extends Pick<OperatorCertificate, 'current'> {
  /** Looks at once: somebody said that the files are complete. */
  reload(): Promise<void>
  close(): void
}

/** @param onChanged called with what to use from now on. @throws Error when the files cannot be used at start. */
export async function watchOperatorCertificate(
  options: OperatorCertificateOptions,
  onChanged: (now: ReadPair) => void,
): Promise<WatchedCertificate> {
  const certificate = await openOperatorCertificate(options)
  let told = certificate.current
  const look = async (atOnce: boolean): Promise<void> => {
    const now = await certificate.look(atOnce)
    if (now === told) return
    told = now
    onChanged(now)
  }
  const timer = setInterval(() => void look(false), LOOK_MS).unref()
  return {
    get current() {
      return certificate.current
    },
    reload: () => look(true),
    close: () => clearInterval(timer),
  }
}

/** A certificate that has ended never replaces one that has not. */
const endsInVain = (next: ReadPair, current: ReadPair, now: number): boolean =>
  next !== current && next.notAfter < now && current.notAfter >= now

const contentOf = ({ cert, key = '' }: PemPair): string => `${cert}\n${key}`

async function readFiles({ certFile, keyFile }: OperatorCertificateOptions): Promise<PemPair | PemFault> {
  try {
    const key = keyFile === undefined ? undefined : await readFile(keyFile, 'utf8')
    return { cert: await readFile(certFile, 'utf8'), key }
  } catch {
    return 'a file cannot be read'
  }
}
