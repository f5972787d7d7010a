import { useSelector } from 'react-redux'
import { CardPicture } from '../hand/card-picture.js'
import { selectKeptHand } from '../state/selectors.js'
import { SaveChoiceButton } from './save-choice-button.js'
import styles from './saving.module.css'

/** The options of the round just picked: until the next one they can be saved. */
export function KeptCards() {
  const cards = useSelector(selectKeptHand)
  if (cards.length === 0) return null
  return (
    <ul className={styles.kept} aria-label="Your options of this round">
      {cards.map((card) => (
        <li key={card.index} className={styles.keptCard}>
          <CardPicture card={card} />
          <SaveChoiceButton card={card} />
        </li>
      ))}
    </ul>
  )
}
