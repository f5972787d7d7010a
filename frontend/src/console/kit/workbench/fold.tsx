import type { ReactNode } from 'react'
import { useMediaQuery } from '../../../shared/browser/use-media-query.js'
import styles from './fold.module.css'

/** As wide as the workbench has a place beside the list. */
const BESIDE = '(width >= 60rem)'

/** A titled part of what stands beside the list; folded together where it stands above it. */
export const Fold = ({ title, children }: { title: string; children: ReactNode }) => {
  const open = useMediaQuery(BESIDE)
  return (
    <details key={String(open)} className={styles.fold} open={open}>
      <summary className={styles.title}>
        <h2 className={styles.heading}>{title}</h2>
      </summary>
      <div className={styles.content}>{children}</div>
    </details>
  )
}
