import { FIRST_EPOCH, type TenantId } from '@wardline/kernel'
import { type Policy, policyId, type View } from './policy/policy.ts'
import { standardPolicy } from './policy/standard.ts'
import { createPseudonyms } from './pseudonyms.ts'
import type { Pseudonym, Redactor, ViewName } from './redactor.ts'
import { needlesOf } from './text/find-known.ts'
import { bothReadings, withoutPersonal, withoutSecrets } from './text/redact-text.ts'
import { alertWords } from './view/alert-words.ts'
import { isObject, type JsonObject, NotRedactable } from './view/json.ts'
import { project, type Tools } from './view/project.ts'
import { secretsIn } from './view/secrets-in.ts'
import { typedClasses } from './view/typed-classes.ts'

interface RedactorOptions {
  readonly tenantId: TenantId
  /** The tenant's `pseudonyms` key of that epoch, at least 32 bytes. */
  readonly key: Uint8Array
  /** Epoch of the key: part of every pseudonym. */
  readonly epoch: number
  /**
   * The tenant's pseudonyms of another epoch, for records that were made in it. Without it they are refused.
   * @throws Problem `unavailable` for an epoch that is not known here
   */
  readonly ofEpoch?: (epoch: number) => Pseudonym
  readonly policy?: Policy
}

/** A redactor holds a bounded cache of pseudonyms: create one per tenant and epoch, and keep it. */
export function createRedactor(options: RedactorOptions): Redactor {
  const { key, epoch, ofEpoch, policy = standardPolicy } = options
  const pseudonym = createPseudonyms(key, epoch)
  const tools = toolsOf(pseudonym, policy)
  return {
    policyId: policyId(policy),
    redact: (name, body) => {
      const view = viewOf(policy, name)
      const toolsFor = (record: JsonObject): Tools => {
        const made = epochOf(view, record) ?? epoch
        if (made === epoch) return tools
        if (!ofEpoch) throw new NotRedactable('a record of another epoch')
        return toolsOf(ofEpoch(made), policy)
      }
      return redact(view, body, tools, toolsFor)
    },
    text: (value, known = []) => tools.text(value, needlesOf(known)),
    readings: (value, known = []) => bothReadings(value, needlesOf(known), pseudonym),
    alert: (words, typed) => alertWords(words, typed, tools),
    secrets: withoutSecrets,
    secretsIn,
    pseudonym,
    epoch,
  }
}

const toolsOf = (pseudonym: Pseudonym, policy: Policy): Tools => ({
  text: (value, needles) => withoutPersonal(value, needles, pseudonym),
  typedText: (value, needles) => withoutPersonal(value, needles, pseudonym, 'person'),
  pseudonym,
  policy,
  types: typedClasses(policy),
})

/** The epoch that a record was made in; undefined for a view whose records do not say. */
function epochOf({ epoch: member }: View, record: JsonObject): number | undefined {
  if (member === undefined) return undefined
  const epoch = record[member] ?? FIRST_EPOCH
  if (!Number.isSafeInteger(epoch)) throw new NotRedactable('an epoch that is not a number')
  return epoch as number
}

function viewOf(policy: Policy, name: ViewName): View {
  if (!Object.hasOwn(policy.views, name)) throw new NotRedactable('no such view')
  return policy.views[name]
}

function redact(view: View, body: unknown, tools: Tools, toolsFor: (record: JsonObject) => Tools): unknown {
  if (!isObject(body)) throw new NotRedactable('a body that is not an object')
  if (!Array.isArray(body.items)) {
    if (!isShown(view, body)) throw new NotRedactable('a record that is not for auditors')
    return project(body, view.fields, toolsFor(body))
  }
  const items = body.items.map((item: unknown) => {
    if (!isObject(item)) throw new NotRedactable('an item that is not an object')
    return item
  })
  return {
    items: items.filter(item => isShown(view, item)).map(item => project(item, view.fields, toolsFor(item))),
    ...project(body, tools.policy.list, tools),
  }
}

const isShown = (view: View, record: JsonObject): boolean =>
  view.only === undefined || record[view.only.member] === view.only.equals
