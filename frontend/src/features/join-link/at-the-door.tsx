import { Link } from 'react-router'
import { buttonClass } from '../../shared/ui/button.js'
import { DeliberateButton } from '../../shared/ui/deliberate-button.js'
import { Icon } from '../../shared/ui/icon.js'
import { CATEGORY_WORDS, MODE_WORDS } from '../../entities/game/game-words.js'
import { PATHS } from '../../shared/config/paths.js'
import type { RoomKey } from '../../entities/room/room-key.js'
import { useRoomList } from '../../entities/room/use-room-list.js'
import { Picture } from '../../entities/stage/picture.js'
import styles from './at-the-door.module.css'
import { Invitation } from './invitation.js'
import { usePreview } from './use-preview.js'

interface AtTheDoorProps {
  room: RoomKey
  /** `cameraAsked`: whether the browser has had its question about the camera already. */
  onGoIn: (cameraAsked: boolean) => void
  onStayOut?: () => void
}

/** An invitation that another site may have opened: no camera and no seat before a press. */
export const AtTheDoor = ({ room, onGoIn, onStayOut }: AtTheDoorProps) => {
  const { view, show } = usePreview()
  return (
    <Invitation status={<Whose roomId={room.roomId} />}>
      <p className={styles.warning}>
        Another site may have opened this page. Your camera is off until you press something here.
      </p>
      <div className={styles.preview}>
        {view.kind === 'shown' ? (
          <Picture stream={view.stream} own label="Your picture, which only you see" />
        ) : (
          <>
            <Icon name={view.kind === 'none' ? 'camera-off' : 'camera'} size={32} />
            {view.kind === 'none' ? (
              <p role="status">No camera could be had. You can go in all the same.</p>
            ) : (
              <DeliberateButton variant="quiet" busy={view.kind === 'asking'} onClick={show}>
                See my picture first
              </DeliberateButton>
            )}
          </>
        )}
      </div>
      <div className={styles.actions}>
        <DeliberateButton variant="primary" size="l" onClick={() => onGoIn(view.kind !== 'off')}>
          Go in
        </DeliberateButton>
        <Link className={buttonClass({ variant: 'quiet', size: 'l' })} to={PATHS.home} onClick={onStayOut}>
          Stay out
        </Link>
      </div>
    </Invitation>
  )
}

/** Who invites, as far as the list of open rooms says it to this visitor. */
const Whose = ({ roomId }: { roomId: string }) => {
  const rooms = useRoomList()
  if (rooms === null) return null
  const room = rooms.find(({ id }) => id === roomId)
  if (room === undefined) return 'It is not in the list of open rooms, so we cannot say whose it is.'
  const facts = [MODE_WORDS[room.mode].name, room.category ? CATEGORY_WORDS[room.category] : null]
  return (
    <span className={styles.whose}>
      <strong>{room.creator ? `${room.creator} invites you to “${room.name}”` : `The room “${room.name}”`}</strong>
      <span>{facts.filter(Boolean).join(', ')}</span>
    </span>
  )
}
