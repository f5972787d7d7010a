import { Component, type ReactNode } from 'react'
import { Button } from '../../components/ui/button.js'
import { EmptyState } from '../../components/ui/empty-state.js'

/** The last resort: whatever breaks while drawing ends here, in words. */
export class ErrorBoundary extends Component<{ children: ReactNode }, { failed: boolean }> {
  override state = { failed: false }

  static getDerivedStateFromError() {
    return { failed: true }
  }

  override render() {
    if (!this.state.failed) return this.props.children
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
