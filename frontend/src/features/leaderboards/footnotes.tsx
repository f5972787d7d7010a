import { countingRules } from './counting-rules.js'
import styles from './leaderboards.module.css'

/** What counts. */
export const Footnotes = () => (
  <ul className={styles.footnotes}>
    {countingRules().map((rule) => (
      <li key={rule}>{rule}</li>
    ))}
  </ul>
)
