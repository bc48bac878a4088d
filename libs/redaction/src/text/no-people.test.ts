import { describe, expect, it } from '@jest/globals'
import { DEFAULT_TENANT } from '@wardline/kernel'
import { createRedactor } from '../index.ts'
import type { PersonalType } from '../redactor.ts'

const redactor = createRedactor({ tenantId: DEFAULT_TENANT, key: new Uint8Array(32).fill(3), epoch: 4 })

/** Typed pseudonyms of a text; words that the closing pass hides say nothing about what a detector took for a person. */
const typedIn = (text: string): readonly string[] =>
  [...redactor.text(text).matchAll(/([a-z_]{1,12}):4~/g)].map(m => m[1] as string).filter(type => type !== 'word')

describe('no person is seen in', () => {
  it.each([
    ['an empty field before the next', 'authentication failure; logname= uid=0 euid=0 tty=ssh ruser= rhost='],
    ['a URL', 'lookup failed for https://updates.example/feed'],
    ['a path', 'access denied for /etc/shadow'],
    ['a word of prose', 'access granted for read, login failed for reason 3, password expired for account'],
    ['a route of a web application', 'GET /users/sign_in and POST /users/42/settings'],
    ['a folder with a blank in its name', 'C:\\Program Files\\Microsoft Office and C:\\Program Files\\Common Files\\x'],
    ['a key of JSON-LD', '{"data.@type":"Event","@type":"Event","x.@id":1}'],
    ['a unit of systemd', 'Started user@1000.service, getty@tty1.service and user-runtime-dir@1000.service'],
    ['a version of a package', 'installed left-pad@1.2.3 and react@18.0.0-rc.1, image@sha256:abc'],
    ['a version', 'version 1.2.3.4, v10.2.3.4, Release: 1.2.3.4, "version":"1.2.3.4", build=10.0.0.1'],
    ['what runs as expected', 'the job ran as expected, run as administrator'],
  ])('%s', (_name, text) => {
    expect(typedIn(text)).toEqual([])
  })
})

describe('no secret is seen in', () => {
  it.each(['sessionid=147', 'Invalid password : local', 'session_id: 20931'])('%s', text => {
    expect(redactor.secrets(text)).toBe(text)
  })
})

describe('what is beside it is still found', () => {
  it.each<[string, string, PersonalType]>([
    ['logname= uid=0 user=§', 'asmith', 'user'],
    ['access denied for §', 'asmith', 'user'],
    ['Failed password for § from 203.0.113.9 port 22', 'backup', 'user'],
    ['Invalid user § from 2001:db8::9', 'test', 'user'],
    ['GET /users/§/edit', 'asmith', 'user'],
    ['\\\\files\\Shared CORP\\§ opened', 'asmith', 'user'],
    ['C:\\Program Files\\x.exe started by CORP\\§', 'asmith', 'user'],
    ['mail of §.', 'ann@service.example', 'email'],
    ['mail of §.', 'ann@1und1.example', 'email'],
    ['ssh §', 'ann@203.0.113.9', 'email'],
    ['peer §:443 closed', '2001:db8::9', 'ip'],
    ['peer §:51234 closed', '2001:db8::9', 'ip'],
    ['peer §:22 closed', '2001:db8:0:0:0:0:0:9', 'ip'],
    ['peer § closed', '2001:db8::9:1234', 'ip'],
    ['peer § closed', '2001:db8::443', 'ip'],
    ['server § closed', '10.1.2.3', 'ip'],
  ])('%s', (text, value, type) => {
    expect(redactor.text(text.replace('§', value))).toContain(redactor.pseudonym(type, value))
  })
})
