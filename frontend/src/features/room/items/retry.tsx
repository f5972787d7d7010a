import styles from './items.module.css'

/** Asks again for what could not be had, within a line of text. */
export const Retry = ({ busy, onRetry }: { busy: boolean; onRetry: () => unknown }) => (
  <button type="button" className={styles.retry} disabled={busy} onClick={() => void onRetry()}>
    {busy ? 'Trying…' : 'Try again'}
  </button>
)
