import type { ReactNode } from 'react'
import { UI } from '../../texts/ui.js'
import { Button } from './button.js'
import { EmptyState } from './empty-state.js'

interface LoadFailedProps {
  title: string
  /** True if its title is the screen's heading. */
  wholeScreen?: boolean
  /** True while it loads again. */
  busy: boolean
  onRetry: () => void
  children: ReactNode
}

/** Stands in the place of what could not be loaded, and offers to try again. */
export const LoadFailed = ({ busy, onRetry, ...state }: LoadFailedProps) => (
  <EmptyState
    {...state}
    icon="offline"
    action={
      <Button busy={busy} onClick={onRetry}>
        {UI.tryAgain}
      </Button>
    }
  />
)
