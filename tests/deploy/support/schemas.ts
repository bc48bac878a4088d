import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { Ajv, type AnySchema } from 'ajv'
import { Ajv2020 } from 'ajv/dist/2020.js'

const fixture = (name: string): AnySchema =>
  JSON.parse(readFileSync(fileURLToPath(new URL(`../fixtures/${name}`, import.meta.url)), 'utf8'))

/** What is wrong with a value, by a compiled schema; empty if nothing is. */
export type Judge = (value: unknown) => readonly string[]

/** Formats such as `int32` are Kubernetes' own. */
const OPTIONS = { strict: false, allErrors: true, validateFormats: false } as const

function judge(ajv: Ajv, schema: AnySchema): Judge {
  const validate = ajv.compile(schema)
  return value =>
    validate(value)
      ? []
      : (validate.errors ?? []).map(e => `${e.instancePath} ${e.message} ${JSON.stringify(e.params)}`)
}

interface Kinds {
  readonly kinds: Readonly<Record<string, { readonly $ref: string }>>
  readonly $defs: object
}
const texts = { type: 'object', additionalProperties: { type: 'string' } }
const metadata = {
  type: 'object',
  additionalProperties: false,
  required: ['name'],
  properties: { name: { type: 'string' }, labels: texts, annotations: texts },
}
/** The members of the Prometheus operator's kinds that the chart uses, and no others. */
const MONITORING: Readonly<Record<string, object>> = {
  PodMonitor: {
    type: 'object',
    additionalProperties: false,
    required: ['selector', 'podMetricsEndpoints'],
    properties: {
      selector: { type: 'object', additionalProperties: false, properties: { matchLabels: texts } },
      jobLabel: { type: 'string' },
      podTargetLabels: { type: 'array', items: { type: 'string' } },
      podMetricsEndpoints: {
        type: 'array',
        items: {
          type: 'object',
          additionalProperties: false,
          properties: {
            port: { type: 'string' },
            path: { type: 'string' },
            interval: { type: 'string', pattern: '^[0-9]+(ms|s|m|h)$' },
          },
        },
      },
    },
  },
  PrometheusRule: {
    type: 'object',
    additionalProperties: false,
    required: ['groups'],
    properties: {
      groups: {
        type: 'array',
        items: {
          type: 'object',
          additionalProperties: false,
          required: ['name', 'rules'],
          properties: {
            name: { type: 'string', minLength: 1 },
            rules: {
              type: 'array',
              items: {
                type: 'object',
                additionalProperties: false,
                required: ['alert', 'expr'],
                properties: {
                  alert: { type: 'string' },
                  expr: { type: ['string', 'integer'] },
                  for: { type: 'string', pattern: '^[0-9]+(ms|s|m|h)$' },
                  labels: texts,
                  annotations: texts,
                },
              },
            },
          },
        },
      },
    },
  },
}

/** Judges manifests as a cluster of that release does: members that it does not know are wrong. */
export function kubernetes(release: '1.27.0' | '1.37.0'): Judge {
  const { kinds, $defs } = fixture(`kubernetes-${release}.json`) as Kinds
  const ajv = new Ajv(OPTIONS)
  const judges = new Map(Object.entries(kinds).map(([kind, { $ref }]) => [kind, judge(ajv, { $ref, $defs })]))
  for (const [kind, spec] of Object.entries(MONITORING)) {
    const properties = { apiVersion: {}, kind: {}, metadata, spec }
    const closed = { type: 'object', additionalProperties: false, required: ['spec'], properties }
    judges.set(`monitoring.coreos.com/v1/${kind}`, judge(ajv, closed))
  }
  return value => {
    const { apiVersion, kind } = value as { readonly apiVersion: string; readonly kind: string }
    const known = judges.get(`${apiVersion}/${kind}`)
    return known ? known(value) : [`${apiVersion}/${kind} is not served`]
  }
}

export const composeSpecification = (): Judge => judge(new Ajv2020(OPTIONS), fixture('compose-spec.json'))
/** The schema of the chart's values, as Helm applies it. */
export const valuesSchema = (file: string): Judge =>
  judge(new Ajv({ strict: false, allErrors: true }), JSON.parse(readFileSync(file, 'utf8')))
