import { definePack, type Line } from '../../src/packs/kit.ts'

const IP = '[0-9A-Fa-f.:]{2,45}'
/** `wireguard: wg0: … peer 3 (203.0.113.9:51820)`, as the kernel writes it with dynamic debug. */
const PEER = `peer (?<peer>\\d{1,9}) \\((?:(?<peer_ip>\\d{1,3}(?:\\.\\d{1,3}){3})|\\[(?<peer_ip6>[0-9A-Fa-f:.]{2,45})\\]|\\(einval\\)):?(?<peer_port>\\d{0,5})\\)`
const HEAD = '^(?:\\[ {0,8}\\d{1,12}\\.\\d{1,9}\\] )?(?:wireguard: )?(?<interface>[\\w.=+-]{1,15}): '

const tunnel = (title: string, text: string, activity: number, more: Partial<Line> = {}): Line => ({
  title,
  match: new RegExp(`${HEAD}${text}`),
  class: 'tunnel_activity',
  activity,
  severity: 1,
  facts: { tunnel_type: 'WireGuard' },
  map: {
    peer_ip: 'src_endpoint.ip',
    peer_ip6: 'src_endpoint.ip',
    peer_port: 'src_endpoint.port',
    interface: 'tunnel_interface.name',
  },
  ...more,
})

export const pack = definePack({
  id: 'wireguard-wireguard',
  vendor: 'WireGuard',
  product: 'WireGuard',
  names: ['wg', 'wg-quick'],
  docs: ['https://www.wireguard.com/quickstart/#debug-info'],
  send: "The kernel's messages after: echo module wireguard +p > /sys/kernel/debug/dynamic_debug/control.",
  marks: {
    tags: ['wireguard'],
    heads: ['wireguard: ', '[<n>.<n>] wireguard: ', '[ <n>.<n>] wireguard: '],
  },
  lines: [
    tunnel('Handshake begins', `Receiving handshake initiation from ${PEER}`, 1),
    tunnel('Handshake answered', `Sending handshake response to ${PEER}`, 1),
    tunnel('Handshake begun by us', `Sending handshake initiation to ${PEER}`, 1, {
      map: {
        peer_ip: 'dst_endpoint.ip',
        peer_ip6: 'dst_endpoint.ip',
        peer_port: 'dst_endpoint.port',
        interface: 'tunnel_interface.name',
      },
    }),
    tunnel('Answer to our handshake', `Receiving handshake response from ${PEER}`, 1, { ends: 'success' }),
    tunnel('Keys made', 'Keypair \\d{1,20} created for peer (?<peer>\\d{1,9})', 3, { ends: 'success' }),
    tunnel('Keys removed', 'Keypair \\d{1,20} destroyed for peer (?<peer>\\d{1,9})', 99),
    tunnel(
      'Handshake not answered',
      `Handshake for ${PEER} did not complete after \\d{1,9} (?:seconds|attempts), `,
      99,
      {
        ends: 'failure',
      },
    ),
    tunnel('Keep-alive', `(?:Receiving|Sending) keepalive packet (?:from|to) ${PEER}`, 99),
    tunnel(
      'Packet that is no handshake',
      `Invalid (?:handshake initiation|handshake response|MAC of handshake), dropping packet from (?:(?<peer_ip>\\d{1,3}(?:\\.\\d{1,3}){3})|\\[(?<peer_ip6>[0-9A-Fa-f:.]{2,45})\\]):(?<peer_port>\\d{1,5})`,
      99,
      { ends: 'refused', severity: 2 },
    ),
    tunnel(
      'Packet with an address that the peer may not use',
      `Packet has unallowed src IP \\((?<inner>${IP})\\) from ${PEER}`,
      99,
      { ends: 'refused', severity: 2 },
    ),
    {
      title: 'Interface made or removed',
      match: new RegExp(
        `${HEAD}(?:Interface (?<state>created|destroyed)|Peer \\d{1,9} (?<peer_state>created|destroyed))`,
      ),
      class: 'tunnel_activity',
      activity: 99,
      severity: 1,
      facts: { tunnel_type: 'WireGuard' },
      map: { interface: 'tunnel_interface.name' },
    },
  ],
})
