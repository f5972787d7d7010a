import { Link } from 'react-router'
import { useTitle } from '../../shared/browser/use-title.js'
import { PATHS } from '../../shared/config/paths.js'
import { buttonClass } from '../../shared/ui/button.js'
import { NOT_FOUND } from '../../texts/not-found.js'
import { ERRORS } from '../../texts/shell.js'
import styles from './errors.module.css'

const NotFound = () => {
  useTitle(NOT_FOUND.pageTitle)
  return (
    <div className={styles.page}>
      <p className={styles.number} aria-hidden="true">
        404
      </p>
      <h1 className={styles.title}>{NOT_FOUND.title}</h1>
      <p className={styles.text}>{NOT_FOUND.text}</p>
      <Link className={buttonClass({ variant: 'primary' })} to={PATHS.home}>
        {ERRORS.goHome}
      </Link>
    </div>
  )
}

export default NotFound
