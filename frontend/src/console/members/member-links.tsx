import { Link } from 'react-router'
import { buttonClass } from '../../shared/ui/button.js'
import { useMay } from '../session/use-may.js'
import { linksOf } from './links.js'
import styles from './members.module.css'

/** The way to what there is about somebody on other screens. */
export function MemberLinks({ id }: { id: number }) {
  const may = useMay()
  const links = linksOf(id).filter(({ needs }) => may(needs))
  return (
    <nav className={styles.links} aria-label="More about this member">
      {links.map(({ words, to }) => (
        <Link key={to} className={buttonClass({ wide: true })} to={to}>
          {words}
        </Link>
      ))}
    </nav>
  )
}
