import { Link, useLocation } from 'react-router'
import { useOwnBansQuery } from '../../entities/bans/bans.js'
import { nextTieWords, useNextTieQuery } from '../../entities/cup/next-tie.js'
import { useSession } from '../../entities/session/use-session.js'
import { whileLookedAt } from '../../shared/api/api.js'
import { cupPath } from '../../shared/config/paths.js'
import { buttonClass } from '../../shared/ui/button.js'
import { Countdown } from '../../shared/ui/countdown.js'
import { Icon } from '../../shared/ui/icon.js'
import { NEXT_TIE } from '../../texts/next-tie.js'
import styles from './tie-banner.module.css'

/** Short enough: a called tie waits five minutes. */
const POLL_MS = 30_000

/** Announces a called tie everywhere but on the cup's page. In a room nothing leads out of it by a slip. */
export function TieBanner({ inRoom }: { inRoom: boolean }) {
  const { user } = useSession()
  const { pathname } = useLocation()
  const { data: bans } = useOwnBansQuery(undefined, { skip: user === null || inRoom })
  const refused = user === null || bans?.some(({ scope }) => scope === 'global' || scope === 'api') === true
  const { data: next } = useNextTieQuery(undefined, { ...whileLookedAt(POLL_MS), skip: refused })
  const words = next && !refused ? nextTieWords(next) : null
  const due = next && words?.act ? next : null
  const called = due && (due.check_in_due || due.state === 'called')

  if (!due || !words?.act || (inRoom ? !called : pathname === cupPath(due.cup_id))) return null
  return (
    <section className={styles.banner} aria-label={NEXT_TIE.label}>
      <Icon name="bell" />
      <p className={styles.text} role="status">
        {NEXT_TIE.banner({
          name: due.cup_name,
          text: words.text,
          cup: (content) => <strong>{content}</strong>,
        })}
      </p>
      {due.deadline && (
        <p className={styles.left}>
          <Countdown until={due.deadline} />
        </p>
      )}
      {!inRoom && (
        <Link className={buttonClass({ variant: 'primary' })} to={cupPath(due.cup_id)}>
          {words.act}
        </Link>
      )}
    </section>
  )
}
