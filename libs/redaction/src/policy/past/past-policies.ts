import { readFileSync } from 'node:fs'
import type { ViewName } from '../../redactor.ts'
import { frozen } from '../frozen.ts'
import type { Fields, Policy, View } from '../policy.ts'

/** Version 3, until November 2026, as data: no later change of code may change its id. */
const policy3 = JSON.parse(readFileSync(new URL('auditor-standard-3.json', import.meta.url), 'utf8')) as Policy

type Members = Partial<Record<ViewName, readonly string[] | 'all'>>

/** Members of views by the version that introduced them, so that earlier versions do not change. */
const SINCE_2: Members = { session: ['organisation', 'end_session_url'] }
const SINCE_3: Members = {
  log_event: ['prev_reg_key', 'certificate', 'url'],
  session: ['session_id', 'created_at', 'current'],
  audit_record: ['reads'],
  checkpoint: 'all',
  inclusion_proof: 'all',
  consistency_proof: 'all',
}

const without = (
  since: Members,
  views: Policy['views'],
  change = (fields: Fields): Fields => fields,
): Policy['views'] =>
  Object.fromEntries(
    Object.entries(views).flatMap(([name, view]: [string, View]) => {
      const later = since[name as ViewName] ?? []
      if (later === 'all') return []
      const members = Object.entries(view.fields).filter(([member]) => !later.includes(member))
      return [[name, { ...view, fields: change(Object.fromEntries(members)) }]]
    }),
  ) as Policy['views']

/** Fields as they were in version 1, where what people type was `text` like any other. */
const untyped = (fields: Fields): Fields =>
  Object.fromEntries(
    Object.entries(fields).map(([member, rule]) => [
      member,
      typeof rule === 'object' ? untyped(rule) : rule === 'typed_text' ? 'text' : rule,
    ]),
  )

const policy2: Policy = { ...policy3, version: 2, views: without(SINCE_3, policy3.views) }

const policy1: Policy = {
  ...policy2,
  version: 1,
  views: without(SINCE_2, policy2.views, untyped),
  detectors: policy3.detectors.filter(({ id }) => id !== 'people_in_typed_text'),
}

/** Policies that past answers and audit records name, newest first. */
export const pastPolicies: readonly Policy[] = frozen([policy3, policy2, policy1])
