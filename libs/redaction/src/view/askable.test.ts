import { describe, expect, it } from '@jest/globals'
import fc from 'fast-check'
import { standardPolicy } from '../policy/standard.ts'
import type { ViewName } from '../redactor.ts'
import { askable, NOTHING } from './askable.ts'

const views = Object.keys(standardPolicy.views) as ViewName[]
const AGENT = 'agt_3kq7v2m5x4c6n7b2a3s4d5f6g7'

describe('what auditors may ask a view for', () => {
  it.each([
    ['asset', { hostname: 'web1' }, ['hostname']],
    ['ticket', { assignee: 'ann' }, ['assignee']],
    ['audit_record', { resource_id: 'ann' }, ['resource_id']],
    ['log_event', { user: 'ann', ip: '203.0.113.9', q: 'failed' }, ['user', 'ip']],
    ['log_facets', { not: ['host:web1', 'severity:low'] }, ['host']],
    ['receipt_key', { anything: 'ann' }, ['anything']],
  ] as const)('%s refuses %j', (view, query, refused) => {
    expect(askable(view, query).refused).toEqual(refused)
  })

  it.each([
    ['log_event', { category: ['Findings'], event_type: ['authentication'], not: ['category:findings'] }],
    ['asset', { agent_id: AGENT, os_family: 'linux', limit: 10 }],
    ['evidence', { subject_id: AGENT, from: '2026-11-21T00:00:00Z' }],
    ['evidence', { subject_id: '2026-11-21.standard' }],
    ['audit_record', { actor_id: AGENT, operation: 'createTicket', outcome: 'refused' }],
    ['log_event', { q: 'user:1~aaaaaaaaaaaaaaaaaaaaaaaaaa' }],
  ] as const)('%s answers %j', (view, query) => {
    expect(askable(view, query)).toEqual({ refused: [], query })
  })

  it('says nothing about any name in any parameter: the question is the same for all of them', () => {
    const names = fc.stringMatching(/^[A-Za-z][a-z]{0,30}(?:[ .@-][a-z]{1,20})?$/)
    const parameters = views.flatMap(view =>
      Object.entries(standardPolicy.views[view].filters ?? {}).flatMap(([name, type]) =>
        type === 'bounded' || type === 'words' ? [] : [{ view, name, type }],
      ),
    )
    expect(parameters.length).toBeGreaterThan(20)
    fc.assert(
      fc.property(fc.constantFrom(...parameters), names, names, ({ view, name, type }, a, b) => {
        const said = (value: string): string => JSON.stringify(askable(view, { [name]: value }))
        const listed = (value: string): boolean => !said(value).includes(NOTHING)
        if (type === 'exclusions') {
          const without = (value: string) => askable(view, { not: [`category:${value}`] }).query
          fc.pre(JSON.stringify(without(a)) === '{"not":[]}')
          expect(without(b)).toEqual(without(a))
        } else {
          fc.pre(!listed(a) && !listed(b))
          expect(said(a)).toBe(said(b))
          expect(askable(view, { [name]: [a, b] }).query).toEqual({ [name]: [NOTHING, NOTHING] })
        }
      }),
    )
  })
})
