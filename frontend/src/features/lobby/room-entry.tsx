import { useState } from 'react'
import type { RoomListItem } from '@kla/proto/web'
import { Button } from '../../shared/ui/button.js'
import { Icon } from '../../shared/ui/icon.js'
import { CATEGORY_WORDS, MODE_WORDS } from '../../entities/game/game-words.js'
import type { RoomKey } from '../../entities/room/room-key.js'
import { PasscodePrompt } from './passcode-prompt.js'
import { SeatGlyph } from './seat-glyph.js'
import styles from './room-entry.module.css'

interface RoomEntryProps {
  room: RoomListItem
  joining: boolean
  onJoin: (room: RoomKey) => Promise<void>
}

export const RoomEntry = ({ room, joining, onJoin }: RoomEntryProps) => {
  const [asking, setAsking] = useState(false)
  const full = room.players >= Number(room.capacity)
  const join = () => {
    if (room.passcodeRequired) setAsking(true)
    else void onJoin({ roomId: room.id, passcode: null })
  }

  return (
    <li className={styles.entry}>
      <div className={styles.row}>
        <SeatGlyph full={full} />
        <div className={styles.about}>
          <h3 className={styles.name}>
            {room.name}
            {room.passcodeRequired && (
              <span className={styles.lock} title="Needs a passcode">
                <Icon name="lock" size={16} />
                <span className="visually-hidden">needs a passcode</span>
              </span>
            )}
          </h3>
          {room.creator !== '' && <p className={styles.creator}>opened by {room.creator}</p>}
          <ul className={styles.facts}>
            <li>{MODE_WORDS[room.mode].name}</li>
            {room.category !== '' && <li>{CATEGORY_WORDS[room.category]}</li>}
            <li>
              {room.players} of {room.capacity}
            </li>
            <li className={styles.id} title={room.id}>
              {room.id}
            </li>
          </ul>
        </div>
        {!asking && (
          <Button
            className={styles.join}
            disabled={full}
            busy={joining}
            aria-label={full ? `${room.name} is full` : `Join ${room.name}`}
            onClick={join}
          >
            {full ? 'Full' : 'Join'}
          </Button>
        )}
      </div>
      {asking && (
        <PasscodePrompt
          roomName={room.name}
          joining={joining}
          onSubmit={(passcode) => void onJoin({ roomId: room.id, passcode })}
          onCancel={() => setAsking(false)}
        />
      )}
    </li>
  )
}
