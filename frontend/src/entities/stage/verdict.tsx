import styles from './verdict.module.css'

interface VerdictProps {
  side: 'you' | 'other' | 'none'
  children: string
}

export const Verdict = ({ side, children }: VerdictProps) => (
  <p className={styles.verdict} data-side={side}>
    {children}
  </p>
)
