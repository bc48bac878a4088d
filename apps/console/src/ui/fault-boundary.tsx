import { Component, type ReactNode } from 'react'
import { Button } from './button.tsx'

interface Props {
  readonly children: ReactNode
}

/** Keeps a fault of one page to that page: the rest of the console stays, and so does what was typed elsewhere. */
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
        <p>The service may be away, or a newer console may have taken the place of this one.</p>
        <Button onClick={() => window.location.reload()}>Load it anew</Button>
      </div>
    )
  }
}
