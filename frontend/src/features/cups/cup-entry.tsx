import { Link } from 'react-router'
import { cupPath } from '../../shared/config/paths.js'
import type { CupSummary } from '../../entities/cup/cups.js'
import { CupFacts } from './cup-facts.js'
import { StatePill } from './state-pill.js'
import styles from './cups.module.css'

/** A cup in the list. */
export const CupEntry = ({ cup }: { cup: CupSummary }) => (
  <li className={styles.entry}>
    <div className={styles.about}>
      <h3 className={styles.name}>
        <Link to={cupPath(cup.id)} className={styles.link}>
          {cup.name}
        </Link>
      </h3>
      <CupFacts cup={cup} />
      {cup.champion && (
        <p>
          Champion: <strong>{cup.champion.username}</strong>
        </p>
      )}
    </div>
    <StatePill state={cup.state} />
  </li>
)
