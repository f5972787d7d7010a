import { Component, type ComponentType, type ReactNode } from 'react'

interface ErrorBoundaryProps {
  instead: ReactNode
  children: ReactNode
}

export class ErrorBoundary extends Component<ErrorBoundaryProps, { broken: boolean }> {
  override state = { broken: false }

  static getDerivedStateFromError() {
    return { broken: true }
  }

  override render() {
    return this.state.broken ? this.props.instead : this.props.children
  }
}

/** Keeps a room's panic exit when its page breaks. */
export const roomInstead: { Screen: ComponentType | null } = { Screen: null }
