// `npm run demo`: an agent, a collector, an operator and an auditor against a running Wardline; starts one when there is none.
import { resolve } from 'node:path'
import { createApiClient } from '../client/api.ts'
import { isRunning, readTarget, removeDataDir, startInstance, type Target } from '../instance/start.ts'
import { simulatorSettings } from '../simulators/instance-settings.ts'
import { agentChapter } from './agent.ts'
import { auditorChapter } from './auditor.ts'
import { collectorChapter } from './collector.ts'
import { mdmChapter } from './mdm.ts'
import { operatorChapter } from './operator.ts'
import { createStory } from './story.ts'

const say = (line: string): void => console.log(line)

async function play(target: Target, simulatorPort: number | undefined): Promise<void> {
  const story = createStory(say)
  const admin = createApiClient(target.apiUrl, { token: target.adminToken })
  await agentChapter(story, target, admin)
  await mdmChapter(story, target, admin, simulatorPort)
  const sent = await collectorChapter(story, target, admin)
  const found = await operatorChapter(story, admin, sent)
  await auditorChapter(story, target, admin, found)
  await admin.close()
}

const dataDir = resolve(process.env.WARDLINE_DATA_DIR ?? '.wardline')
const simulator = await simulatorSettings()
const own = isRunning(dataDir) ? undefined : await startInstance({ env: simulator.env })
try {
  const target = own ?? readTarget(dataDir)
  say(
    own
      ? 'No Wardline is running here, so the demo starts its own.'
      : `Playing against the Wardline at ${target.apiUrl}.`,
  )
  await play(target, own && simulator.port)
  say('\nEverything worked as promised.')
} catch (error) {
  console.error(`\nNot as promised: ${(error as Error).message}`)
  process.exitCode = 1
} finally {
  if (own) {
    const code = await own.stop()
    if (code !== 0) process.exitCode = 1
    removeDataDir(own.dataDir)
  }
}
