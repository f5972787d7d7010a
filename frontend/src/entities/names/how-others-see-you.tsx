import { PLAYER_NAME_KEPT_DAYS } from '@kla/proto/web'
import { Suspense } from 'react'
import { lazyPart } from '../../shared/loading/lazy-part.js'
import { Panel } from '../../shared/ui/panel.js'
import { Skeleton } from '../../shared/ui/skeleton.js'
import { NAMES } from '../../texts/names.js'
import { useSession } from '../session/use-session.js'
import type { NameFormHost } from './name-form.js'
import { ROW_HEIGHT } from './names.js'
import styles from './names.module.css'
import { useUnchosen } from './use-name-first.js'

/** Has the form's height, so that nothing below moves. */
const FormSkeleton = () => (
  <div className={styles.form}>
    <div className={styles.choices}>
      {[1, 2, 3, 4].map((row) => (
        <Skeleton key={row} height={ROW_HEIGHT} />
      ))}
      <div className={styles.own}>
        <Skeleton height="3.9375rem" />
      </div>
    </div>
    <Skeleton height="2.75rem" width="10rem" />
    <p className={styles.note}>{NAMES.note({ days: PLAYER_NAME_KEPT_DAYS })}</p>
  </div>
)

const NameForm = lazyPart(async () => ({ default: (await import('./name-form.js')).NameForm }), {
  waiting: FormSkeleton,
})

interface HowOthersSeeYouProps {
  className?: string | undefined
  host?: NameFormHost
  onKept?: () => void
}

export function HowOthersSeeYou({ className, host, onKept = () => undefined }: HowOthersSeeYouProps) {
  const { user } = useSession()
  const unchosen = useUnchosen()
  if (user === null || !unchosen) return null
  return (
    <Panel title={NAMES.question} className={className}>
      {!host && <p className={styles.why}>{NAMES.why}</p>}
      <Suspense fallback={<FormSkeleton />}>
        <NameForm user={user} {...(host && { host })} onKept={onKept} />
      </Suspense>
    </Panel>
  )
}
