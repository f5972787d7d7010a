import { Button } from '../../shared/ui/button.js'
import { Icon } from '../../shared/ui/icon.js'
import { useGetSessionQuery } from '../../entities/session/session-api.js'
import styles from './server-unreachable.module.css'

/** Says that it could not be found out who is signed in, instead of pretending that nobody is. */
export const ServerUnreachable = () => {
  const { isError, isFetching, refetch } = useGetSessionQuery()
  if (!isError) return null
  return (
    <div className={styles.bar} role="alert">
      <Icon name="offline" />
      <p className={styles.text}>Kla is not answering. Check your connection, then try again.</p>
      <Button busy={isFetching} onClick={() => void refetch()}>
        Try again
      </Button>
    </div>
  )
}
