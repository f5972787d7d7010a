import styles from './accounts.module.css'

/** Who an account is; one that is gone has only its number. */
export const Person = ({ id, name }: { id: number; name: string }) => (
  <span className={styles.person} title={name}>
    <span className={styles.name}>{name || 'Gone'}</span> <span className={styles.number}>#{id}</span>
  </span>
)
