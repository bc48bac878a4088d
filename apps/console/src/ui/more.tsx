import { Button } from './button.tsx'

/** The button below a list that has more. */
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
