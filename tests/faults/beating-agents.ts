import { setTimeout as sleep } from 'node:timers/promises'
import { enrol } from '../../tools/client/agent.ts'
import { createApiClient } from '../../tools/client/api.ts'
import type { Target } from '../../tools/instance/start.ts'

const AGENTS = 3
const BEAT_MS = 500

export interface BeatingAgents {
  /** Answers since the last look, by status and code; `no answer` among them. */
  answers(): ReadonlyMap<string, number>
  stop(): Promise<void>
}

/**
 * Agents that send heartbeats all the time over kept-alive connections, and never stop for an answer. The test checks
 * whether an answer would have stopped them.
 */
export async function startAgents(target: Target): Promise<BeatingAgents> {
  const api = createApiClient(target.apiUrl, { token: target.adminToken })
  let answers = new Map<string, number>()
  let beating = true
  const agents = await Promise.all(
    Array.from({ length: AGENTS }, async (_, i) => {
      const token = await api.post('/enrollment-tokens', { agent_class: 'endpoint' })
      return enrol(target, token.body.token, { platform: 'linux', fingerprint: { machine_id: `machine-${i}` } })
    }),
  )
  const lanes = agents.map(async (agent, i) => {
    for (let sequence = 1; beating; sequence++) {
      const answer = await agent
        .beat({ hostname: `host${i}.example`, boot_id: `boot-${i}`, sequence })
        .catch(() => undefined)
      const what = answer ? `${answer.status}${answer.status === 200 ? '' : ` ${answer.body?.code}`}` : 'no answer'
      answers.set(what, (answers.get(what) ?? 0) + 1)
      await sleep(BEAT_MS)
    }
  })
  return {
    answers() {
      const before = answers
      answers = new Map()
      return before
    },
    async stop() {
      beating = false
      await Promise.all(lanes)
      await Promise.all([...agents.map(a => a.api.close()), api.close()])
    },
  }
}
