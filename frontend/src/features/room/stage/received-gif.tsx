import { useEffect, useRef, useState } from 'react'
import { REASONS } from '@kla/proto/web'
import { Button } from '../../../components/ui/button.js'
import { mediaUrl } from '../../../lib/media/media-url.js'
import styles from './received-gif.module.css'

const stillness = () => window.matchMedia('(prefers-reduced-motion: reduce)').matches

interface ReceivedGifProps {
  gifUrl: string
  from: string
  wildCard: boolean
}

/** The clip that the other player picked. It takes the stage; the faces stay beside it. */
export function ReceivedGif({ gifUrl, from, wildCard }: ReceivedGifProps) {
  const video = useRef<HTMLVideoElement>(null)
  const [playing, setPlaying] = useState(() => !stillness())
  const [broken, setBroken] = useState(false)

  useEffect(() => {
    if (playing) void video.current?.play().catch(() => setPlaying(false))
    else video.current?.pause()
  }, [playing])

  return (
    <figure className={styles.gif}>
      {broken ? (
        <p className={styles.broken}>{REASONS.MEDIA_UNAVAILABLE.text}</p>
      ) : (
        <video
          ref={video}
          className={styles.clip}
          src={mediaUrl(gifUrl)}
          aria-label={`GIF from ${from}`}
          muted
          loop
          playsInline
          onError={() => setBroken(true)}
        />
      )}
      <figcaption className={styles.caption}>
        <span>
          {wildCard ? 'Wild Card from' : 'From'} <strong>{from}</strong>
        </span>
        <Button variant="quiet" onClick={() => setPlaying(!playing)}>
          {playing ? 'Pause' : 'Play'}
        </Button>
      </figcaption>
    </figure>
  )
}
