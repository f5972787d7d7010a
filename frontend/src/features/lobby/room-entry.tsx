import type { RoomListItem } from '@kla/proto/web'
import { Suspense, useState } from 'react'
import { CATEGORY_WORDS, MODE_WORDS } from '../../entities/game/game-words.js'
import type { RoomKey } from '../../entities/room/room-key.js'
import { lazyPart } from '../../shared/loading/lazy-part.js'
import { Button } from '../../shared/ui/button.js'
import { Icon } from '../../shared/ui/icon.js'
import { ROOM_LIST } from '../../texts/lobby.js'
import styles from './room-entry.module.css'

const PasscodePrompt = lazyPart(() => import('./passcode-prompt.js'), { asBar: true })

/** `veiled` is what the list shows. Resolves to why a typed passcode was refused, if it was. */
export type OnJoin = (room: RoomKey, veiled: boolean) => Promise<string | undefined>

interface RoomEntryProps {
  room: RoomListItem
  joining: boolean
  onJoin: OnJoin
}

export const RoomEntry = ({ room, joining, onJoin }: RoomEntryProps) => {
  const [asking, setAsking] = useState(false)
  const full = room.players >= Number(room.capacity)
  const join = () => {
    if (room.passcodeRequired) setAsking(true)
    else void onJoin({ roomId: room.id, passcode: null }, room.veiled)
  }

  return (
    <li className={styles.entry}>
      <div className={styles.row}>
        <SeatGlyph full={full} />
        <div className={styles.about}>
          <h3 className={styles.name}>
            {room.name}
            {room.passcodeRequired && (
              <span className={styles.lock} title={ROOM_LIST.needsPasscode}>
                <Icon name="lock" size={16} />
                <span className="visually-hidden">{ROOM_LIST.needsPasscodeSpoken}</span>
              </span>
            )}
            {room.veiled && (
              <span className={styles.lock} title={ROOM_LIST.startsBlurred}>
                <Icon name="eye-off" size={16} />
                <span className="visually-hidden">{ROOM_LIST.startsBlurredSpoken}</span>
              </span>
            )}
          </h3>
          {!room.veiled && <NotVeiled />}
          <p className={styles.creator}>{ROOM_LIST.openedBy({ creator: room.creator })}</p>
          <ul className={styles.facts}>
            <li>{MODE_WORDS[room.mode].name}</li>
            <li>{CATEGORY_WORDS[room.category]}</li>
            <li>{ROOM_LIST.seats({ players: room.players, capacity: room.capacity })}</li>
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
            aria-label={full ? ROOM_LIST.isFull({ room: room.name }) : ROOM_LIST.joinRoom({ room: room.name })}
            onClick={join}
          >
            {full ? ROOM_LIST.full : ROOM_LIST.join}
          </Button>
        )}
      </div>
      <Suspense>
        {asking && (
          <PasscodePrompt
            room={room}
            joining={joining}
            onSubmit={(passcode) => onJoin({ roomId: room.id, passcode }, room.veiled)}
            onCancel={() => setAsking(false)}
          />
        )}
      </Suspense>
    </li>
  )
}

const NotVeiled = () => (
  <p className={styles.plain}>
    <Icon name="eye" size={16} />
    <span>
      <strong>{ROOM_LIST.notBlurred}</strong>
    </span>
  </p>
)

const SeatGlyph = ({ full }: { full: boolean }) => (
  <svg className={styles.glyph} width="36" height="36" viewBox="0 0 32 32" fill="none" aria-hidden="true">
    <path d="M13.4 5.3a11 11 0 0 0 0 21.4" className={full ? styles.taken : styles.free} />
    <path d="M18.6 5.3a11 11 0 0 1 0 21.4" className={full ? styles.taken : styles.other} />
  </svg>
)
