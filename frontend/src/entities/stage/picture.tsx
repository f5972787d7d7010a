import { type RefObject, useEffect, useRef, useState } from 'react'
import { followSpeaker } from '../../shared/rtc/devices.js'
import { Button } from '../../shared/ui/button.js'
import { Icon } from '../../shared/ui/icon.js'
import { PICTURE } from '../../texts/stage.js'
import styles from './pane.module.css'
import { VeiledView } from './veiled-view.js'

interface PictureProps {
  stream: MediaStream
  own?: boolean
  muted?: boolean
  volume?: number
  floats?: boolean
  veiled?: boolean
  label: string
  element?: RefObject<HTMLVideoElement | null>
}

/** Shows live video; frames bypass React. */
export function Picture({
  stream,
  own = false,
  muted = false,
  volume = 1,
  floats = false,
  veiled = false,
  label,
  element,
}: PictureProps) {
  const ours = useRef<HTMLVideoElement>(null)
  const video = element ?? ours
  const [silenced, setSilenced] = useState(false)
  const silent = own || muted || veiled

  useEffect(() => {
    const shown = video.current
    if (shown === null) return undefined
    shown.srcObject = stream
    return () => {
      shown.srcObject = null
    }
  }, [video, stream])

  useEffect(() => {
    const shown = video.current
    shown?.play().catch((error: unknown) => {
      // Autoplay with sound is refused before a gesture; muted video is not.
      if (!(error instanceof DOMException && error.name === 'NotAllowedError')) return
      shown.muted = true
      setSilenced(true)
      void shown.play().catch(() => undefined)
    })
    return silent || shown === null ? undefined : followSpeaker(shown)
  }, [video, stream, silent])

  useEffect(() => {
    if (video.current) video.current.volume = volume
  }, [video, volume])

  const giveSound = () => {
    if (video.current === null) return
    video.current.muted = false
    void video.current.play().catch(() => undefined)
    setSilenced(false)
  }

  return (
    <>
      <video
        ref={video}
        className={styles.picture}
        data-own={own || undefined}
        aria-label={label}
        data-veiled={veiled || undefined}
        muted={silent}
        autoPlay
        playsInline
        disablePictureInPicture={!floats || veiled}
        disableRemotePlayback
      />
      {veiled && <VeiledView video={video} />}
      {silenced && !silent && (
        <Button variant="primary" className={styles.giveSound} onClick={giveSound}>
          <Icon name="volume" /> {PICTURE.turnSoundOn}
        </Button>
      )}
    </>
  )
}
