import type { GifOptionEntry } from '@kla/proto/web'
import { useState } from 'react'
import { useSelector } from 'react-redux'
import { mediaUrl } from '../../../entities/gif/media-url.js'
import { Icon } from '../../../shared/ui/icon.js'
import { HAND } from '../../../texts/room-battle.js'
import { SaveChoiceButton } from '../saving/save-buttons.js'
import savingStyles from '../saving/saving.module.css'
import { selectKeptHand } from '../state/use-room.js'
import styles from './hand.module.css'

interface GifCardProps {
  card: GifOptionEntry
  picked: boolean
  /** A pick is final, but every card can still be saved. */
  locked: boolean
  onPick: () => void
}

export function GifCard({ card, picked, locked, onPick }: GifCardProps) {
  return (
    <div className={styles.place}>
      <button
        type="button"
        className={styles.card}
        data-picked={picked || undefined}
        disabled={locked}
        aria-label={HAND[picked ? 'cardPicked' : 'card']({ index: card.index })}
        onClick={onPick}
      >
        <CardPicture card={card} />
        <span className={styles.number} aria-hidden="true">
          {picked ? <Icon name="check" size={16} /> : card.index}
        </span>
      </button>
      <SaveChoiceButton card={card} />
    </div>
  )
}

function CardPicture({ card }: { card: GifOptionEntry }) {
  const [broken, setBroken] = useState(false)
  if (broken) return <span className={styles.blind}>{HAND.noPreview}</span>
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

export function KeptCards() {
  const cards = useSelector(selectKeptHand)
  if (cards.length === 0) return null
  return (
    <ul className={savingStyles.kept} aria-label={HAND.keptLabel}>
      {cards.map((card) => (
        <li key={card.index} className={savingStyles.keptCard}>
          <CardPicture card={card} />
          <SaveChoiceButton card={card} />
        </li>
      ))}
    </ul>
  )
}
