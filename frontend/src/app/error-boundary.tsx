import { Component, type ReactNode } from 'react'
import { ApplicationError } from '../features/errors/application-error.js'

/** The last resort: whatever breaks while drawing ends here, in words. */
export class ErrorBoundary extends Component<{ children: ReactNode }, { failure: unknown }> {
  override state: { failure: unknown } = { failure: undefined }

  static getDerivedStateFromError(failure: unknown) {
    return { failure: failure ?? true }
  }

  override render() {
    return this.state.failure === undefined ? this.props.children : <ApplicationError />
  }
}
