/** `Nov 22 08:05:00`, as RFC 3164 writes a time: without year and zone. Now unless given; UTC. */
export function syslogTime(at = new Date()): string {
  const [, day, month, , time] = at.toUTCString().split(' ')
  return `${month} ${String(Number(day)).padStart(2)} ${time}`
}
