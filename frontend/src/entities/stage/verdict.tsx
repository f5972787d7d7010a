import styles from './verdict.module.css'

interface VerdictProps {
  /** Whose colour it has. */
  side: 'you' | 'other' | 'none'
  children: string
}

/** The winner, or that there is none, in the largest letters of the product. */
export const Verdict = ({ side, children }: VerdictProps) => (
  <p className={styles.verdict} data-side={side}>
    {children}
  </p>
)
