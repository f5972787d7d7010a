import { Component, type ReactNode } from 'react'
import { Button } from '../../shared/ui/button.js'
import { EmptyState } from '../../shared/ui/empty-state.js'

/** The last resort: whatever breaks while drawing ends here, in words. */
export class ErrorBoundary extends Component<{ children: ReactNode }, { failure: unknown }> {
  override state: { failure: unknown } = { failure: undefined }

  static getDerivedStateFromError(failure: unknown) {
    return { failure: failure ?? true }
  }

  override render() {
    if (this.state.failure === undefined) return this.props.children
    return (
      <main>
        <EmptyState
          wholeScreen
          icon="alert"
          title="Unexpected Application Error!"
          action={<Button onClick={() => window.location.reload()}>Reload the page</Button>}
        >
          Something broke on this page. Reloading it usually helps.
        </EmptyState>
      </main>
    )
  }
}
