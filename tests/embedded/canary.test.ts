import { readdirSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals'
import { createApiClient } from '../../tools/client/api.ts'
import { type Instance, removeDataDir, startInstance, temporaryDataDir } from '../../tools/instance/start.ts'
import { wardline } from '../cli/wardline.ts'
import { embeddedIndex } from '../support/index-names.ts'
import { filesWith, formsOf } from '../support/name-in-bytes.ts'
import { PLANTED_RULE, PLANTED_WORDS, sendPlantedLogs } from '../support/planted-logs.ts'
import { until } from '../support/until.ts'

const dataDir = temporaryDataDir()
const backup = `${dataDir}-backup`
let instance: Instance
beforeAll(async () => {
  instance = await startInstance({ dataDir })
}, 90_000)
afterAll(async () => {
  await instance?.stop('SIGKILL')
  removeDataDir(dataDir)
  rmSync(backup, { recursive: true, force: true })
})

describe('people, addresses and passwords in logs of many formats', () => {
  it('are in no byte of a topic, and in no metric, log line, audit record or backup', async () => {
    const api = createApiClient(instance.apiUrl, { token: instance.adminToken })
    expect((await api.post('/detection-rules', { source: PLANTED_RULE })).status).toBe(201)
    // A rule made by the API is effective within 5 s.
    await sleep(5_500)
    await sendPlantedLogs(api)
    await until('alerts', async () => (await api.get('/alerts')).body.items.length > 0)
    const topics = readdirSync(join(dataDir, 'bus'))
    const told = {
      metrics: await (await fetch(`${instance.adminUrl}/metrics`)).text(),
      audit: (await api.get('/audit-records?limit=200')).text,
      lines: instance.stdout() + instance.stderr(),
    }
    expect((await wardline(dataDir, ['backup', '--to', backup])).code).toBe(0)
    // The search itself finds what is there: the index holds it, for internal roles.
    expect(filesWith(join(dataDir, 'index'), PLANTED_WORDS[0]!)).not.toEqual([])
    const found = PLANTED_WORDS.flatMap(word => [
      ...filesWith(join(dataDir, 'bus'), word).map(file => `${word} in ${file}`),
      ...filesWith(backup, word).map(file => `${word} in the backup's ${file}`),
      ...Object.entries(told).flatMap(([what, text]) =>
        text.toLowerCase().includes(word) ? [`${word} in ${what}`] : [],
      ),
    ])
    expect(found).toEqual([])
    expect(topics).toEqual(
      expect.arrayContaining([
        'log.source.registered.v1',
        'log.event.received.v1',
        'log.event.normalized.v1',
        'internal.detection.match.v1',
        'security.alert.created.v1',
        'alert.created.v1',
      ]),
    )
  }, 120_000)

  it('are in the index only in the events and in the filters that internal roles have', async () => {
    expect(await instance.stop()).toBe(0)
    const { internal, others } = embeddedIndex(join(dataDir, 'index'))
    const inAny = (texts: readonly string[]) =>
      PLANTED_WORDS.filter(word => texts.some(text => formsOf(word).some(form => text.toLowerCase().includes(form))))
    expect(inAny(internal)).toEqual(expect.arrayContaining(['qzmlopez77', '198.51.100.219']))
    expect(others.some(term => term.includes('word:1~'))).toBe(true)
    expect(inAny(others)).toEqual([])
  })
})
