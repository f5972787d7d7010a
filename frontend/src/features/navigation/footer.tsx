import { Link } from 'react-router'
import { PATHS } from '../../shared/config/paths.js'
import styles from './navigation.module.css'

export const Footer = () => (
  <footer className={styles.footer}>
    <p>Kla is for adults only. 18+</p>
    <ul className={styles.footerLinks}>
      <li>
        <Link to={PATHS.news}>News</Link>
      </li>
      <li>
        <Link to={PATHS.terms}>Terms</Link>
      </li>
      <li>
        <Link to={PATHS.privacy}>Privacy</Link>
      </li>
    </ul>
  </footer>
)
