import { X509Certificate } from 'node:crypto'
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { connect } from 'node:tls'
import { DAY_MS } from '@wardline/kernel'
import { type GlobalOptions, runFile } from '../connection.ts'
import { bad, type Finding, ok, warn } from './finding.ts'

const SOON_DAYS = 14

/** The authority that agents trust, and the TLS listener's certificate. */
export async function checkCertificates(options: GlobalOptions): Promise<readonly Finding[]> {
  const file = join(options.dataDir, 'bootstrap', 'ca.pem')
  if (!existsSync(file)) return []
  const ca = readFileSync(file, 'utf8')
  const authority = dated(
    'authority that agents trust',
    new X509Certificate(ca),
    'give agents the new one before it ends',
  )
  const url = options.url?.startsWith('https:') ? options.url : runFile(options.dataDir)?.agent_url
  return url === undefined ? [authority] : [authority, await shown(url, ca)]
}

function dated(what: string, { validTo }: X509Certificate, advice: string): Finding {
  const days = Math.floor((Date.parse(validTo) - Date.now()) / DAY_MS)
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
