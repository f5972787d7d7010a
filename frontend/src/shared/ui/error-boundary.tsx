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

/** Screen that a room's scripts show when the page around it broke: its panic exit must stay. */
export const roomInstead: { Screen: ComponentType | null } = { Screen: null }
