import { FIRST_SEASON, isCorrectable } from '@kla/proto/web'
import { Button } from '../../shared/ui/button.js'
import { useShortcut } from '../kit/keys/shortcuts-context.js'

interface StandingActionsProps {
  season: string
  nowMs: number
  onCorrect: () => void
}

/** What can be done about somebody's figures. */
export function StandingActions({ season, nowMs, onCorrect }: StandingActionsProps) {
  const correctable = isCorrectable(season, nowMs)
  useShortcut('c', 'Correct the figures', onCorrect, correctable)
  if (!correctable) {
    return (
      <p>A correction belongs to one season from {FIRST_SEASON} on that has begun. Choose one above the list first.</p>
    )
  }
  return (
    <Button variant="primary" wide aria-keyshortcuts="c" onClick={onCorrect}>
      Correct
    </Button>
  )
}
