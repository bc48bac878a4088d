import { X509Certificate } from 'node:crypto'
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { connect } from 'node:tls'
import { DAY_MS } from '@wardline/kernel'
import { readPair, SOON_MS } from '@wardline/service-kit'
import { environment } from '../config.ts'
import { type GlobalOptions, runFile } from '../connection.ts'
import { bad, type Finding, ok, warn } from './finding.ts'

const SOON_DAYS = SOON_MS / DAY_MS
/** Settings that name a certificate, with the one that names its key. */
const OPERATOR_FILES: readonly (readonly [cert: string, key?: string])[] = [
  ['WARDLINE_TLS_CERT_FILE', 'WARDLINE_TLS_KEY_FILE'],
  ['WARDLINE_INTERNAL_TLS_CERT_FILE', 'WARDLINE_INTERNAL_TLS_KEY_FILE'],
  ['WARDLINE_INTERNAL_TLS_CA_FILE'],
  ['WARDLINE_AGENT_CA_CERT_FILE'],
  ['WARDLINE_TRUSTED_PROXY_CA_FILE'],
  ['WARDLINE_KAFKA_CA_FILE'],
  ['WARDLINE_SCHEMA_REGISTRY_CA_FILE'],
  ['WARDLINE_MONGODB_CA_FILE'],
  ['WARDLINE_OPENSEARCH_CA_FILE'],
]

/** The operator's certificate files, the authority that agents trust, and the TLS listener's certificate. */
export async function checkCertificates(options: GlobalOptions): Promise<readonly Finding[]> {
  const given = OPERATOR_FILES.flatMap(([cert, key]) => operatorFile(cert, key))
  const file = join(options.dataDir, 'bootstrap', 'ca.pem')
  if (!existsSync(file)) return given
  const what = 'authority that agents trust'
  let ca: string
  let authority: Finding
  try {
    ca = readFileSync(file, 'utf8')
    authority = dated(what, new X509Certificate(ca), 'give agents the new one before it ends')
  } catch {
    const advice = 'start Wardline again: every start writes it anew'
    return [...given, bad(what, 'bootstrap/ca.pem is no certificate, or cannot be read', advice)]
  }
  const url = options.url?.startsWith('https:') ? options.url : runFile(options.dataDir)?.agent_url
  return url === undefined ? [...given, authority] : [...given, authority, await shown(url, ca)]
}

function operatorFile(certName: string, keyName: string | undefined): readonly Finding[] {
  const env = environment()
  const read = (name: string): string => readFileSync(env[name] ?? '', 'utf8')
  if (!env[certName]) return []
  const replace = 'replace the file; Wardline reads those of its listeners again by itself'
  try {
    const found = readPair({ cert: read(certName), key: keyName === undefined ? undefined : read(keyName) })
    return [typeof found === 'string' ? bad(certName, found, replace) : datedAt(certName, found.notAfter, replace)]
  } catch {
    return [bad(certName, 'the file, or that of its key, cannot be read', 'correct its name or its permissions')]
  }
}

const dated = (what: string, { validTo }: X509Certificate, advice: string): Finding =>
  datedAt(what, Date.parse(validTo), advice)

function datedAt(what: string, notAfter: number, advice: string): Finding {
  const days = Math.floor((notAfter - Date.now()) / DAY_MS)
  if (days < 0) return bad(what, `ended ${-days} days ago`, advice)
  return days < SOON_DAYS ? warn(what, `ends in ${days} days`, advice) : ok(what, `ends in ${days} days`)
}

function shown(url: string, ca: string): Promise<Finding> {
  const { hostname, port } = new URL(url)
  return new Promise(resolve => {
    const socket = connect(
      { host: hostname, port: Number(port || 443), ca, rejectUnauthorized: false, timeout: 5_000 },
      () => {
        const certificate = socket.getPeerX509Certificate()
        const finding =
          certificate && dated('certificate of the TLS listener', certificate, 'restart the gateway: it renews its own')
        const trusted = socket.authorized ? undefined : String(socket.authorizationError)
        socket.destroy()
        resolve(
          trusted === undefined && finding
            ? finding
            : bad(
                'certificate of the TLS listener',
                `not trusted: ${trusted}`,
                'agents will not connect: see WARDLINE_AGENT_HOSTNAMES and WARDLINE_TLS_CERT_FILE',
              ),
        )
      },
    )
    const fail = (): void => {
      socket.destroy()
      resolve(bad('certificate of the TLS listener', `${url} does not respond`, 'agents cannot connect'))
    }
    socket.once('error', fail).once('timeout', fail)
  })
}
