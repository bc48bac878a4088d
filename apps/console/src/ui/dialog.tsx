import { Dialog as Base } from '@base-ui/react/dialog'
import type { ReactNode } from 'react'
import { Icon } from './icons.tsx'

interface Props {
  readonly title: string
  readonly children: ReactNode
  readonly onClose: () => void
  /** At the side of the window instead of in its middle: for the details of what was chosen in a list. */
  readonly side?: boolean
}

/** A modal dialog: focus stays in it, Escape and a press beside it close it, and focus goes back to where it came from. */
export function Dialog({ title, children, onClose, side = false }: Props) {
  return (
    <Base.Root open onOpenChange={open => !open && onClose()}>
      <Base.Portal>
        <Base.Backdrop className="backdrop" />
        <Base.Popup className={side ? 'sheet' : 'dialog'}>
          <header className="dialog-head">
            <Base.Title className="dialog-title">{title}</Base.Title>
            <Base.Close className="button quiet icon-only" aria-label="Close">
              <Icon name="close" />
            </Base.Close>
          </header>
          <div className="dialog-body">{children}</div>
        </Base.Popup>
      </Base.Portal>
    </Base.Root>
  )
}
