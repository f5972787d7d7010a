import styles from './seat-glyph.module.css'

/** The room's ring as you would see it: the other's corner taken, yours waiting, or both gone. */
export const SeatGlyph = ({ full }: { full: boolean }) => (
  <svg className={styles.glyph} width="36" height="36" viewBox="0 0 32 32" fill="none" aria-hidden="true">
    <path d="M13.4 5.3a11 11 0 0 0 0 21.4" className={full ? styles.taken : styles.free} />
    <path d="M18.6 5.3a11 11 0 0 1 0 21.4" className={full ? styles.taken : styles.other} />
  </svg>
)
