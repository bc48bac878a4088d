import { rfc3339 } from '@wardline/kernel'

/** A partition of the log index: one day of one retention class. */
export interface Partition {
  readonly day: string
  readonly retentionClass: string
}

export interface IndexNames {
  readonly template: string
  /** Every index of logs. */
  readonly all: string
  /** The index that a partition begins with. */
  first(p: Partition): string
  /** The alias for writes to a partition, whatever its generation. */
  writeAlias(p: Partition): string
  /** undefined for an index that is not ours. */
  partitionOf(index: string): Partition | undefined
  /** The record of the partitions that repeatable events were first put into: an index per month. */
  readonly refs: {
    readonly template: string
    readonly all: string
    /** @param at milliseconds since the epoch. */
    of(at: number): string
    /** The last day of the month, `YYYY-MM-DD`; undefined for an index that is none of these. */
    lastDay(index: string): string | undefined
  }
}

const SAFE = /^[a-z0-9_]{1,40}$/
const DAY = /^\d{4}-\d\d-\d\d$/

/** `<prefix>logs-<class>-<day>-<generation>`. */
export function indexNames(prefix: string): IndexNames {
  const head = `${prefix}logs-`
  const check = ({ day, retentionClass }: Partition): string => {
    if (!SAFE.test(retentionClass) || !DAY.test(day)) throw new Error('not a partition of the log index')
    return `${retentionClass}-${day}`
  }
  return {
    template: `${prefix}logs`,
    all: `${head}*`,
    first: p => `${head}${check(p)}-000001`,
    writeAlias: p => `${prefix}write-${check(p)}`,
    partitionOf(index) {
      const match = /^([a-z0-9_]{1,40})-(\d{4}-\d\d-\d\d)-\d{6}$/.exec(
        index.startsWith(head) ? index.slice(head.length) : '',
      )
      return match ? { retentionClass: match[1]!, day: match[2]! } : undefined
    },
    refs: {
      template: `${prefix}refs`,
      all: `${prefix}refs-*`,
      of: at => `${prefix}refs-${rfc3339(at).slice(0, 7)}`,
      lastDay(index) {
        const [, year, month] =
          /^refs-(\d{4})-(\d\d)$/.exec(index.startsWith(prefix) ? index.slice(prefix.length) : '') ?? []
        return year && month ? rfc3339(Date.UTC(Number(year), Number(month), 0)).slice(0, 10) : undefined
      },
    },
  }
}
