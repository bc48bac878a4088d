/** A rule that matches `{action: 'open', what: …secret-door…}` of the product `app`. */
export const rule = (extra = '', value = 'secret-door') => `title: Door
id: 11111111-1111-4111-8111-111111111111
status: stable
author: Ann
license: MIT
tags: [attack.t1110]
logsource:
  product: app
detection:
  selection:
    action: open
    what|contains: ${value}
  condition: selection
level: high
${extra}`

/** What correlations count: one opened door. */
export const door = `title: One door
name: door
logsource: { product: app }
detection:
  selection: { action: open }
  condition: selection
`

/** Three opened doors of one `who` within a minute. */
export const correlation = `title: Many doors
id: 22222222-2222-4222-8222-222222222222
correlation:
  type: event_count
  rules: [door]
  group-by: [who]
  timespan: 1m
  condition: { gte: 3 }
level: critical
---
${door}`
