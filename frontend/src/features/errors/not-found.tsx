import { Link } from 'react-router'
import { useTitle } from '../../shared/browser/use-title.js'
import { PATHS } from '../../shared/config/paths.js'
import { buttonClass } from '../../shared/ui/button.js'
import styles from './errors.module.css'

const NotFound = () => {
  useTitle('Not found')
  return (
    <div className={styles.page}>
      <p className={styles.number} aria-hidden="true">
        404
      </p>
      <h1 className={styles.title}>We can’t find this page.</h1>
      <p className={styles.text}>The link may be old or incomplete.</p>
      <Link className={buttonClass({ variant: 'primary' })} to={PATHS.home}>
        Go to the home page
      </Link>
    </div>
  )
}

export default NotFound
