import { describe, expect, it } from '@jest/globals'
import { normalizeRaw } from '../../src/normalize/testing/normalize-raw.ts'

const line = (rest: string) => normalizeRaw(`<86>Nov 21 09:29:58 web1 ${rest}`)

describe('sudo', () => {
  it('reads who acts, as which user, and the command as the process', () => {
    const { event, sourceFields } = line(
      'sudo[500]:      ann : TTY=pts/0 ; PWD=/home/ann ; USER=root ; COMMAND=/usr/bin/cat /etc/shadow ; id',
    )
    expect(event).toMatchObject({
      class_uid: 1007,
      activity: 'Launch',
      outcome: 'success',
      actor: { user: { name: 'ann' } },
      user: { name: 'root' },
      process: {
        name: 'cat',
        cmd_line: '/usr/bin/cat /etc/shadow ; id',
        working_directory: '/home/ann',
        file: { path: '/usr/bin/cat' },
      },
      metadata: { log_provider: 'sudo' },
    })
    expect(event.process).toMatchObject({ parent_process: { name: 'sudo', pid: 500 } })
    expect(sourceFields).toMatchObject({ program: 'sudo', USER: 'root', COMMAND: '/usr/bin/cat /etc/shadow ; id' })
  })

  it.each([
    ['bob : user NOT in sudoers ; TTY=pts/1 ; PWD=/ ; USER=root ; COMMAND=/bin/sh', 'User not in sudoers'],
    ['bob : command not allowed ; TTY=pts/1 ; PWD=/ ; USER=root ; COMMAND=/bin/sh', 'Command not allowed'],
    ['bob : 3 incorrect password attempts ; TTY=pts/1 ; PWD=/ ; USER=root ; COMMAND=/bin/sh', 'Incorrect password'],
  ])('a refusal: %s', (message, status_detail) => {
    expect(line(`sudo: ${message}`).event).toMatchObject({
      outcome: 'failure',
      action_id: 2,
      severity: 'medium',
      status_detail,
      actor: { user: { name: 'bob' } },
      process: { cmd_line: '/bin/sh' },
    })
  })
})

describe('su and PAM', () => {
  it.each([
    ['su[9]: (to root) ann on pts/0', 'success', 'ann', 'root'],
    ['su[9]: FAILED SU (to root) ann on pts/0', 'failure', 'ann', 'root'],
    ['su: Successful su for root by ann', 'success', 'ann', 'root'],
    ["su: 'su root' failed for lonvick on /dev/pts/8", 'failure', 'lonvick', 'root'],
    ['su: BAD SU ann to root on /dev/ttyp0', 'failure', 'ann', 'root'],
    ['su: pam_unix(su:session): session opened for user root(uid=0) by ann(uid=1000)', 'success', 'ann', 'root'],
    [
      'su: pam_unix(su-l:auth): authentication failure; logname=ann uid=1000 euid=0 tty=pts/0 ruser=ann rhost=  user=root',
      'failure',
      'ann',
      'root',
    ],
  ])('%s', (message, outcome, actor, user) => {
    expect(line(message).event).toMatchObject({
      class_uid: 3002,
      outcome,
      actor: { user: { name: actor } },
      user: { name: user },
    })
  })

  it('a PAM failure of any program names its remote host', () => {
    const { event } = line(
      'vsftpd[3]: pam_unix(vsftpd:auth): authentication failure; logname= uid=0 euid=0 tty=ftp ruser=bob rhost=203.0.113.9  user=bob',
    )
    expect(event).toMatchObject({
      class_uid: 3002,
      outcome: 'failure',
      src_endpoint: { ip: '203.0.113.9' },
      user: { name: 'bob' },
      process: { name: 'vsftpd' },
    })
  })
})

describe('cron', () => {
  it('reads a job that starts', () => {
    expect(line('CRON[77]: (root) CMD (run-parts /etc/cron.hourly)').event).toMatchObject({
      event_type: 'scheduled_job_activity',
      activity: 'Start',
      actor: { user: { name: 'root' } },
      process: { cmd_line: 'run-parts /etc/cron.hourly', name: 'CRON', pid: 77 },
    })
  })
  it('reads a crontab that changes', () => {
    expect(line('crontab[78]: (ann) REPLACE (ann)').event).toMatchObject({
      activity: 'Update',
      actor: { user: { name: 'ann' } },
    })
  })
})

describe('accounts and sessions', () => {
  it.each([
    ['useradd[1]: new user: name=eve, UID=1001, GID=1001, home=/home/eve, shell=/bin/bash', 3001, 'Create', 'eve'],
    ["userdel[1]: delete user 'eve'", 3001, 'Delete', 'eve'],
    ['passwd[1]: pam_unix(passwd:chauthtok): password changed for eve', 3001, 'Password Change', 'eve'],
    ["usermod[1]: add 'eve' to group 'sudo'", 3006, 'Add User', 'eve'],
    ['systemd-logind[1]: New session 5 of user eve.', 3002, 'Logon', 'eve'],
  ])('%s', (message, class_uid, activity, user) => {
    expect(line(message).event).toMatchObject({ class_uid, activity, user: { name: user } })
  })
})

describe('firewalls that log to syslog', () => {
  it('ufw: a blocked packet is a refused connection', () => {
    const { event } = line(
      'kernel: [12.5] [UFW BLOCK] IN=eth0 OUT= MAC= SRC=198.51.100.3 DST=10.0.0.4 LEN=40 PROTO=TCP SPT=4000 DPT=23',
    )
    expect(event).toMatchObject({
      class_uid: 4001,
      activity: 'Refuse',
      action_id: 2,
      outcome: 'failure',
      src_endpoint: { ip: '198.51.100.3', port: 4000 },
      dst_endpoint: { ip: '10.0.0.4', port: 23 },
      connection_info: { protocol_name: 'tcp' },
    })
  })

  it.each([
    [
      '%ASA-4-106023: Deny tcp src outside:203.0.113.5/4431 dst inside:10.1.1.4/22 by access-group "out" [0x0, 0x0]',
      '106023',
      'Refuse',
    ],
    [
      '%ASA-6-302013: Built outbound TCP connection 17 for outside:203.0.113.5/443 (203.0.113.5/443) to inside:10.1.1.4/50123 (198.51.100.2/50123)',
      '302013',
      'Open',
    ],
    [
      '%ASA-6-302014: Teardown TCP connection 17 for outside:203.0.113.5/443 to inside:10.1.1.4/50123 duration 0:00:01 bytes 99 TCP FINs',
      '302014',
      'Close',
    ],
    [
      '%ASA-2-106001: Inbound TCP connection denied from 203.0.113.5/4431 to 10.1.1.4/22 flags SYN on interface outside',
      '106001',
      'Refuse',
    ],
    ['%SEC-6-IPACCESSLOGP: list 101 denied tcp 203.0.113.5(4431) -> 10.1.1.4(22), 1 packet', 'IPACCESSLOGP', 'Refuse'],
  ])('Cisco: %s', (message, code, activity) => {
    const { event } = normalizeRaw(`<166>Nov 21 2026 09:29:58 fw1 : ${message}`)
    // An ASA writes the outer side first, whoever asked. The inner one asked where the port of a service is outside.
    const [outer, inner] = [{ ip: '203.0.113.5' }, { ip: '10.1.1.4' }]
    const [from, to] = message.includes(':203.0.113.5/443 ') ? [inner, outer] : [outer, inner]
    expect(event).toMatchObject({
      class_uid: 4001,
      activity,
      outcome: activity === 'Refuse' ? 'failure' : 'success',
      metadata: { event_code: code, product: { vendor_name: 'Cisco' } },
      src_endpoint: from,
      dst_endpoint: to,
      device: { hostname: 'fw1' },
    })
  })
})
