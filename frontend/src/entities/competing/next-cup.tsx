import { cupPath, PATHS } from '../../shared/config/paths.js'
import { useCupsQuery, useNextTieQuery } from '../cup/cups.js'
import { featuredCup } from '../cup/featured-cup.js'
import { nextTieWords } from '../cup/next-tie-words.js'
import { useSession } from '../session/use-session.js'
import { whenWords } from '../../shared/time/when-words.js'
import { Card } from './card.js'
import styles from './card.module.css'

const KIND = 'Cups'

/** One's own next tie, else the next cup, else just the way to the cups. */
export function NextCup() {
  const { user } = useSession()
  const { data: next } = useNextTieQuery(undefined, { skip: user === null })
  const { data: cups = [] } = useCupsQuery(undefined, { skip: Boolean(next) })
  if (next) {
    const { text, act } = nextTieWords(next)
    return (
      <Card to={cupPath(next.cup_id)} kind={KIND} title={next.cup_name} due={act !== null}>
        <span className={styles.text}>{text}</span>
      </Card>
    )
  }
  const cup = featuredCup(cups)
  if (!cup) {
    return (
      <Card to={PATHS.cups} kind={KIND} title="Knock-out cups">
        <span className={styles.text}>One evening, one champion.</span>
      </Card>
    )
  }
  return (
    <Card to={cupPath(cup.id)} kind={KIND} title={cup.name}>
      <span className={styles.text}>
        {cup.state === 'running' ? (
          'Running now'
        ) : (
          <>
            <time dateTime={cup.starts_at}>{whenWords(cup.starts_at)}</time>, {cup.entered} of {cup.capacity} entered
          </>
        )}
      </span>
    </Card>
  )
}
