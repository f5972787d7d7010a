import { useEffect, useRef } from 'react'
import { Link, useLocation } from 'react-router'
import { nextTieWords, useNextTieQuery } from '../../entities/cup/next-tie.js'
import { useSession } from '../../entities/session/use-session.js'
import { whileLookedAt } from '../../shared/api/api.js'
import { cupPath } from '../../shared/config/paths.js'
import { buttonClass } from '../../shared/ui/button.js'
import { Countdown } from '../../shared/ui/countdown.js'
import { Icon } from '../../shared/ui/icon.js'
import { toastNeutral } from '../../shared/ui/toast.js'
import styles from './tie-banner.module.css'

/** Short enough: a called tie waits five minutes. */
const POLL_MS = 30_000

/** Announces a called tie everywhere but on the cup's page; in a room as a toast. */
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

/** Repeated, because a missed toast loses the tie. */
const AGAIN_MS = 60_000

/** Repeats a toast, later if it equals `known`, which was just on screen. */
function useReminder(text: string | null, known: string | null) {
  const shown = useRef(known)
  useEffect(() => {
    if (known !== null) shown.current = known
  }, [known])

  useEffect(() => {
    if (text === null) return undefined
    const say = () => void toastNeutral(text, { id: text })
    if (shown.current !== text) say()
    shown.current = text
    const timer = setInterval(say, AGAIN_MS)
    return () => clearInterval(timer)
  }, [text])
}
