import styles from './skeleton.module.css'

export const Skeleton = ({ height, width = '100%' }: { height: string; width?: string }) => (
  <div className={styles.skeleton} style={{ height, width }} aria-hidden="true" />
)
