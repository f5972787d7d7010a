import { type RefObject, useEffect, useMemo, useRef, useState } from 'react'
import type { DeviceControl } from '../../shared/rtc/index.js'
import { Button } from '../../shared/ui/button.js'
import { DeliberateButton } from '../../shared/ui/deliberate-button.js'
import { Icon } from '../../shared/ui/icon.js'
import { Spinner } from '../../shared/ui/spinner.js'
import { LIGHT, OWN_VIEW } from '../../texts/devices.js'
import { LateHelp } from '../connection/late-help.js'
import { Picture } from '../stage/picture.js'
import styles from './devices.module.css'
import { FlipButton } from './flip-button.js'
import { judgeLight, type Light, lumaOf, SAMPLE } from './light.js'
import { useRawMedia } from './use-control.js'

const LOOK_EVERY_MS = 1000

export function OwnView({ control }: { control: DeviceControl }) {
  const { asking, covered, source, cam, sound, problems, tracks } = useRawMedia(control, (view) => view)
  const camera = source === 'camera' ? tracks.video : null
  const stream = useMemo(() => camera && new MediaStream([camera]), [camera])
  const frame = useRef<HTMLDivElement>(null)
  const waits = asking || covered
  const shown = cam && !waits && stream
  const light = useLight(frame, shown || null)
  const untried = sound === 'stand-in' && !problems?.camera && !problems?.microphone

  return (
    <div className={styles.own}>
      <div ref={frame} className={styles.picture}>
        {waits ? (
          <div className={styles.blank}>
            <p role="status">
              <Spinner /> {OWN_VIEW.preparing}
            </p>
            <LateHelp wait="camera" />
          </div>
        ) : shown ? (
          <Picture stream={shown} muted label={OWN_VIEW.preview} />
        ) : !cam ? (
          <div className={styles.blank}>
            <p>{OWN_VIEW.cameraOff}</p>
            <Button onClick={() => control.raw.setCam(true)}>{OWN_VIEW.turnCameraOn}</Button>
          </div>
        ) : (
          <div className={styles.blank}>
            <Icon name="camera-off" size={32} />
            <p>{untried ? OWN_VIEW.appearsHere : OWN_VIEW.opponentSeesBlack}</p>
            {!problems?.camera && (
              <DeliberateButton
                variant="primary"
                onClick={() => void (untried ? control.raw.request() : control.raw.reopen('camera'))}
              >
                {untried ? OWN_VIEW.turnBothOn : OWN_VIEW.turnCameraOn}
              </DeliberateButton>
            )}
          </div>
        )}
        {shown && <FlipButton control={control} />}
      </div>
      <p
        className={styles.light}
        data-light={light ?? undefined}
        data-shown={Boolean(shown) || undefined}
        role="status"
      >
        {light && (
          <>
            <Icon name={light === 'good' ? 'check' : 'alert'} size={18} /> {LIGHT[light]}
          </>
        )}
      </p>
    </div>
  )
}

function useLight(frame: RefObject<HTMLElement | null>, stream: MediaStream | null): Light | null {
  const [light, setLight] = useState<Light | null>(null)
  useEffect(() => {
    if (stream === null) return undefined
    const canvas = document.createElement('canvas')
    Object.assign(canvas, SAMPLE)
    const context = canvas.getContext('2d', { willReadFrequently: true })
    const look = () => {
      const video = frame.current?.querySelector('video')
      if (!video || !context || video.readyState < HTMLMediaElement.HAVE_CURRENT_DATA) return
      context.drawImage(video, 0, 0, SAMPLE.width, SAMPLE.height)
      setLight(judgeLight(lumaOf(context.getImageData(0, 0, SAMPLE.width, SAMPLE.height).data)))
    }
    const looking = setInterval(look, LOOK_EVERY_MS)
    return () => {
      clearInterval(looking)
      setLight(null)
    }
  }, [frame, stream])
  return light
}
