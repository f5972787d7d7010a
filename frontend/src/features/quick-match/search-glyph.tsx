import styles from './quick-match.module.css'

export const SearchGlyph = ({ size }: { size: number }) => (
  <svg className={styles.glyph} width={size} height={size} viewBox="0 0 32 32" fill="none" aria-hidden="true">
    <path d="M13.4 5.3a11 11 0 0 0 0 21.4" className={styles.you} />
    <path d="M18.6 5.3a11 11 0 0 1 0 21.4" className={styles.other} />
  </svg>
)
