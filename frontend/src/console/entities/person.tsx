import { Link } from 'react-router'
import styles from './accounts.module.css'
import { useMay } from './session-api.js'

interface PersonProps {
  id: number
  name: string
}

/** Shows a name with its id, as a link to the person's page; erased accounts have no name. */
export function Person({ id, name }: PersonProps) {
  const may = useMay()
  const content = (
    <>
      <span className={styles.name}>{name || 'Gone'}</span> <span className={styles.number}>#{id}</span>
    </>
  )
  if (!may('members.read') && !may('reports.read')) {
    return (
      <span className={styles.person} title={name}>
        {content}
      </span>
    )
  }
  return (
    <Link className={styles.person} to={`/person/${id}`} title={name}>
      {content}
    </Link>
  )
}
