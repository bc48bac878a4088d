import type { MessagePort } from 'node:worker_threads'
import type { Originating } from '../routing/origin-of-event.ts'
import type { Upload, UploadDoc } from '../rules/uploaded-rule.ts'
import type { SingleRule } from '../sigma/rule.ts'
import type { ExplainedRule } from './explain-rule.ts'
import type { TriedRule } from './try-rules.ts'

/** The workbench's tasks with users' rules. Inputs and results are plain data because they pass between threads. */
export interface Tasks {
  compile: { readonly input: readonly UploadDoc[]; readonly result: readonly Upload[] }
  test: { readonly input: RulesAndEvent; readonly result: readonly TriedRule[] }
  explain: { readonly input: RulesAndEvent; readonly result: readonly ExplainedRule[] }
}

export interface RulesAndEvent {
  readonly rules: readonly SingleRule[]
  readonly payload: Originating
}

export interface Job<K extends keyof Tasks> {
  readonly task: K
  readonly input: Tasks[K]['input']
  /** Receives one message when the task begins. */
  readonly begun: MessagePort
}

export type JobResult<K extends keyof Tasks> = Tasks[K]['result']
