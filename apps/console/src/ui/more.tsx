import { Button } from './button.tsx'

/** Below a list that goes on. */
export function More({ more, fetching }: { readonly more: (() => void) | undefined; readonly fetching: boolean }) {
  if (!more) return null
  return (
    <div className="more">
      <Button onClick={more} busy={fetching}>
        Show more
      </Button>
    </div>
  )
}
