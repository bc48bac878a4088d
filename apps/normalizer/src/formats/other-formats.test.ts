import { describe, expect, it } from '@jest/globals'
import { normalizeRaw } from '../normalize/testing/normalize-raw.ts'

describe('JSON by its shape', () => {
  it('OCSF 1.1 or later keeps class, category, activity and severity', () => {
    const ocsf = {
      class_uid: 3002,
      category_uid: 3,
      activity_id: 2,
      activity_name: 'Logoff',
      severity_id: 4,
      status_id: 1,
      time: 1_795_253_398_123,
      metadata: { version: '1.1.0', product: { name: 'IdP' } },
      user: { name: 'ann' },
      src_endpoint: { ip: '10.0.0.5', port: 50123 },
      message: 'ann left',
      enrichments: 'x',
    }
    expect(normalizeRaw(ocsf).event).toMatchObject({
      class_uid: 3002,
      category_uid: 3,
      category: 'identity_access_management',
      event_type: 'authentication',
      activity: 'Logoff',
      activity_id: 2,
      severity: 'high',
      outcome: 'success',
      event_time: '2026-11-21T09:29:58.123Z',
      user: { name: 'ann' },
      src_endpoint: { ip: '10.0.0.5', port: 50123 },
      metadata: { product: { name: 'IdP' } },
      summary: 'ann left',
      unmapped: { enrichments: 'x' },
      parser: { name: 'ocsf' },
    })
    expect(normalizeRaw({ ...ocsf, class_uid: 6008, category_uid: 6 }).event).toMatchObject({
      class_uid: 6008,
      event_type: 'application_error',
      category: 'application_activity',
    })
    expect(normalizeRaw({ ...ocsf, metadata: { version: '1.0.0' } }).event).toMatchObject({ parser: { name: 'json' } })
  })

  it('ECS', () => {
    const { event } = normalizeRaw({
      '@timestamp': '2026-11-21T09:29:58.123Z',
      ecs: { version: '8.11' },
      event: { category: ['authentication'], type: ['start'], outcome: 'failure', code: '42' },
      user: { name: 'bob' },
      source: { ip: '203.0.113.9', port: 5 },
      host: { name: 'web1' },
      message: 'bad login',
    })
    expect(event).toMatchObject({
      class_uid: 3002,
      activity: 'Logon',
      outcome: 'failure',
      user: { name: 'bob' },
      src_endpoint: { ip: '203.0.113.9', port: 5 },
      device: { hostname: 'web1' },
      metadata: { event_code: '42' },
    })
  })

  it('plain JSON is read by common names', () => {
    expect(
      normalizeRaw({
        time: '2026-11-21T09:29:58Z',
        level: 'warning',
        method: 'POST',
        url: '/login',
        status: 401,
        client_ip: '10.0.0.5',
        user: 'ann',
      }).event,
    ).toMatchObject({
      class_uid: 4002,
      activity: 'Post',
      outcome: 'failure',
      severity: 'medium',
      http_request: { http_method: 'POST', url: { url_string: '/login' } },
      http_response: { code: 401 },
      src_endpoint: { ip: '10.0.0.5' },
      actor: { user: { name: 'ann' } },
    })
    expect(
      normalizeRaw({ event: 'user.login', result: 'success', username: 'ann', ip: '10.0.0.5' }).event,
    ).toMatchObject({ class_uid: 3002, outcome: 'success', user: { name: 'ann' } })
    expect(
      normalizeRaw({ src_ip: '10.0.0.5', dst_ip: '10.0.0.6', dst_port: '22', action: 'deny' }).event,
    ).toMatchObject({ class_uid: 4001, action_id: 2, outcome: 'failure', dst_endpoint: { ip: '10.0.0.6', port: 22 } })
    expect(normalizeRaw({ hello: 'world', n: 1 })).toMatchObject({
      parsed: 'parsed',
      format: 'json',
      event: { class_uid: 0, summary: 'hello=world n=1', unmapped: { hello: 'world', n: 1 } },
      sourceFields: { hello: 'world', n: 1 },
    })
  })

  it('journald is read as syslog', () => {
    expect(
      normalizeRaw({
        __REALTIME_TIMESTAMP: '1795253398123456',
        _HOSTNAME: 'web1',
        SYSLOG_IDENTIFIER: 'sshd',
        _PID: '77',
        PRIORITY: '6',
        MESSAGE: 'Accepted password for ann from 10.0.0.5 port 5 ssh2',
      }).event,
    ).toMatchObject({
      class_uid: 3002,
      outcome: 'success',
      event_time: '2026-11-21T09:29:58.123Z',
      process: { pid: 77 },
      device: { hostname: 'web1' },
    })
  })

  it('JSON is read as the message of a syslog line', () => {
    expect(
      normalizeRaw(
        '<14>Nov 21 09:29:58 web1 app[7]: {"user":"ann","action":"login","outcome":"failure","src_ip":"10.0.0.5"}',
        { format: 'syslog' },
      ),
    ).toMatchObject({
      format: 'json',
      event: { class_uid: 3002, outcome: 'failure', device: { hostname: 'web1' }, user: { name: 'ann' } },
    })
  })

  it('CloudTrail', () => {
    const { event, sourceFields } = normalizeRaw({
      eventVersion: '1.08',
      userIdentity: { type: 'IAMUser', userName: 'ann', arn: 'arn:aws:iam::1:user/ann' },
      eventTime: '2026-11-21T09:29:58Z',
      eventSource: 'iam.amazonaws.com',
      eventName: 'CreateUser',
      awsRegion: 'us-east-1',
      sourceIPAddress: '203.0.113.9',
      errorCode: 'AccessDenied',
    })
    expect(event).toMatchObject({
      class_uid: 3001,
      activity: 'Create',
      outcome: 'failure',
      api: { operation: 'CreateUser', service: { name: 'iam.amazonaws.com' } },
      actor: { user: { name: 'ann' } },
      src_endpoint: { ip: '203.0.113.9' },
      event_time: '2026-11-21T09:29:58.000Z',
    })
    expect(sourceFields).toMatchObject({ eventName: 'CreateUser', 'userIdentity.type': 'IAMUser' })
  })
})

describe('auditd', () => {
  it('joins the records of one serial and decodes hex', () => {
    const raw = [
      'type=SYSCALL msg=audit(1795253398.123:42): arch=c000003e syscall=59 success=yes ppid=100 pid=101 auid=1000 uid=0 comm="cat" exe="/usr/bin/cat" key="exec"',
      'type=EXECVE msg=audit(1795253398.123:42): argc=2 a0="cat" a1=2F746D702F612062',
      'type=PROCTITLE msg=audit(1795253398.123:42): proctitle=636174002F746D702F612062',
    ].join('\n')
    const { event, sourceFields } = normalizeRaw(raw)
    expect(event).toMatchObject({
      class_uid: 1007,
      outcome: 'success',
      event_time: '2026-11-21T09:29:58.123Z',
      process: {
        name: 'cat',
        pid: 101,
        cmd_line: 'cat /tmp/a b',
        file: { path: '/usr/bin/cat' },
        parent_process: { pid: 100 },
      },
      actor: { user: { uid: '1000' } },
    })
    expect(sourceFields).toMatchObject({
      type: 'SYSCALL',
      syscall: '59',
      exe: '/usr/bin/cat',
      a0: 'cat',
      a1: '/tmp/a b',
      proctitle: 'cat /tmp/a b',
      key: 'exec',
    })
  })

  it('a failed login', () => {
    const raw = `node=web1 type=USER_LOGIN msg=audit(1795253398.123:43): pid=1 uid=0 auid=4294967295 msg='op=login acct="bob" exe="/usr/sbin/sshd" hostname=? addr=203.0.113.9 terminal=ssh res=failed'`
    expect(normalizeRaw(raw).event).toMatchObject({
      class_uid: 3002,
      outcome: 'failure',
      user: { name: 'bob' },
      src_endpoint: { ip: '203.0.113.9' },
      device: { hostname: 'web1' },
    })
  })
})

describe('web access', () => {
  it.each([
    [
      'combined',
      '203.0.113.9 - bob [21/Nov/2026:10:29:58 +0100] "GET /a/../etc/passwd?x=1 HTTP/1.1" 404 162 "-" "curl/8 \\"q\\""',
      'curl/8 "q"',
    ],
    ['common', '203.0.113.9 - bob [21/Nov/2026:10:29:58 +0100] "GET /a/../etc/passwd?x=1 HTTP/1.1" 404 162', undefined],
    [
      'behind syslog',
      '<190>Nov 21 09:29:58 web1 nginx: 203.0.113.9 - bob [21/Nov/2026:10:29:58 +0100] "GET /a/../etc/passwd?x=1 HTTP/1.1" 404 162 "-" "x"',
      'x',
    ],
  ])('%s', (_, raw, agent) => {
    const { event, sourceFields } = normalizeRaw(raw)
    expect(event).toMatchObject({
      class_uid: 4002,
      activity: 'Get',
      outcome: 'failure',
      event_time: '2026-11-21T09:29:58.000Z',
      src_endpoint: { ip: '203.0.113.9' },
      actor: { user: { name: 'bob' } },
      http_request: {
        http_method: 'GET',
        url: { url_string: '/a/../etc/passwd?x=1', path: '/a/../etc/passwd', query_string: 'x=1' },
      },
      http_response: { code: 404 },
    })
    expect(sourceFields).toMatchObject({
      'cs-method': 'GET',
      'sc-status': 404,
      'c-ip': '203.0.113.9',
      'cs-username': 'bob',
    })
    expect(sourceFields['cs-user-agent']).toBe(agent)
  })
})

describe('pairs', () => {
  it('logfmt', () => {
    expect(
      normalizeRaw('time=2026-11-21T09:29:58Z level=error msg="could not \\"x\\"" user=ann src_ip=10.0.0.5'),
    ).toMatchObject({
      format: 'kv',
      event: {
        severity: 'high',
        event_time: '2026-11-21T09:29:58.000Z',
        actor: { user: { name: 'ann' } },
        src_endpoint: { ip: '10.0.0.5' },
      },
      sourceFields: { msg: 'could not "x"', level: 'error' },
    })
  })
  it('FortiGate', () => {
    expect(
      normalizeRaw(
        '<189>date=2026-11-21 time=09:29:58 devname="fw1" logid="0000000013" type="traffic" srcip=10.0.0.5 srcport=5 dstip=203.0.113.9 dstport=443 action="deny" proto=6',
      ).event,
    ).toMatchObject({
      class_uid: 4001,
      action_id: 2,
      device: { hostname: 'fw1' },
      event_time: '2026-11-21T09:29:58.000Z',
      src_endpoint: { ip: '10.0.0.5', port: 5 },
    })
  })
})

describe('macOS unified log', () => {
  it('ndjson', () => {
    expect(
      normalizeRaw({
        timestamp: '2026-11-21 10:29:58.123456+0100',
        messageType: 'Error',
        eventMessage: 'denied',
        processImagePath: '/usr/libexec/tccd',
        processID: 77,
        subsystem: 'com.apple.TCC',
        category: 'access',
      }),
    ).toMatchObject({
      format: 'macos_log',
      event: {
        summary: 'denied',
        severity: 'high',
        event_time: '2026-11-21T09:29:58.123Z',
        process: { name: 'tccd', pid: 77 },
        metadata: { log_provider: 'com.apple.TCC' },
      },
    })
  })
  it('text', () => {
    expect(
      normalizeRaw(
        '2026-11-21 10:29:58.123456+0100 0x1a2b     Default     0x0                  77     0    tccd: (TCC) [com.apple.TCC:access] request from x',
      ),
    ).toMatchObject({ format: 'macos_log', event: { summary: 'request from x', process: { name: 'tccd', pid: 77 } } })
  })
  it('text that is blank for as long as a log may be takes no longer than other text', () => {
    const from = performance.now()
    normalizeRaw(`2026-11-21 10:29:58.123456+0100 0x1a2b     Default${' '.repeat(256 * 1024)}x`)
    // Reading every way to split the blanks took a minute and a half.
    expect(performance.now() - from).toBeLessThan(10_000)
  })
})

describe('a source that declares a format other than the one it sends', () => {
  it.each(['json', 'cef', 'windows_event'])('%s: the log is read as what it is', format => {
    expect(
      normalizeRaw('<38>Nov 21 09:29:58 web1 sshd[1]: Failed password for root from 203.0.113.9 port 5 ssh2', {
        format,
      }),
    ).toMatchObject({ format: 'syslog', event: { class_uid: 3002 } })
  })
})
