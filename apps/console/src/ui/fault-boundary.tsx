import { Component, type ReactNode } from 'react'
import { Button } from './button.tsx'

interface Props {
  readonly children: ReactNode
}

/** Confines a fault to its page: the rest of the console stays, with everything typed elsewhere. */
export class FaultBoundary extends Component<Props, { readonly failed: boolean }> {
  override state = { failed: false }

  static getDerivedStateFromError(): { readonly failed: boolean } {
    return { failed: true }
  }

  override render(): ReactNode {
    if (!this.state.failed) return this.props.children
    return (
      <div className="note bad" role="alert">
        <strong>This page could not be shown</strong>
        <p>The service may be down, or this console may have been replaced by a newer one.</p>
        <Button onClick={() => window.location.reload()}>Reload</Button>
      </div>
    )
  }
}
