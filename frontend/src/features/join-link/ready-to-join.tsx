import { Link } from 'react-router'
import { CATEGORY_WORDS, MODE_WORDS } from '../../entities/game/game-words.js'
import { GetReady, type Readiness } from '../../entities/ready/get-ready.js'
import { Invitation } from '../../entities/ready/ready-page.js'
import { SealedNote } from '../../entities/reports/sealed-note.js'
import type { RoomLook } from '../../entities/room/room-look.js'
import { PATHS } from '../../shared/config/paths.js'
import { buttonClass } from '../../shared/ui/button.js'
import { JOIN_LINK } from '../../texts/join-link.js'
import { READY_TO_JOIN } from '../../texts/ready-to-join.js'
import styles from './join-link.module.css'

interface ReadyToJoinProps {
  look: RoomLook
  /** True if another site may have opened the page. */
  fromOtherSite: boolean
  onJoin: (readiness: Readiness) => void
  onDecline?: () => void
}

/** The screen before a room of an invitation. It requests the seat only after a press. */
export default function ReadyToJoin({ look, fromOtherSite, onJoin, onDecline }: ReadyToJoinProps) {
  const veiled = look.kind === 'seen' ? look.room.veiled : undefined
  const opensCamera = !fromOtherSite && veiled === true
  return (
    <Invitation status={<Whose look={look} />}>
      <GetReady
        go={READY_TO_JOIN.join}
        veiled={veiled}
        leadsTo="room"
        opensCamera={opensCamera}
        notNow={
          <Link className={buttonClass({ variant: 'quiet', size: 'l' })} to={PATHS.home} onClick={onDecline}>
            {READY_TO_JOIN.notNow}
          </Link>
        }
        onGo={onJoin}
      >
        {!opensCamera && (
          <p className={styles.warning}>{fromOtherSite ? READY_TO_JOIN.otherSite : READY_TO_JOIN.cameraOff}</p>
        )}
        <SealedNote who={READY_TO_JOIN.someone} className={styles.small} />
      </GetReady>
    </Invitation>
  )
}

const Whose = ({ look }: { look: RoomLook }) => {
  if (look.kind === 'looking') return JOIN_LINK.looking
  if (look.kind === 'refused') return look.error
  const { name, creator, mode, category } = look.room
  return (
    <p className={styles.whose}>
      <strong>{READY_TO_JOIN.invites({ creator, room: name })}</strong>{' '}
      <span>{READY_TO_JOIN.about({ mode: MODE_WORDS[mode].name, category: CATEGORY_WORDS[category] })}</span>
    </p>
  )
}
