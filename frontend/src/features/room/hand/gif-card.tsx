import type { GifOptionEntry } from '@kla/proto/web'
import { Icon } from '../../../shared/ui/icon.js'
import { SaveChoiceButton } from '../saving/save-choice-button.js'
import { CardPicture } from './card-picture.js'
import styles from './gif-card.module.css'

interface GifCardProps {
  card: GifOptionEntry
  picked: boolean
  /** A pick is final: then every card is locked. It can still be saved. */
  locked: boolean
  onPick: () => void
}

/** One option: a press picks it, a press on its corner saves it. */
export function GifCard({ card, picked, locked, onPick }: GifCardProps) {
  return (
    <div className={styles.place}>
      <button
        type="button"
        className={styles.card}
        data-picked={picked || undefined}
        disabled={locked}
        aria-label={picked ? `GIF ${card.index}, your pick` : `GIF ${card.index}`}
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
