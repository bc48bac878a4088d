import { applyMapping, type Content } from '../../src/normalize/draft.ts'
import { template } from '../../src/normalize/summary.ts'

const BLOCK = template('PowerShell script block: {ScriptBlockText}', '{Path}')
const MODULE = template('PowerShell: {Payload}', '{ContextInfo}')
const CLASSIC = template('PowerShell: {Data}', '{Message}')

/** PowerShell's logs: script blocks (4104), module logging (4103) and the classic channel (400, 403, 600, 800). */
export const powershell: Content = (source, draft) => {
  const id = source.take('EventID')
  draft.set('process.name', 'powershell')
  if (id === 4104) {
    draft.is('script_activity', 1).end('success')
    applyMapping(source, draft, {
      ScriptBlockText: 'script.script_content',
      Path: 'script.file.path',
      ScriptBlockId: 'script.uid',
    })
    draft.summary = BLOCK(source.fields)
  } else if (id === 4103) {
    draft.is('script_activity', 1).end('success')
    applyMapping(source, draft, {
      Payload: 'script.script_content',
      AccountName: 'actor.user.name',
      Domain: 'actor.user.domain',
    })
    source.use('ContextInfo')
    draft.summary = MODULE(source.fields)
  } else if (id === 400 || id === 403 || id === 600 || id === 800) {
    draft.is('script_activity', 1).end('success')
    draft.summary = CLASSIC(source.fields)
  } else return false
  return true
}
