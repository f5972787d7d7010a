import { useState } from 'react'
import { useTitle } from '../../shared/browser/use-title.js'
import { Button } from '../../shared/ui/button.js'
import { DeliberateButton } from '../../shared/ui/deliberate-button.js'
import { EmptyState } from '../../shared/ui/empty-state.js'
import { JOIN_LINK } from '../../texts/join-link.js'
import { ROOM_UNAVAILABLE, UNAVAILABLE_TEXTS, UNAVAILABLE_TITLES } from '../../texts/room-unavailable.js'
import styles from './join-link.module.css'
import type { Unavailable } from './unavailable.js'

interface RoomUnavailableProps {
  unavailable: Unavailable | { readonly why: 'nameless' }
  onJoin: () => void
  onSeeRooms: () => void
}

export default function RoomUnavailable({ unavailable: { why }, onJoin, onSeeRooms }: RoomUnavailableProps) {
  const [going, setGoing] = useState(false)
  useTitle(JOIN_LINK.pageTitle)
  return (
    <EmptyState
      wholeScreen
      icon="link"
      title={UNAVAILABLE_TITLES[why]}
      action={
        <div className={styles.actions}>
          <Button variant="primary" onClick={onSeeRooms}>
            {ROOM_UNAVAILABLE.seeRooms}
          </Button>
          {why === 'host-left' && (
            <DeliberateButton
              busy={going}
              onClick={() => {
                setGoing(true)
                onJoin()
              }}
            >
              {ROOM_UNAVAILABLE.joinAnyway}
            </DeliberateButton>
          )}
        </div>
      }
    >
      {UNAVAILABLE_TEXTS[why]}
    </EmptyState>
  )
}
