import { type Egress, EgressFault } from '@wardline/http'

/** An egress that reaches nobody. */
export const NO_WAY_OUT: Egress = {
  send: () => Promise.reject(new EgressFault('unreachable')),
  urlFault: () => undefined,
  close: async () => {},
}
