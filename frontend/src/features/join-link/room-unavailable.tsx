import { useState } from 'react'
import { useTitle } from '../../shared/browser/use-title.js'
import { Button } from '../../shared/ui/button.js'
import { DeliberateButton } from '../../shared/ui/deliberate-button.js'
import { EmptyState } from '../../shared/ui/empty-state.js'
import styles from './join-link.module.css'
import type { Unavailable } from './unavailable.js'

const WORDS: Readonly<Record<Unavailable['why'] | 'nameless', { title: string; text: string }>> = {
  'invitation-closed': {
    title: 'The person who invited you has left',
    text: 'Their room is closed. Ask them for a new link, or look for another room.',
  },
  nameless: {
    title: 'This invitation is incomplete',
    text: 'Ask for the link again, or look for the room in the lobby.',
  },
  'seat-closed': { title: 'This room is closed', text: 'Everyone has left it. You can look for another room.' },
  'host-left': {
    title: 'The person who invited you has left',
    text: 'Someone else is still in the room. You can meet them, or look for another room.',
  },
}

interface RoomUnavailableProps {
  unavailable: Unavailable | { readonly why: 'nameless' }
  onJoin: () => void
  onSeeRooms: () => void
}

export default function RoomUnavailable({ unavailable: { why }, onJoin, onSeeRooms }: RoomUnavailableProps) {
  const { title, text } = WORDS[why]
  const [going, setGoing] = useState(false)
  useTitle('Invitation')
  return (
    <EmptyState
      wholeScreen
      icon="link"
      title={title}
      action={
        <div className={styles.actions}>
          <Button variant="primary" onClick={onSeeRooms}>
            See the open rooms
          </Button>
          {why === 'host-left' && (
            <DeliberateButton
              busy={going}
              onClick={() => {
                setGoing(true)
                onJoin()
              }}
            >
              Join anyway
            </DeliberateButton>
          )}
        </div>
      }
    >
      {text}
    </EmptyState>
  )
}
