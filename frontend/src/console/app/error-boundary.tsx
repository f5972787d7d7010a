import { Component, type ReactNode } from 'react'
import { Button } from '../../components/ui/button.js'
import { EmptyState } from '../../components/ui/empty-state.js'
import { PartMissing } from '../../lib/browser/load-part.js'

/** The last resort: whatever breaks while drawing ends here, in words. */
export class ErrorBoundary extends Component<{ children: ReactNode }, { failure: unknown }> {
  override state: { failure: unknown } = { failure: undefined }

  static getDerivedStateFromError(failure: unknown) {
    return { failure: failure ?? true }
  }

  override render() {
    const { failure } = this.state
    if (failure === undefined) return this.props.children
    const missing = failure instanceof PartMissing
    return (
      <main>
        <EmptyState
          wholeScreen
          icon="alert"
          title={missing ? 'This tab did not load' : 'Unexpected Application Error!'}
          action={<Button onClick={() => window.location.reload()}>Reload the page</Button>}
        >
          {missing
            ? 'The console may have been updated since you opened it, or your connection is gone. Reload the page to go on.'
            : 'Something broke on this page. Reloading it usually helps.'}
        </EmptyState>
      </main>
    )
  }
}
