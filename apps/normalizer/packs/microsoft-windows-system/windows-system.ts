import { applyMapping, type Content } from '../../src/normalize/draft.ts'
import { template } from '../../src/normalize/summary.ts'

const INSTALLED = template(
  'Service installed: {ServiceName}',
  '{ImagePath}',
  '{ServiceType} {StartType}',
  'as {AccountName}',
)
const STATE = template('Service {param1}', 'is {param2}')
const START_TYPE = template('Start type of service {param1}', 'changed from {param2}', 'to {param3}', '({param4})')
const CLEARED = template('Event log {Channel} cleared', '{BackupPath}', 'by {SubjectDomainName}\\{SubjectUserName}')

/** The System log: services installed and changed, logs cleared. */
export const windowsSystem: Content = (source, draft) => {
  switch (source.take('EventID')) {
    case 7045:
      draft.is('windows_service_activity', 1).end('success').atLeast(3)
      applyMapping(source, draft, {
        ServiceName: 'win_service.name',
        ImagePath: 'win_service.cmd_line',
        AccountName: 'win_service.run_as',
        ServiceType: 'win_service.service_type',
        StartType: 'win_service.service_start_type',
      })
      draft.summary = INSTALLED(source.fields)
      return true
    case 7036: {
      const stopped = /stop/i.test(source.text('param2') ?? source.text('Message') ?? '')
      draft
        .is('windows_service_activity', stopped ? 4 : 3)
        .end('success')
        .set('win_service.name', source.text('param1'))
      if (source.text('param1')) draft.summary = STATE(source.fields)
      else return fromMessage(source.text('Message'), draft)
      return true
    }
    case 7040:
      draft.is('windows_service_activity', 2).end('success').atLeast(2).set('win_service.name', source.text('param1'))
      if (source.text('param1')) draft.summary = START_TYPE(source.fields)
      else return fromMessage(source.text('Message'), draft)
      return true
    case 104:
    case 1102:
      draft.is('event_log_activity', 1).end('success').atLeast(4)
      applyMapping(source, draft, { SubjectUserName: 'actor.user.name', SubjectDomainName: 'actor.user.domain' })
      draft.summary = CLEARED(source.fields)
      return true
    default:
      return false
  }
}

function fromMessage(message: string | undefined, draft: { summary: string | undefined }): boolean {
  draft.summary = message
  return message !== undefined
}
