import type { ContentKind } from '../formats/parsed.ts'
import type { Content } from '../normalize/draft.ts'
import { auditd } from './auditd.ts'
import { cef, leef } from './cef.ts'
import { cloudtrail } from './cloudtrail.ts'
import { ecs } from './ecs.ts'
import { generic } from './json.ts'
import { macos } from './macos.ts'
import { ocsf } from './ocsf.ts'
import { syslog } from './syslog.ts'
import { web } from './web.ts'
import { windows } from './windows.ts'

const text: Content = (source, draft) => {
  draft.summary = source.text('message')
  return false
}

/** The mapping to OCSF for each kind of log. */
export const CONTENT: Readonly<Record<ContentKind, Content>> = {
  syslog,
  windows,
  cef,
  leef,
  auditd,
  web,
  macos,
  cloudtrail,
  ocsf,
  ecs,
  json: generic,
  kv: generic,
  text,
}
