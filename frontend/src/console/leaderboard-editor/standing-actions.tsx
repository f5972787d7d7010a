import { Button } from '../../components/ui/button.js'
import { useShortcut } from '../kit/keys/shortcuts-context.js'
import { isOneSeason } from './seasons.js'

interface StandingActionsProps {
  season: string
  onCorrect: () => void
}

/** What can be done about somebody's figures. */
export function StandingActions({ season, onCorrect }: StandingActionsProps) {
  const correctable = isOneSeason(season)
  useShortcut('c', 'Correct the figures', onCorrect, correctable)
  if (!correctable) return <p>A correction belongs to one season. Choose a season above the list first.</p>
  return (
    <Button variant="primary" wide aria-keyshortcuts="c" onClick={onCorrect}>
      Correct
    </Button>
  )
}
