// The way out of a service under test that leads to simulated providers without a socket: what the real one promises, on values.
import { type Egress, EgressFault, type EgressRequest } from '@wardline/http'
import type { Simulator } from './simulator.ts'

/** @param hosts simulators by origin. */
export function simulatedEgress(hosts: Readonly<Record<string, Simulator>>): Egress {
  return {
    urlFault: url => (URL.canParse(url) ? undefined : 'must be a URL'),
    close: async () => {},
    async send(request: EgressRequest) {
      request.signal?.throwIfAborted()
      const url = new URL(request.url)
      const simulator = Object.hasOwn(hosts, url.origin) ? hosts[url.origin] : undefined
      if (!simulator) throw new EgressFault('refused')
      const { method = 'GET', headers = {}, body = '' } = request
      const answer = simulator.answer({ method, url, headers, body: body.toString() })
      if (answer.broken === 'hangs') throw new EgressFault('timeout')
      if (answer.broken === 'cut') throw new EgressFault('unreachable')
      if (answer.status >= 300 && answer.status < 400) throw new EgressFault('refused')
      const bytes = Buffer.from(answer.body)
      if (bytes.length > request.maxBytes) throw new EgressFault('too_large')
      return { status: answer.status, headers: answer.headers, body: bytes }
    },
  }
}
