// The release is decided in one place, the package.json of the repository.
import { globSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { describe, expect, it } from '@jest/globals'
import { PRODUCT_VERSION } from '@wardline/kernel'
import { parse } from 'yaml'

const ROOT = fileURLToPath(new URL('../..', import.meta.url))
const read = (path: string): string => readFileSync(`${ROOT}${path}`, 'utf8')
const json = <T>(path: string): T => JSON.parse(read(path)) as T
const { version } = json<{ readonly version: string }>('package.json')

describe('the release', () => {
  it('is three numbers', () => expect(version).toMatch(/^\d+\.\d+\.\d+$/))

  it('is the same wherever it is named', () => {
    const workspaces = globSync('{apps,libs}/*/package.json', { cwd: ROOT }).sort()
    const chart = parse(read('deploy/helm/wardline/Chart.yaml')) as { version: string; appVersion: string }
    const api = parse(read('openapi/wardline.yaml')) as { readonly info: { readonly version: string } }
    const named = [
      ...workspaces.map(path => [path, json<{ readonly version: string }>(path).version]),
      ['package-lock.json', json<{ readonly version: string }>('package-lock.json').version],
      ['PRODUCT_VERSION', PRODUCT_VERSION],
      ['the chart', chart.version],
      ['the appVersion of the chart', chart.appVersion],
      ['openapi/wardline.yaml', api.info.version],
    ]
    expect(named.filter(([, v]) => v !== version)).toEqual([])
  })

  it('is the first one in the change log', () => {
    expect(/^## (\S+)$/m.exec(read('CHANGELOG.md'))?.[1]).toBe(version)
  })
})
