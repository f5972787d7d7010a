import { Component, type ReactNode } from 'react'
import { ApplicationError } from '../features/errors/application-error.js'

/** The last resort: whatever breaks while drawing ends here, in words. */
export class ErrorBoundary extends Component<{ children: ReactNode }, { failed: boolean }> {
  override state = { failed: false }

  static getDerivedStateFromError() {
    return { failed: true }
  }

  override render() {
    return this.state.failed ? <ApplicationError /> : this.props.children
  }
}
