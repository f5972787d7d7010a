import type { GifCheckView } from '@kla/proto/web'
import { Button } from '../../shared/ui/button.js'
import styles from './gif-control.module.css'

interface BrokenLinksProps {
  checks: readonly GifCheckView[]
  onOpen: (id: number) => void
}

/** What was found of links that do not answer as they should. */
export function BrokenLinks({ checks, onOpen }: BrokenLinksProps) {
  if (checks.length === 0) return null
  return (
    <ul className={styles.broken} aria-label="Broken links">
      {checks.map((check) => (
        <li key={check.id} className={styles.brokenLink}>
          <Button variant="quiet" aria-label={`Open GIF ${check.id}`} onClick={() => onOpen(check.id)}>
            #{check.id}
          </Button>
          <p className={styles.cardLink} title={check.url}>
            {check.url}
          </p>
          <p className={styles.muted}>
            {check.status ?? 'no answer'}
            {check.contentType && `, ${check.contentType}`}
            {check.visible === 1 && ', visible'}
          </p>
        </li>
      ))}
    </ul>
  )
}
