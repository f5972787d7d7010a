import { useEffect, useRef } from 'react'
import styles from './saved-clip.module.css'

interface SilentVideoProps {
  src: string
  label: string
  playing: boolean
  /** The browser does not let it play by itself. */
  onRefused: () => void
  onBroken: () => void
}

/** A clip that loops without sound. */
export function SilentVideo({ src, label, playing, onRefused, onBroken }: SilentVideoProps) {
  const video = useRef<HTMLVideoElement>(null)

  useEffect(() => {
    if (!playing) {
      video.current?.pause()
      return
    }
    video.current?.play().catch((error: DOMException) => {
      // Otherwise it was paused or taken away before it began.
      if (error.name === 'NotAllowedError') onRefused()
    })
    // The handlers are new with every drawing; asking to play once is enough.
    // eslint-disable-next-line react-hooks/exhaustive-deps
  }, [playing])

  return (
    <video
      ref={video}
      className={styles.picture}
      src={src}
      aria-label={label}
      preload={playing ? 'auto' : 'metadata'}
      muted
      loop
      playsInline
      onError={onBroken}
    />
  )
}
