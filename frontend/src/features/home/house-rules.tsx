import { Link } from 'react-router'
import { PATHS } from '../../shared/config/paths.js'
import styles from './house-rules.module.css'

export const HouseRules = () => (
  <section className={styles.rules} aria-labelledby="rules">
    <h2 id="rules" className={styles.title}>
      House rules
    </h2>
    <ul className={styles.list}>
      <li>Everybody here is an adult. Anybody who is not has no place here.</li>
      <li>No harassment, and no asking for names, addresses or accounts.</li>
      <li>You can leave at any moment, and never owe anybody a reason.</li>
    </ul>
    <p className={styles.more}>
      The rest is in the <Link to={PATHS.terms}>Terms of Service</Link> and in <Link to={PATHS.privacy}>Privacy</Link>.
    </p>
  </section>
)
