import { type ReactNode, useRef } from 'react'
import { Link } from 'react-router'
import { QueuePlaceNote } from '../../entities/admission-queue/queue-place-note.js'
import { useIsBanned } from '../../entities/bans/bans.js'
import { Competing } from '../../entities/competing/competing.js'
import { HowOthersSeeYou } from '../../entities/names/how-others-see-you.js'
import type { RoomKey } from '../../entities/room/room-key.js'
import { useTitle } from '../../shared/browser/use-title.js'
import { PATHS } from '../../shared/config/paths.js'
import { isEnded, useQueuePlace, useRealtime } from '../../shared/realtime/index.js'
import { buttonClass } from '../../shared/ui/button.js'
import { Icon } from '../../shared/ui/icon.js'
import { Spinner } from '../../shared/ui/spinner.js'
import { LOBBY } from '../../texts/lobby.js'
import { AvailableRooms } from './available-rooms.js'
import { CreateRoom } from './create-room.js'
import styles from './lobby.module.css'
import type { OnJoin } from './room-entry.js'
import { type OnReturn, SeatedElsewhere } from './seated-elsewhere.js'

interface LobbyProps {
  quickMatch: ReactNode
  joining: string | null
  onJoin: OnJoin
  /** Returns to the account's own room. */
  onReturn: OnReturn
  onCreated: (room: RoomKey) => void
}

export const Lobby = ({ quickMatch, joining, onJoin, onReturn, onCreated }: LobbyProps) => {
  useTitle(LOBBY.pageTitle)
  const nameField = useRef<HTMLInputElement>(null)
  return (
    <div className={styles.lobby}>
      <header className={styles.header}>
        <h1 className={styles.title}>{LOBBY.title}</h1>
        <ConnectionNote />
        <Link className={buttonClass({ variant: 'quiet' })} to={PATHS.ready}>
          <Icon name="camera" /> {LOBBY.checkDevices}
        </Link>
      </header>
      <div className={styles.seated}>
        <SeatedElsewhere joining={joining} onReturn={onReturn} />
      </div>
      <div className={styles.quickMatch}>{quickMatch}</div>
      <HowOthersSeeYou className={styles.quickMatch} />
      <CreateRoom nameField={nameField} onCreated={onCreated} />
      <AvailableRooms joining={joining} onJoin={onJoin} onWantCreate={() => nameField.current?.focus()} />
      <Competing />
    </div>
  )
}

const ConnectionNote = () => {
  const { status, closedBy } = useRealtime()
  const line = useQueuePlace()
  const banned = useIsBanned(closedBy)
  if (line) {
    return (
      <div className={styles.note}>
        <Spinner /> <QueuePlaceNote queuePlace={line} />
      </div>
    )
  }
  return (
    <p className={styles.note} role="status">
      {status === 'lost' && (
        <>
          <Spinner /> {LOBBY.lost}
        </>
      )}
      {isEnded(closedBy) && (
        <>
          <Icon name="offline" /> {banned ? LOBBY.bannedAccount : LOBBY.disconnected}
        </>
      )}
    </p>
  )
}
