import { IconButton } from '../../../shared/ui/icon-button.js'
import { useReporting } from '../reporting/reporting-context.js'
import { useBlocking } from './blocking-context.js'

/** Beside Report, in the other player's corner; also once that player has left. */
export function BlockButton() {
  const { about } = useReporting()
  const begin = useBlocking()
  if (about === null) return null
  return <IconButton icon="block" label={`Block ${about.username}`} onClick={() => begin(about)} />
}
