import { useApi } from '../api/context.tsx'
import { localText, relativeText, utcText } from '../format/times.ts'

interface Props {
  readonly at: string | null | undefined
  readonly relative?: boolean
  readonly milliseconds?: boolean
  /** What to say if there is no time. */
  readonly none?: string
}

/** A time in the reader's zone, or how long ago. The tooltip has the exact time in UTC. */
export function Time({ at, relative = false, milliseconds = false, none = 'never' }: Props) {
  const { serverNow } = useApi()
  if (!at) return <span className="faint">{none}</span>
  const local = localText(at, milliseconds)
  return (
    <time dateTime={at} title={relative ? `${local}\n${utcText(at)}` : utcText(at)}>
      {relative ? relativeText(Date.parse(at), serverNow()) : local}
    </time>
  )
}
