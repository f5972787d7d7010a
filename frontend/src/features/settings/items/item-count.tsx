import styles from './items.module.css'

interface ItemCountProps {
  name: string
  /** What one of it is good for. */
  use: string
  /** Undefined while it is not known. */
  count: number | undefined
}

export const ItemCount = ({ name, use, count }: ItemCountProps) => (
  <div className={styles.item}>
    <dt className={styles.name}>{name}</dt>
    <dd className={styles.count}>
      {count ?? (
        <>
          <span aria-hidden="true">–</span>
          <span className="visually-hidden">not known</span>
        </>
      )}
    </dd>
    <dd className={styles.use}>{use}</dd>
  </div>
)
