import { Button } from '../../../components/ui/button.js'
import { EmptyState } from '../../../components/ui/empty-state.js'
import type { ClosedBy } from '../../../lib/realtime/index.js'
import { backToLobby } from '../leaving/back-to-lobby.js'
import styles from './connection-ended.module.css'

const ENDED: Partial<Record<ClosedBy, { title: string; text: string }>> = {
  'taken-over': {
    title: 'This room was opened in another window',
    text: 'Your battle goes on there. This window is no longer connected.',
  },
  banned: { title: 'This account is banned', text: 'You cannot play with it. Contact support if this is a mistake.' },
}

/** In place of the room once its connection is closed for good. */
export function ConnectionEnded({ closedBy }: { closedBy: ClosedBy }) {
  const ended = ENDED[closedBy]
  if (ended === undefined) return null
  return (
    <div className={styles.ended} role="alert">
      <EmptyState
        icon="offline"
        title={ended.title}
        action={<Button onClick={() => backToLobby(null)}>Back to the lobby</Button>}
      >
        {ended.text}
      </EmptyState>
    </div>
  )
}
