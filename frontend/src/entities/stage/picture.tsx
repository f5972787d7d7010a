import { useEffect, useRef, useState } from 'react'
import { followSpeaker } from '../../shared/rtc/devices.js'
import { Button } from '../../shared/ui/button.js'
import { Icon } from '../../shared/ui/icon.js'
import styles from './pane.module.css'

interface PictureProps {
  stream: MediaStream
  own?: boolean
  muted?: boolean
  /** From 0 to 1. */
  volume?: number
  /** Whether it may be shown in a window of its own. */
  floats?: boolean
  /** Nothing can be made out or heard. */
  veiled?: boolean
  label: string
}

/** A live picture. Frames bypass React. */
export function Picture({ stream, own = false, muted = false, volume = 1, floats = false, veiled = false, label }: PictureProps) {
  const video = useRef<HTMLVideoElement>(null)
  const [silenced, setSilenced] = useState(false)
  const silent = own || muted || veiled

  useEffect(() => {
    const element = video.current
    if (element === null) return undefined
    element.srcObject = stream
    return () => {
      element.srcObject = null
    }
  }, [stream])

  useEffect(() => {
    const element = video.current
    element?.play().catch((error: unknown) => {
      // Autoplay with sound is refused before a gesture, muted video is not. Other errors mean that the stream is
      // ending.
      if (!(error instanceof DOMException && error.name === 'NotAllowedError')) return
      element.muted = true
      setSilenced(true)
      void element.play().catch(() => undefined)
    })
    return silent || element === null ? undefined : followSpeaker(element)
  }, [stream, silent])

  useEffect(() => {
    if (video.current) video.current.volume = volume
  }, [volume])

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
      {silenced && !silent && (
        <Button variant="primary" className={styles.giveSound} onClick={giveSound}>
          <Icon name="volume" /> Turn the sound on
        </Button>
      )}
    </>
  )
}
