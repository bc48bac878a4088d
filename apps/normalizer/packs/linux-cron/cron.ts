import type { ReadMessage } from '../../src/packs/read-message.ts'

const LINE = /^\(([^)\s]{1,256})\) ([A-Z][A-Z ]{1,32}) \(([\s\S]*)\)\s*$/
const ACTIVITIES: Readonly<Record<string, number>> = {
  CMD: 6,
  CMDEND: 99,
  REPLACE: 2,
  DELETE: 3,
  RELOAD: 2,
  'BEGIN EDIT': 2,
  'END EDIT': 2,
  LIST: 99,
}

/** cron and crontab: `(root) CMD (run-parts /etc/cron.hourly)`, `(ann) REPLACE (ann)`. */
export const cron: ReadMessage = (message, draft) => {
  const line = LINE.exec(message)
  const activity = line && Object.hasOwn(ACTIVITIES, line[2]!) ? ACTIVITIES[line[2]!] : undefined
  if (!line || activity === undefined) return false
  draft.is('scheduled_job_activity', activity).end('success')
  if (line[1] !== '*system*' && line[1] !== 'CRON') draft.set('actor.user.name', line[1])
  const what = line[3]!.trim()
  if (line[2] === 'CMD') draft.set('process.cmd_line', what).set('job.cmd_line', what).set('user.name', line[1])
  else draft.set('job.name', what)
  return true
}
