import { useEffect, useRef, useState } from 'react'
import { REASONS } from '@kla/proto/web'
import { Icon } from '../../../components/ui/icon.js'
import { IconButton } from '../../../components/ui/icon-button.js'
import { prefersStillness } from '../../../lib/browser/reduced-motion.js'
import { mediaUrl } from '../../../lib/media/media-url.js'
import { SaveReceivedButton } from '../saving/save-received-button.js'
import { SavesLeft } from '../saving/saves-left.js'
import styles from './received-gif.module.css'

interface ReceivedGifProps {
  gifUrl: string
  from: string
  wildCard: boolean
}

/** The clip that the other player picked. It takes the stage; the faces stay beside it. */
export function ReceivedGif({ gifUrl, from, wildCard }: ReceivedGifProps) {
  const video = useRef<HTMLVideoElement>(null)
  const [playing, setPlaying] = useState(() => !prefersStillness())
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
        <div className={styles.about}>
          <p>
            {wildCard && <Icon name="wild-card" size={16} />} {wildCard ? 'Wild Card from' : 'From'}{' '}
            <strong>{from}</strong>
          </p>
          <SavesLeft />
        </div>
        <div className={styles.controls}>
          <SaveReceivedButton gifUrl={gifUrl}>Save</SaveReceivedButton>
          <IconButton
            icon={playing ? 'pause' : 'play'}
            label={playing ? 'Pause the GIF' : 'Play the GIF'}
            onClick={() => setPlaying(!playing)}
          />
        </div>
      </figcaption>
    </figure>
  )
}
