import { describe, expect, it } from '@jest/globals'
import { normalizeRaw } from '../../src/normalize/testing/normalize-raw.ts'

const sshd = (message: string) => normalizeRaw(`<38>Nov 21 09:29:58 web1 sshd[4242]: ${message}`).event

describe('every sshd message is Authentication (3002)', () => {
  it.each([
    ['Failed password for root from 203.0.113.9 port 52144 ssh2', 'failure', 'root', '203.0.113.9', 52144, 'password'],
    [
      'Failed password for invalid user ann from 2001:db8::9 port 4 ssh2',
      'failure',
      'ann',
      '2001:db8::9',
      4,
      'password',
    ],
    [
      'Failed publickey for git from 10.0.0.5 port 50000 ssh2: RSA SHA256:abc',
      'failure',
      'git',
      '10.0.0.5',
      50000,
      'publickey',
    ],
    [
      'Failed keyboard-interactive/pam for bob from 10.0.0.5 port 1 ssh2',
      'failure',
      'bob',
      '10.0.0.5',
      1,
      'keyboard-interactive/pam',
    ],
    ['Accepted password for ann from 10.0.0.5 port 50001 ssh2', 'success', 'ann', '10.0.0.5', 50001, 'password'],
    [
      'Accepted publickey for ann from 10.0.0.5 port 50001 ssh2: ED25519 SHA256:AbCdEfGhIjKlMnOpQrStUvWx',
      'success',
      'ann',
      '10.0.0.5',
      50001,
      'publickey',
    ],
    [
      'Accepted gssapi-with-mic for ann@CORP.EXAMPLE from 10.0.0.5 port 50001 ssh2',
      'success',
      'ann@CORP.EXAMPLE',
      '10.0.0.5',
      50001,
      'gssapi-with-mic',
    ],
  ])('%s', (message, outcome, user, ip, port, method) => {
    expect(sshd(message)).toMatchObject({
      class_uid: 3002,
      category: 'identity_access_management',
      event_type: 'authentication',
      activity: 'Logon',
      activity_id: 1,
      outcome,
      status_id: outcome === 'success' ? 1 : 2,
      severity: outcome === 'success' ? 'informational' : 'low',
      user: { name: user },
      src_endpoint: { ip, port },
      auth_protocol: method,
      device: { hostname: 'web1' },
      process: { name: 'sshd', pid: 4242 },
      metadata: { log_provider: 'sshd' },
      summary: message,
    })
  })

  it.each([
    ['Invalid user oracle from 203.0.113.9 port 40000', 'oracle'],
    ['Invalid user oracle from 203.0.113.9', 'oracle'],
    ['User bob from 203.0.113.9 not allowed because not listed in AllowUsers', 'bob'],
    ['error: maximum authentication attempts exceeded for root from 203.0.113.9 port 22 ssh2 [preauth]', 'root'],
    ['Disconnecting authenticating user root 203.0.113.9 port 22: Too many authentication failures [preauth]', 'root'],
    [
      'pam_unix(sshd:auth): authentication failure; logname= uid=0 euid=0 tty=ssh ruser= rhost=203.0.113.9  user=root',
      'root',
    ],
    ['PAM 2 more authentication failures; logname= uid=0 euid=0 tty=ssh ruser= rhost=203.0.113.9  user=root', 'root'],
    ['message repeated 3 times: [ Failed password for root from 203.0.113.9 port 52144 ssh2]', 'root'],
  ])('a failed logon: %s', (message, user) => {
    expect(sshd(message)).toMatchObject({
      class_uid: 3002,
      outcome: 'failure',
      user: { name: user },
      src_endpoint: { ip: '203.0.113.9' },
    })
  })

  it('takes the last address, because a stranger can type anything as a user name', () => {
    const message = 'Failed password for invalid user x from 10.0.0.1 port 1 ssh2 from 203.0.113.9 port 2 ssh2'
    expect(sshd(message)).toMatchObject({
      src_endpoint: { ip: '203.0.113.9', port: 2 },
      user: { name: 'x from 10.0.0.1 port 1 ssh2' },
    })
  })

  it('reads an empty user name as no user', () => {
    const event = sshd('Invalid user  from 203.0.113.9 port 40000')
    expect(event).toMatchObject({ outcome: 'failure', src_endpoint: { ip: '203.0.113.9' } })
    expect(event.user).toBeUndefined()
  })

  it.each([
    ['pam_unix(sshd:session): session opened for user ann(uid=1000) by (uid=0)', 1, 'Logon'],
    ['pam_unix(sshd:session): session closed for user ann', 2, 'Logoff'],
    ['Disconnected from user ann 10.0.0.5 port 50001', 2, 'Logoff'],
    ['Received disconnect from 10.0.0.5 port 50001:11: disconnected by user', 2, 'Logoff'],
    ['Received disconnect from 10.0.0.5: 11: Bye Bye', 2, 'Logoff'],
  ])('%s', (message, activity_id, activity) => {
    expect(sshd(message)).toMatchObject({ class_uid: 3002, activity_id, activity, outcome: 'success' })
  })

  it('gives no outcome to a connection that ends before a logon', () => {
    expect(sshd('Connection closed by authenticating user root 203.0.113.9 port 22 [preauth]')).toMatchObject({
      class_uid: 3002,
      activity: 'Other',
      outcome: 'unknown',
      user: { name: 'root' },
      src_endpoint: { ip: '203.0.113.9', port: 22 },
    })
  })

  it('reads the split daemon of newer OpenSSH', () => {
    const { event } = normalizeRaw(
      'Nov 21 09:29:58 web1 sshd-session[7]: Accepted password for ann from 10.0.0.5 port 5 ssh2',
    )
    expect(event).toMatchObject({ class_uid: 3002, outcome: 'success', metadata: { log_provider: 'sshd-session' } })
  })
})
