import { IconButton } from '../../../shared/ui/icon-button.js'
import { useReporting } from './reporting-context.js'

/** In the other player's corner, whatever the phase. */
export function ReportButton() {
  const { about, begin } = useReporting()
  if (about === null) return null
  return <IconButton icon="flag" tone="danger" label={`Report ${about.username}`} onClick={() => begin(about)} />
}
