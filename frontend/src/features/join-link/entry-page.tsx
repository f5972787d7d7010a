import { useEffect, useRef, useState } from 'react'
import { Link } from 'react-router'
import { NoWebRtc } from '../../entities/connection/no-webrtc.js'
import { CATEGORY_WORDS, MODE_WORDS } from '../../entities/game/game-words.js'
import { invitePath, type RoomKey } from '../../entities/room/room-key.js'
import { isUnveiled, type RoomLook } from '../../entities/room/room-look.js'
import { Picture } from '../../entities/stage/picture.js'
import { PATHS } from '../../shared/config/paths.js'
import { browserCamera, requestCamera } from '../../shared/rtc/camera.js'
import { canConnect } from '../../shared/rtc/can-connect.js'
import { buttonClass } from '../../shared/ui/button.js'
import { DeliberateButton } from '../../shared/ui/deliberate-button.js'
import { Icon } from '../../shared/ui/icon.js'
import { recordCameraPermission } from './camera-permission.js'
import { Invitation } from './invitation.js'
import styles from './join-link.module.css'

interface EntryPageProps {
  room: RoomKey
  look: RoomLook
  /** True if another site may have opened the page. */
  fromOtherSite: boolean
  /** `cameraAsked`: the browser's prompt was answered. `agreed`: the player agrees to be seen at once. */
  onJoin: (cameraAsked: boolean, agreed: boolean) => void
  onDecline?: () => void
}

/** Entry page that requests camera and seat only after a press. */
export default function EntryPage({ room, look, fromOtherSite, onJoin, onDecline }: EntryPageProps) {
  const { view, show } = usePreview()
  const plain = isUnveiled(look)
  const [connects] = useState(canConnect)
  return (
    <Invitation status={<Whose look={look} />}>
      {!connects && <NoWebRtc />}
      {plain && (
        <p className={styles.plain}>
          <Icon name="eye" />
          <span>
            <strong>Not veiled.</strong> Video starts as soon as you join.
          </span>
        </p>
      )}
      <p className={styles.warning}>
        {fromOtherSite && 'Another site may have opened this page. '}Your camera is off until you press something here.
      </p>
      <div className={styles.preview}>
        {view.kind === 'shown' ? (
          <Picture stream={view.stream} own label="Your picture, which only you see" />
        ) : (
          <>
            <Icon name={view.kind === 'none' ? 'camera-off' : 'camera'} size={32} />
            {view.kind === 'none' ? (
              <p role="status">We can’t use your camera. You can still join without it.</p>
            ) : (
              <DeliberateButton variant="quiet" busy={view.kind === 'asking'} onClick={show}>
                See my picture first
              </DeliberateButton>
            )}
          </>
        )}
      </div>
      <div className={styles.actions}>
        {/* A new button when its meaning changes, so that a press for the old one does not count. */}
        <DeliberateButton
          key={String(plain)}
          variant="primary"
          size="l"
          onClick={() => onJoin(view.kind !== 'off', plain)}
        >
          Join this room
        </DeliberateButton>
        <Link className={buttonClass({ variant: 'quiet', size: 'l' })} to={PATHS.home} onClick={onDecline}>
          Not now
        </Link>
      </div>
      <Link to={PATHS.studio} state={{ invitation: invitePath(room) }}>
        Check picture and sound first
      </Link>
    </Invitation>
  )
}

const Whose = ({ look }: { look: RoomLook }) => {
  if (look.kind === 'looking') return null
  if (look.kind === 'refused') return look.error
  const { name, creator, mode, category } = look.room
  return (
    <span className={styles.whose}>
      <strong>
        {creator} invites you to “{name}”
      </strong>
      <span>
        {MODE_WORDS[mode].name}, {CATEGORY_WORDS[category]}
      </span>
    </span>
  )
}

type Preview = { readonly kind: 'off' | 'asking' | 'none' } | { readonly kind: 'shown'; readonly stream: MediaStream }

function usePreview(): { view: Preview; show: () => void } {
  const [view, setView] = useState<Preview>({ kind: 'off' })
  const here = useRef(true)
  const stream = view.kind === 'shown' ? view.stream : null

  useEffect(() => {
    here.current = true
    return () => {
      here.current = false
    }
  }, [])
  useEffect(() => () => stream?.getTracks().forEach((track) => track.stop()), [stream])

  const show = () => {
    setView({ kind: 'asking' })
    void requestCamera(browserCamera).then(({ audio, video, errorName }) => {
      recordCameraPermission({ granted: errorName === null ? 1 : 0, errorName })
      // Requested with the picture for a single prompt, then unused.
      audio?.stop()
      if (video === null) return setView({ kind: 'none' })
      if (here.current) return setView({ kind: 'shown', stream: new MediaStream([video]) })
      video.stop()
    })
  }
  return { view, show }
}
