import { useSelector } from 'react-redux'
import { Spinner } from '../../../components/ui/spinner.js'
import { selectHand, selectOpponent } from '../state/selectors.js'
import { useMe } from '../state/use-me.js'
import { GifCard } from './gif-card.js'
import type { usePick } from './use-pick.js'
import styles from './hand.module.css'

/** The GIFs to pick one of for the opponent, as a hand of cards. */
export function Hand({ pick, picked, locked }: ReturnType<typeof usePick>) {
  const cards = useSelector(selectHand)
  const opponent = useSelector(selectOpponent(useMe()))?.username ?? 'the other player'

  if (cards === null) {
    return (
      <p className={styles.awaited}>
        <Spinner /> Dealing your GIFs…
      </p>
    )
  }
  return (
    <div className={styles.hand}>
      <h2 className={styles.title}>{picked === null ? `Pick a GIF for ${opponent}` : `Your pick for ${opponent}`}</h2>
      <ul className={styles.cards}>
        {cards.map((card) => (
          <li key={card.index}>
            <GifCard card={card} picked={picked === card.index} locked={locked} onPick={() => void pick(card.index)} />
          </li>
        ))}
      </ul>
    </div>
  )
}
