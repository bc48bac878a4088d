import { applyMapping, type Content } from '../../src/normalize/draft.ts'
import { severityOfWord } from '../../src/normalize/severity.ts'
import { pam } from '../linux-pam/pam.ts'
import { sudo } from '../linux-sudo/sudo.ts'
import { sshd } from '../openbsd-openssh/sshd.ts'

/** macOS unified log: the message as written. Messages of sshd, sudo and PAM are also parsed. */
export const macos: Content = (source, draft) => {
  applyMapping(source, draft, {
    processImagePath: 'process.file.path',
    processID: 'process.pid',
    host: 'device.hostname',
    subsystem: 'metadata.log_provider',
    userID: 'actor.user.uid',
  })
  draft
    .set('device.os.type', 'macOS')
    .set('metadata.product.name', 'unified log')
    .set('metadata.product.vendor_name', 'Apple')
  draft.atLeast(severityOfWord(source.text('messageType')) ?? 1)
  const path = source.first('process', 'processImagePath') ?? ''
  const name = path.slice(path.lastIndexOf('/') + 1)
  const message = source.text('eventMessage') ?? ''
  source.use('timestamp', 'formatString', 'machTimestamp')
  if (!pam(message, draft, source)) {
    if (name.startsWith('sshd')) sshd(message, draft, source)
    else if (name === 'sudo') sudo(message, draft, source)
  }
  draft.set('process.name', name)
  draft.summary = message || undefined
  return true
}
