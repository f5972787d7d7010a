import { useState } from 'react'
import type { GifOptionEntry } from '@kla/proto/web'
import { Icon } from '../../../components/ui/icon.js'
import { mediaUrl } from '../../../lib/media/media-url.js'
import styles from './gif-card.module.css'

interface GifCardProps {
  card: GifOptionEntry
  picked: boolean
  /** A pick is final: then every card is locked. */
  locked: boolean
  onPick: () => void
}

export function GifCard({ card, picked, locked, onPick }: GifCardProps) {
  const [broken, setBroken] = useState(false)
  return (
    <button
      type="button"
      className={styles.card}
      data-picked={picked || undefined}
      disabled={locked}
      aria-label={picked ? `GIF ${card.index}, your pick` : `GIF ${card.index}`}
      onClick={onPick}
    >
      {broken ? (
        <span className={styles.blind}>No preview</span>
      ) : (
        <img
          className={styles.picture}
          src={mediaUrl(card.thumbnail)}
          alt=""
          draggable={false}
          onError={() => setBroken(true)}
        />
      )}
      <span className={styles.number} aria-hidden="true">
        {picked ? <Icon name="check" size={16} /> : card.index}
      </span>
    </button>
  )
}
