import { Link, useLocation } from 'react-router'
import { buttonClass } from '../../shared/ui/button.js'
import { Countdown } from '../../shared/ui/countdown.js'
import { Icon } from '../../shared/ui/icon.js'
import { cupPath } from '../../shared/config/paths.js'
import { useNextTieQuery } from '../../entities/cup/cups.js'
import { whileLookedAt } from '../../shared/api/polling.js'
import { nextTieWords } from '../../entities/cup/next-tie-words.js'
import { useSession } from '../../entities/session/use-session.js'
import { useReminder } from './use-reminder.js'
import styles from './tie-banner.module.css'

/** A called tie waits five minutes: half a minute of them may pass unheard. */
const POLL_MS = 30_000

/**
 * Says wherever somebody is that a tie of theirs is called or a check-in is due, with the way there. The cup's own page
 * says it itself; on the stage of a room there is place for a toast only.
 */
export function TieBanner({ inRoom }: { inRoom: boolean }) {
  const { user } = useSession()
  const { pathname } = useLocation()
  const { data: next } = useNextTieQuery(undefined, { ...whileLookedAt(POLL_MS), skip: user === null })
  const words = user && next ? nextTieWords(next) : null
  const due = next && words?.act ? next : null
  const called = due && (due.check_in_due || due.state === 'called')
  const call = called && words ? `${due.cup_name}: ${words.text}` : null
  useReminder(inRoom ? call : null, inRoom ? null : call)

  if (!due || !words?.act || inRoom || pathname === cupPath(due.cup_id)) return null
  return (
    <section className={styles.banner} aria-label="Your cup">
      <Icon name="bell" />
      <p className={styles.text} role="status">
        <strong>{due.cup_name}.</strong> {words.text}
      </p>
      {due.deadline && (
        <p className={styles.left}>
          <Countdown until={due.deadline} />
        </p>
      )}
      <Link className={buttonClass({ variant: 'primary' })} to={cupPath(due.cup_id)}>
        {words.act}
      </Link>
    </section>
  )
}
