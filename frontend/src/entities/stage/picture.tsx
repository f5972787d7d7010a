import { useEffect, useRef, useState } from 'react'
import { Button } from '../../shared/ui/button.js'
import { Icon } from '../../shared/ui/icon.js'
import styles from './pane.module.css'

interface PictureProps {
  stream: MediaStream
  /** One's own picture is silent, and seen as in a mirror. */
  own?: boolean
  muted?: boolean
  label: string
}

/** A live picture. Frames go from the stream to the element; React hears nothing of them. */
export function Picture({ stream, own = false, muted = false, label }: PictureProps) {
  const video = useRef<HTMLVideoElement>(null)
  const [silenced, setSilenced] = useState(false)

  useEffect(() => {
    const element = video.current
    if (element === null) return undefined
    element.srcObject = stream
    element.play().catch((error: unknown) => {
      // Browsers refuse sound before a gesture, but not the picture. Anything else is a stream on its way out.
      if (!(error instanceof DOMException && error.name === 'NotAllowedError')) return
      element.muted = true
      setSilenced(true)
      void element.play().catch(() => undefined)
    })
    return () => {
      element.srcObject = null
    }
  }, [stream])

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
        muted={own || muted}
        autoPlay
        playsInline
        disablePictureInPicture
      />
      {silenced && (
        <Button variant="primary" className={styles.giveSound} onClick={giveSound}>
          <Icon name="volume" /> Turn the sound on
        </Button>
      )}
    </>
  )
}
