import { Button } from '../../../components/ui/button.js'
import { Icon } from '../../../components/ui/icon.js'
import type { ClosedBy } from '../../../lib/realtime/index.js'
import { backToLobby } from '../leaving/back-to-lobby.js'
import styles from './connection-ended.module.css'

const ENDED = {
  'taken-over': {
    title: 'This room was opened in another window',
    text: 'Your battle goes on there. This window is no longer connected.',
  },
  banned: { title: 'This account is banned', text: 'You cannot play with it. Contact support if this is a mistake.' },
} as const

type Ending = keyof typeof ENDED

/** Whether a closed connection is the end of the stay, with a notice in place of the room. */
export const endsTheStay = (closedBy: ClosedBy | null): closedBy is Ending =>
  closedBy !== null && Object.hasOwn(ENDED, closedBy)

/** In place of the room once its connection is closed for good. */
export function ConnectionEnded({ closedBy }: { closedBy: Ending }) {
  const { title, text } = ENDED[closedBy]
  return (
    <div className={styles.ended} role="alert">
      <Icon name="offline" size={32} />
      <h1 className={styles.title}>{title}</h1>
      <p className={styles.text}>{text}</p>
      <Button onClick={() => backToLobby(null)}>Back to the lobby</Button>
    </div>
  )
}
