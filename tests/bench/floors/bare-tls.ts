// What TLS and HTTP alone cost in Node: a server with the platform's TLS options that reads a body and answers with as many bytes.
import { constants } from 'node:crypto'
import { once } from 'node:events'
import { createServer } from 'node:https'
import type { AddressInfo } from 'node:net'
import { createAuthority, createServerCertificate } from '@wardline/pki'

const now = Date.now()
const authority = await createAuthority({ commonName: 'Floor', now, days: 1 })
const { certificatePem, privateKeyPem } = await createServerCertificate({
  authority,
  hostnames: ['127.0.0.1'],
  now,
  days: 1,
})
const answer = Buffer.alloc(Number(process.argv[2] ?? 2_500), 'x')
const server = createServer(
  {
    cert: certificatePem,
    key: privateKeyPem,
    minVersion: 'TLSv1.2',
    requestCert: true,
    rejectUnauthorized: false,
    secureOptions: constants.SSL_OP_NO_TICKET | constants.SSL_OP_NO_RENEGOTIATION,
  },
  (request, response) => {
    request.resume().once('end', () => {
      response.setHeader('Content-Type', 'application/json')
      response.setHeader('Content-Length', answer.length)
      response.end(answer)
    })
  },
)
server.listen(0, '127.0.0.1')
await once(server, 'listening')
const { port } = server.address() as AddressInfo
process.send?.({ agentUrl: `https://127.0.0.1:${port}`, ca: authority.certificatePem })
process.on('disconnect', () => process.exit())
