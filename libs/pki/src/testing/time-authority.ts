import { execFileSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { timeStampRequest } from '../time-stamps/index.ts'

const CONFIG = `
[tsa]
serial = serial
default_policy = 1.2.3.4.1
signer_digest = sha256
digests = sha256
ess_cert_id_chain = no
ess_cert_id_alg = sha256
[tsa_other]
serial = serial
default_policy = 1.2.3.4.1
signer_digest = sha256
digests = sha512
`
const TIME_STAMPING = 'extendedKeyUsage=critical,timeStamping'

/**
 * An RFC 3161 authority that OpenSSL runs, with its files in a temporary folder. `tsa` is its certificate for time stamps. `web` has another
 * purpose. `impostor` has the same names and comes from another root.
 */
export function timeAuthority() {
  const dir = mkdtempSync(join(tmpdir(), 'wardline-tsa-'))
  const at = (name: string): string => join(dir, name)
  const openssl = (...args: string[]): void => {
    execFileSync('openssl', args, { cwd: dir, stdio: 'pipe' })
  }
  writeFileSync(at('openssl.cnf'), CONFIG)
  const key = ['-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:prime256v1', '-nodes', '-keyout']
  const root = (name: string) =>
    openssl('req', '-x509', ...key, `${name}.key`, '-out', `${name}.pem`, '-days', '2', '-subj', '/CN=Test time root')
  const leaf = (name: string, issuer: string, subject: string, usage: string) => {
    openssl('req', ...key, `${name}.key`, '-out', `${name}.csr`, '-subj', subject)
    writeFileSync(at(`${name}.ext`), `${usage}\n`)
    const by = ['-CA', `${issuer}.pem`, '-CAkey', `${issuer}.key`, '-CAcreateserial']
    openssl('x509', '-req', '-in', `${name}.csr`, ...by, '-out', `${name}.pem`, '-days', '2', '-extfile', `${name}.ext`)
  }
  root('root')
  root('other')
  leaf('tsa', 'root', '/O=Test/CN=Test time authority', TIME_STAMPING)
  leaf('web', 'root', '/CN=web.example', 'extendedKeyUsage=serverAuth')
  leaf('impostor', 'other', '/O=Test/CN=Test time authority', TIME_STAMPING)

  function reply(
    query: Buffer,
    { signer = 'tsa', section = 'tsa' }: { signer?: 'tsa' | 'impostor'; section?: string } = {},
  ): Buffer {
    writeFileSync(at('query.tsq'), query)
    const by = ['-config', 'openssl.cnf', '-section', section, '-signer', `${signer}.pem`, '-inkey', `${signer}.key`]
    openssl('ts', '-reply', '-queryfile', 'query.tsq', ...by, '-out', 'answer.tsr')
    return readFileSync(at('answer.tsr'))
  }

  return {
    rootFile: at('root.pem'),
    root: readFileSync(at('root.pem'), 'utf8'),
    otherRoot: readFileSync(at('other.pem'), 'utf8'),
    read: (name: string): Buffer => readFileSync(at(name)),
    openssl,
    reply,
    /** A stamp of now over a message. */
    stamp(message: Buffer) {
      const request = timeStampRequest(message)
      return request.read(reply(request.der))
    },
    /** A reply that `web` signed. OpenSSL makes none, so what `tsa` says is taken out and signed again. */
    replyOfWeb(query: Buffer): Buffer {
      reply(query)
      openssl('ts', '-reply', '-in', 'answer.tsr', '-token_out', '-out', 'token.der')
      openssl('cms', '-verify', '-inform', 'DER', '-in', 'token.der', '-noverify', '-out', 'info.der')
      const what = ['-in', 'info.der', '-binary', '-nodetach', '-econtent_type', '1.2.840.113549.1.9.16.1.4', '-cades']
      const how = ['-md', 'sha256', '-signer', 'web.pem', '-inkey', 'web.key', '-outform', 'DER', '-out', 'web.der']
      openssl('cms', '-sign', ...what, ...how)
      openssl('ts', '-reply', '-in', 'web.der', '-token_in', '-out', 'web.tsr')
      return readFileSync(at('web.tsr'))
    },
    /** Whether OpenSSL accepts a token for a message. */
    accepts(token: Buffer, message: Buffer): boolean {
      writeFileSync(at('token.der'), token)
      writeFileSync(at('message'), message)
      try {
        openssl('ts', '-verify', '-data', 'message', '-in', 'token.der', '-token_in', '-CAfile', 'root.pem')
        return true
      } catch {
        return false
      }
    },
    /** Answers over plain HTTP on a free port of 127.0.0.1. @param answer what is sent for a query; undefined never answers */
    async listen(answer: (query: Buffer) => Buffer | undefined = query => reply(query)) {
      const server = createServer(async (request, response) => {
        const body = Buffer.concat(await request.toArray())
        const sent = request.headers['content-type'] === 'application/timestamp-query' ? answer(body) : Buffer.alloc(0)
        if (sent) response.writeHead(200, { 'content-type': 'application/timestamp-reply' }).end(sent)
      })
      await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve))
      const host = `127.0.0.1:${(server.address() as AddressInfo).port}`
      return {
        host,
        url: `http://${host}/`,
        close() {
          server.closeAllConnections()
          server.close()
        },
      }
    },
    remove: () => rmSync(dir, { recursive: true, force: true }),
  }
}
