import styles from './accounts.module.css'

/** Shows a name with its id; erased accounts have no name. */
export const Person = ({ id, name }: { id: number; name: string }) => (
  <span className={styles.person} title={name}>
    <span className={styles.name}>{name || 'Gone'}</span> <span className={styles.number}>#{id}</span>
  </span>
)
