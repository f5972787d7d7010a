import { Suspense, useMemo } from 'react'
import { FlipButton } from '../../../entities/devices/flip-button.js'
import { Blank, Pane } from '../../../entities/stage/pane.js'
import styles from '../../../entities/stage/pane.module.css'
import { Picture } from '../../../entities/stage/picture.js'
import { useRemembered } from '../../../shared/browser/remembered.js'
import { Button } from '../../../shared/ui/button.js'
import { Spinner } from '../../../shared/ui/spinner.js'
import { OWN_PANE, PANE_NOTES } from '../../../texts/room-stage.js'
import { UI } from '../../../texts/ui.js'
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
      label={OWN_PANE.you}
      status={status}
      caption={
        <>
          <strong className={styles.name}>{OWN_PANE.you}</strong>
          {!small && <ReadyNote id={me} />}
          {!small && unseen && view.source === 'camera' && <span className={notes.note}>{OWN_PANE.onlyYou}</span>}
          {!small && !view.asking && <MediaNotes state={view} />}
          {view.muted?.microphone && <span className={notes.note}>{OWN_PANE.mutedBySystem}</span>}
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
      {view.asking || view.covered ? (
        <Blank>
          <Spinner />
          {!small && (
            <div>
              {OWN_PANE.preparing} <Late wait="camera" />
            </div>
          )}
        </Blank>
      ) : view.cam && view.source === 'stand-in' ? (
        <Blank>
          <p>
            {small
              ? back
                ? OWN_PANE.cameraBackShort
                : PANE_NOTES.noCamera
              : back
                ? OWN_PANE.cameraBack
                : OWN_PANE.noCamera}
          </p>
          {!small && <Button onClick={() => void media.request()}>{back ? OWN_PANE.turnCameraOn : UI.tryAgain}</Button>}
        </Blank>
      ) : view.cam && hidden ? (
        <Blank>
          <p className={small ? 'visually-hidden' : undefined}>{unseen ? OWN_PANE.hiddenUnseen : OWN_PANE.hidden}</p>
          {!small && <Button onClick={() => ownPictureHidden.set(false)}>{OWN_PANE.show}</Button>}
        </Blank>
      ) : view.cam && stream ? (
        <>
          <Picture stream={stream} own label={OWN_PANE.video} />
          {small && <FlipButton control={control} />}
        </>
      ) : (
        <Blank>
          <p>{small ? PANE_NOTES.cameraOff : OWN_PANE.cameraOff}</p>
        </Blank>
      )}
    </Pane>
  )
}

function useOwnStream(): MediaStream | null {
  const track = useLocalMedia(({ source, tracks }) => (source === 'camera' ? tracks.video : null))
  return useMemo(() => track && new MediaStream([track]), [track])
}
