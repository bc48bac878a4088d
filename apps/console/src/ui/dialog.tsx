import { Dialog as Base } from '@base-ui/react/dialog'
import { createContext, type ReactNode, useContext } from 'react'
import { Icon } from './icons.tsx'
import { LogText } from './log-text.tsx'

interface Props {
  readonly title: string
  readonly children: ReactNode
  readonly onClose: () => void
  /** At the side of the window instead of in its middle: for the details of what was chosen in a list. */
  readonly side?: boolean
  /**
   * `buttons`: only its own buttons close it. `keys`: a click outside does not close it, because it holds input. By
   * default both close it.
   */
  readonly closes?: 'buttons' | 'keys'
}

const Held = createContext(false)

/** Keeps the dialogs inside open, whatever is pressed, while an unrelated dialog is above them. */
export const HoldDialogs = Held.Provider

/** A modal dialog: focus stays in it, Escape and a click outside close it, and focus returns to where it was. */
export function Dialog({ title, children, onClose, side = false, closes }: Props) {
  const held = useContext(Held)
  return (
    <Base.Root
      open
      disablePointerDismissal={held || closes !== undefined}
      onOpenChange={(open, { reason }) => {
        if (!open && !held && !(closes === 'buttons' && reason === 'escape-key')) onClose()
      }}
    >
      <Base.Portal>
        <Base.Backdrop className="backdrop" />
        <Base.Popup className={side ? 'sheet' : 'dialog'}>
          <header className="dialog-head">
            <Base.Title className="dialog-title">
              <LogText text={title} />
            </Base.Title>
            {closes !== 'buttons' && (
              <Base.Close className="button quiet icon-only" aria-label="Close">
                <Icon name="close" />
              </Base.Close>
            )}
          </header>
          <div className="dialog-body">{children}</div>
        </Base.Popup>
      </Base.Portal>
    </Base.Root>
  )
}
