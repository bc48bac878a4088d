import { timestampOf } from '../normalize/timestamps.ts'
import type { Parsed } from './parsed.ts'

type Json = Record<string, unknown>

/**
 * One AWS CloudTrail record: bare, as the only one in `{"Records": […]}`, or as the `detail` of an EventBridge event.
 */
export function parseCloudtrail(object: Json): Parsed | undefined {
  const records = object.Records
  const inner = Array.isArray(records) && records.length === 1 ? records[0] : (object.detail ?? object)
  if (typeof inner !== 'object' || inner === null) return undefined
  const record = inner as Json
  if (typeof record.eventName !== 'string' || typeof record.eventSource !== 'string') return undefined
  if (record.awsRegion === undefined && record.userIdentity === undefined) return undefined
  return {
    format: 'cloudtrail',
    parser: 'cloudtrail',
    status: 'parsed',
    confidence: 0.99,
    content: 'cloudtrail',
    fields: record,
    at: timestampOf(record.eventTime),
  }
}
