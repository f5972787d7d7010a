import { useRef, useState } from 'react'
import { useOnScreen } from '../../../shared/browser/use-on-screen.js'
import { mediaUrl } from '../../../entities/gif/media-url.js'
import styles from './tray.module.css'

/** How a clip begins, for those that have no still. */
export function FirstFrame({ gifUrl }: { gifUrl: string }) {
  const place = useRef<HTMLSpanElement>(null)
  const onScreen = useOnScreen(place)
  const [broken, setBroken] = useState(false)
  return (
    <span ref={place} className={styles.place}>
      {broken && 'No preview'}
      {onScreen && !broken && (
        <video
          className={styles.picture}
          src={mediaUrl(gifUrl)}
          aria-hidden="true"
          preload="metadata"
          muted
          playsInline
          onError={() => setBroken(true)}
        />
      )}
    </span>
  )
}
