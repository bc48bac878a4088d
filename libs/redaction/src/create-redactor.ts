import type { TenantId } from '@wardline/kernel'
import { type Policy, policyId, type View } from './policy/policy.ts'
import { standardPolicy } from './policy/standard.ts'
import { createPseudonyms } from './pseudonyms.ts'
import type { Redactor, ViewName } from './redactor.ts'
import { needlesOf } from './text/find-known.ts'
import { withoutPersonal, withoutSecrets } from './text/redact-text.ts'
import { alertWords, ruleWords } from './view/alert-words.ts'
import { isObject, type JsonObject, NotRedactable } from './view/json.ts'
import { project, type Tools } from './view/project.ts'
import { secretsIn } from './view/secrets-in.ts'

interface RedactorOptions {
  readonly tenantId: TenantId
  /** The tenant's `pseudonyms` key of that epoch, at least 32 bytes. */
  readonly key: Uint8Array
  /** Epoch of the key: part of every pseudonym. */
  readonly epoch: number
  readonly policy?: Policy
}

/** A redactor holds a bounded cache of pseudonyms: create one per tenant and keep it. */
export function createRedactor({ key, epoch, policy = standardPolicy }: RedactorOptions): Redactor {
  const pseudonym = createPseudonyms(key, epoch)
  const text: Tools['text'] = (value, needles) => withoutPersonal(value, needles, pseudonym)
  const typedText: Tools['typedText'] = (value, needles) => withoutPersonal(value, needles, pseudonym, true)
  const tools: Tools = { text, typedText, pseudonym, policy }
  return {
    policyId: policyId(policy),
    redact: (view, body) => redact(viewOf(policy, view), body, tools),
    text: (value, known = []) => text(value, needlesOf(known)),
    alert: words => alertWords(words, tools),
    rule: words => ruleWords(words, tools),
    secrets: withoutSecrets,
    secretsIn,
    pseudonym,
  }
}

function viewOf(policy: Policy, name: ViewName): View {
  if (!Object.hasOwn(policy.views, name)) throw new NotRedactable('no such view')
  return policy.views[name]
}

function redact(view: View, body: unknown, tools: Tools): unknown {
  if (!isObject(body)) throw new NotRedactable('a body that is not an object')
  if (!Array.isArray(body.items)) {
    if (!isShown(view, body)) throw new NotRedactable('a record that is not for auditors')
    return project(body, view.fields, tools)
  }
  const items = body.items.map((item: unknown) => {
    if (!isObject(item)) throw new NotRedactable('an item that is not an object')
    return item
  })
  return {
    items: items.filter(item => isShown(view, item)).map(item => project(item, view.fields, tools)),
    ...project(body, tools.policy.list, tools),
  }
}

const isShown = (view: View, record: JsonObject): boolean =>
  view.only === undefined || record[view.only.member] === view.only.equals
