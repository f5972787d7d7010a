import { PATHS } from '../../shared/config/paths.js'
import { usePassQuery } from '../pass/pass.js'
import { passStanding } from '../pass/pass-standing.js'
import { standingWords } from '../pass/pass-words.js'
import { useSession } from '../session/use-session.js'
import { Card } from './card.js'
import styles from './card.module.css'

const KIND = 'Battle Pass'

/** How far one is in the season of the battle pass, and the way to it. */
export function PassProgress() {
  const { status } = useSession()
  const { data } = usePassQuery(undefined, { skip: status !== 'ready', refetchOnMountOrArgChange: true })
  const season = data?.season
  const you = data?.you
  if (!season || !you) {
    return (
      <Card to={PATHS.pass} kind={KIND} title={season?.name ?? 'Rewards for playing'}>
        <span className={styles.text}>Points for every battle that counts.</span>
      </Card>
    )
  }
  const standing = passStanding(season.tiers, you.points)
  return (
    <Card to={PATHS.pass} kind={KIND} title={season.name}>
      <span className={styles.text}>{standingWords(standing)}</span>
      <span className={styles.track} aria-hidden="true">
        <span className={styles.done} style={{ transform: `scaleX(${standing.share})` }} />
      </span>
    </Card>
  )
}
