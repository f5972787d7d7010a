import { FORESEEN } from '@kla/proto/web'
import { type ReactNode, useEffect, useRef, useState } from 'react'
import { prefersReducedMotion } from '../../shared/browser/reduced-motion.js'
import { IconButton } from '../../shared/ui/icon-button.js'
import { Icon } from '../../shared/ui/icon.js'
import { SHOWN_GIF } from '../../texts/shown-gif.js'
import { mediaUrl } from '../gif/media-url.js'
import styles from './shown-gif.module.css'

interface ShownGifProps {
  gifUrl: string
  from: string
  wildCard: boolean
  side?: 'you' | 'other'
  about?: ReactNode
  controls?: ReactNode
}

export function ShownGif({ gifUrl, from, wildCard, side = 'other', about, controls }: ShownGifProps) {
  const video = useRef<HTMLVideoElement>(null)
  const [playing, setPlaying] = useState(() => !prefersReducedMotion())
  const [broken, setBroken] = useState(false)

  useEffect(() => {
    if (playing) void video.current?.play().catch(() => setPlaying(false))
    else video.current?.pause()
  }, [playing])

  const strong = (name: ReactNode) => <strong data-side={side}>{name}</strong>
  return (
    <figure className={styles.gif}>
      {broken ? (
        <p className={styles.broken}>{FORESEEN.MEDIA_UNAVAILABLE.text}</p>
      ) : (
        <video
          ref={video}
          className={styles.clip}
          src={mediaUrl(gifUrl)}
          aria-label={SHOWN_GIF.label({ from })}
          muted
          loop
          playsInline
          onError={() => setBroken(true)}
        />
      )}
      <figcaption className={styles.caption}>
        <div className={styles.about}>
          <p>
            {wildCard && <Icon name="wild-card" size={16} />}{' '}
            {(wildCard ? SHOWN_GIF.wildCardFrom : SHOWN_GIF.from)({ from, strong })}
          </p>
          {about}
        </div>
        <div className={styles.controls}>
          {controls}
          <IconButton
            icon={playing ? 'pause' : 'play'}
            label={playing ? SHOWN_GIF.pause : SHOWN_GIF.play}
            onClick={() => setPlaying(!playing)}
          />
        </div>
      </figcaption>
    </figure>
  )
}
