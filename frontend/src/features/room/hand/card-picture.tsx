import { useState } from 'react'
import type { GifOptionEntry } from '@kla/proto/web'
import { mediaUrl } from '../../../entities/gif/media-url.js'
import styles from './gif-card.module.css'

/** The still of an option. */
export function CardPicture({ card }: { card: GifOptionEntry }) {
  const [broken, setBroken] = useState(false)
  if (broken) return <span className={styles.blind}>No preview</span>
  return (
    <img
      className={styles.picture}
      src={mediaUrl(card.thumbnail)}
      alt=""
      draggable={false}
      onError={() => setBroken(true)}
    />
  )
}
