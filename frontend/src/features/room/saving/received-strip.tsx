import type { ReceivedClip } from '@kla/proto/web'
import { useState } from 'react'
import { mediaUrl } from '../../../entities/gif/media-url.js'
import { SAVE_RECEIVED } from '../../../texts/room-saving.js'
import { useRoom } from '../state/use-room.js'
import { FirstFrame } from '../wild-card/saved-grid.js'
import { SaveReceivedCorner, SavesLeft } from './save-buttons.js'
import styles from './saving.module.css'

/** Clips of the battle to save, newest first. */
export function ReceivedStrip() {
  const clips = useRoom(({ receivedGifs }) => receivedGifs)
  if (clips.length === 0) return null
  return (
    <section className={styles.received} aria-label={SAVE_RECEIVED.listLabel}>
      <ul className={styles.strip}>
        {clips.toReversed().map((clip, at) => (
          <li key={clip.gifUrl} className={styles.clip}>
            <Still {...clip} />
            <SaveReceivedCorner gifUrl={clip.gifUrl} position={clips.length - at} count={clips.length} />
          </li>
        ))}
      </ul>
      <SavesLeft />
    </section>
  )
}

function Still({ gifUrl, thumbnail }: ReceivedClip) {
  const [broken, setBroken] = useState(false)
  if (thumbnail === '' || broken) return <FirstFrame gifUrl={gifUrl} />
  return (
    <img
      className={styles.still}
      src={mediaUrl(thumbnail)}
      alt=""
      loading="lazy"
      draggable={false}
      onError={() => setBroken(true)}
    />
  )
}
