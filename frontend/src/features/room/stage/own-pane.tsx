import { Suspense, useMemo } from 'react'
import { FlipButton } from '../../../entities/devices/flip-button.js'
import { Blank, Pane } from '../../../entities/stage/pane.js'
import styles from '../../../entities/stage/pane.module.css'
import { Picture } from '../../../entities/stage/picture.js'
import { useRemembered } from '../../../shared/browser/remembered.js'
import { Button } from '../../../shared/ui/button.js'
import { Spinner } from '../../../shared/ui/spinner.js'
import { useLocalMedia, useReveal, useServices } from '../call/services.js'
import { DeviceSwitches } from '../controls/controls.js'
import { FinishButton, Late } from '../later-parts.js'
import { useMe, usePlaying } from '../state/use-room.js'
import { ownPictureHidden } from '../view-settings.js'
import { MediaNotes, ReadyNote, usePaneStatus } from './pane-notes.js'
import notes from './pane-notes.module.css'

export function OwnPane({ small }: { small: boolean }) {
  const { media, control } = useServices()
  const me = useMe()
  const playing = usePlaying()
  const stream = useOwnStream()
  const view = useLocalMedia((view) => view)
  const status = usePaneStatus(me)
  const hidden = useRemembered(ownPictureHidden)
  const back = view.problems?.camera === 'Returned'
  const unseen = useReveal(({ room, state }) => room === 'veiled' && state !== 'open')

  return (
    <Pane
      side="you"
      label="You"
      status={status}
      caption={
        <>
          <strong className={styles.name}>You</strong>
          {!small && <ReadyNote id={me} />}
          {!small && unseen && view.source === 'camera' && <span className={notes.note}>Only you see this</span>}
          {!small && !view.asking && <MediaNotes state={view} />}
          {view.muted?.microphone && <span className={notes.note}>Muted by your system</span>}
        </>
      }
      controls={
        !small && (
          <>
            <Suspense>{playing && <FinishButton />}</Suspense>
            <DeviceSwitches />
          </>
        )
      }
    >
      {view.asking ? (
        <Blank>
          <Spinner />
          {!small && (
            <div>
              Preparing camera… waiting for permission prompt… <Late wait="camera" />
            </div>
          )}
        </Blank>
      ) : view.source === 'stand-in' ? (
        <Blank>
          <p>
            {small
              ? back
                ? 'Camera back'
                : 'No camera'
              : back
                ? 'Your camera is back.'
                : 'No camera. Your opponent sees black.'}
          </p>
          {!small && <Button onClick={() => void media.request()}>{back ? 'Turn the camera on' : 'Try again'}</Button>}
        </Blank>
      ) : view.cam && hidden ? (
        <Blank>
          <p className={small ? 'visually-hidden' : undefined}>
            Your own video is hidden from you. {!unseen && 'Your opponent sees it.'}
          </p>
          {!small && <Button onClick={() => ownPictureHidden.set(false)}>Show it</Button>}
        </Blank>
      ) : view.cam && stream ? (
        <>
          <Picture stream={stream} own label="Your video" />
          {small && <FlipButton control={control} />}
        </>
      ) : (
        <Blank>
          <p>{small ? 'Camera off' : 'Your camera is off.'}</p>
        </Blank>
      )}
    </Pane>
  )
}

function useOwnStream(): MediaStream | null {
  const track = useLocalMedia(({ source, tracks }) => (source === 'camera' ? tracks.video : null))
  return useMemo(() => track && new MediaStream([track]), [track])
}
