import { spawn } from 'node:child_process'
import { readFileSync, rmSync, writeFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { expect, it, jest } from '@jest/globals'
import { type Envelope, loadSchema } from '@wardline/events'
import { describeWithEngines } from './testing/describe-with-engines.ts'
import { testConfig } from './testing/engines.ts'
import { busOf, removeTopics, until } from './testing/harnesses.ts'

jest.setTimeout(90_000)
const DOC = fileURLToPath(new URL('../../../docs/consuming-alerts.md', import.meta.url))

describeWithEngines('docs/consuming-alerts.md', engines => {
  it('has a consumer that reads alerts without any code of ours', async () => {
    const config = testConfig(engines)
    const bus = await busOf(config)
    const [alert] = loadSchema('alert.created').examples as [Envelope<'alert.created'>]
    await bus.publish([alert])
    const program = /```js\n(.*?)```/s.exec(readFileSync(DOC, 'utf8'))?.[1] ?? ''
    expect(program).not.toContain('@wardline')
    const file = fileURLToPath(new URL(`./consumer-of-the-docs-${process.pid}.mjs`, import.meta.url))
    writeFileSync(file, program)
    const env = {
      ...process.env,
      NODE_OPTIONS: '',
      KAFKA_BROKERS: engines.kafka,
      SCHEMA_REGISTRY_URL: engines.registry,
      TOPIC: `${config.prefix}alert.created.v1`,
      GROUP: `${config.prefix}docs`,
    }
    const child = spawn(process.execPath, [file], { env })
    let output = ''
    child.stdout.on('data', (chunk: Buffer) => {
      output += String(chunk)
    })
    try {
      await until(() => output.includes(alert.payload.alert_id), 'the alert')
      const { payload } = alert
      const line = ['AlertCreated', alert.id, alert.tenant_id, payload.alert_id, payload.severity, payload.rule.title]
      expect(output).toContain(line.join(' '))
    } finally {
      child.kill('SIGKILL')
      rmSync(file)
      await bus.close()
      await removeTopics(config)
    }
  })
})
