import { loadUpload } from '../rules/uploaded-rule.ts'
import { explainRule } from './explain-rule.ts'
import type { Job, JobResult, Tasks } from './tasks.ts'
import { tryRules } from './try-rules.ts'

const tasks: { [K in keyof Tasks]: (input: Tasks[K]['input']) => Tasks[K]['result'] } = {
  compile: docs => docs.map(loadUpload),
  test: ({ rules, payload }) => tryRules(rules, payload),
  explain: ({ rules, payload }) => rules.map(rule => explainRule(rule, payload)),
}

/**
 * Runs in a thread of the workbench. It reports that it has begun, so the time to start the thread does not count as
 * the task's.
 */
export function runTask<K extends keyof Tasks>({ task, input, begun }: Job<K>): JobResult<K> {
  begun.postMessage('begun')
  return tasks[task](input)
}
