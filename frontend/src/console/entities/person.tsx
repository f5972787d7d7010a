import { Link } from 'react-router'
import { classNames } from '../../shared/ui/class-names.js'
import styles from './accounts.module.css'
import { useMay } from './session-api.js'

interface PersonProps {
  id: number
  name: string
  /** True where the name may take all the room there is, rather than as much as in a column. */
  fills?: boolean
}

/** Shows a name with its id, as a link to the person's page; erased accounts have no name. */
export function Person({ id, name, fills = false }: PersonProps) {
  const may = useMay()
  const className = classNames(styles.person, fills && styles.fills)
  const content = (
    <>
      <span className={styles.name}>{name || 'Gone'}</span> <span className={styles.number}>#{id}</span>
    </>
  )
  if (!may('members.read') && !may('reports.read')) {
    return (
      <span className={className} title={name}>
        {content}
      </span>
    )
  }
  return (
    <Link className={className} to={`/person/${id}`} title={name}>
      {content}
    </Link>
  )
}
