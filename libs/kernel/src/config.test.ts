import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, describe, expect, it } from '@jest/globals'
import { ConfigError, readConfig, setting } from './config.ts'

const settings = {
  PORT: setting.integer({ min: 0, max: 65_535, fallback: 8080 }),
  LEVEL: setting.oneOf(['info', 'debug'], { fallback: 'info' }),
  NAMES: setting.list({ fallback: ['localhost'] }),
  HOME_URL: setting.url({ fallback: undefined }),
  FOLDER: setting.text(),
  TOKEN: setting.optionalText({ secret: true }),
}

const faultsOf = (env: Record<string, string>): readonly string[] => {
  try {
    readConfig(env, settings)
    return []
  } catch (error) {
    return (error as ConfigError).faults
  }
}

describe('a configuration', () => {
  it('is read, filled up and frozen', () => {
    const config = readConfig({ FOLDER: '/x', PORT: '0', NAMES: ' a, ,b ', LEVEL: 'debug' }, settings)
    expect(config).toEqual({
      PORT: 0,
      LEVEL: 'debug',
      NAMES: ['a', 'b'],
      HOME_URL: undefined,
      FOLDER: '/x',
      TOKEN: undefined,
    })
    expect(Object.isFrozen(config)).toBe(true)
  })

  it('treats an empty text as missing', () => {
    expect(readConfig({ FOLDER: '/x', PORT: '' }, settings).PORT).toBe(8080)
    expect(faultsOf({ FOLDER: '' })).toEqual(['FOLDER is required'])
  })

  it('reports all faults at once, and never a value', () => {
    const faults = faultsOf({ PORT: 'hunter2', LEVEL: 'hunter2', HOME_URL: 'hunter2' })
    expect(faults.map(fault => fault.split(/[ :]/)[0])).toEqual(['PORT', 'LEVEL', 'HOME_URL', 'FOLDER'])
    expect(new ConfigError(faults).message).not.toContain('hunter2')
  })

  it.each(['-1', '65536', '1.5', '1e3', ' 80', '0x50', '99999999999999999999', 'NaN'])('%j is not a port', text => {
    expect(faultsOf({ FOLDER: '/x', PORT: text })).toEqual(['PORT: a whole number from 0 to 65535 is expected'])
  })

  it('computes a fallback only when it is needed', () => {
    let computed = 0
    const lazy = { ID: setting.text({ fallback: () => `${++computed}` }) }
    expect(readConfig({ ID: 'given' }, lazy).ID).toBe('given')
    expect(computed).toBe(0)
    expect(readConfig({}, lazy).ID).toBe('1')
  })
})

describe('a secret', () => {
  const folder = mkdtempSync(join(tmpdir(), 'wardline-config-'))
  const file = join(folder, 'token')
  writeFileSync(file, 'from-a-file\n')
  afterAll(() => rmSync(folder, { recursive: true }))

  it('may come from a file, without its final newline', () => {
    expect(readConfig({ FOLDER: '/x', TOKEN_FILE: file }, settings).TOKEN).toBe('from-a-file')
  })

  it('may not come from both', () => {
    expect(faultsOf({ FOLDER: '/x', TOKEN: 'a', TOKEN_FILE: file })).toEqual(['TOKEN: set it or TOKEN_FILE, not both'])
  })

  it('that cannot be read is a fault', () => {
    expect(faultsOf({ FOLDER: '/x', TOKEN_FILE: join(folder, 'none') })).toEqual([
      'TOKEN: the file named by TOKEN_FILE cannot be read',
    ])
  })

  it('is the only kind of setting that may come from a file', () => {
    expect(faultsOf({ FOLDER_FILE: file })).toEqual(['FOLDER is required'])
  })
})
