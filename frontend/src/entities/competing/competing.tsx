import type { ReactNode } from 'react'
import { Link } from 'react-router'
import { cupPath, PATHS } from '../../shared/config/paths.js'
import { RelativeTime } from '../../shared/ui/relative-time.js'
import { COMPETING } from '../../texts/competing.js'
import { featuredCup, useCupsQuery } from '../cup/cups.js'
import { nextTieWords, useNextTieQuery } from '../cup/next-tie.js'
import { progressWords, tierProgress, usePassQuery } from '../pass/pass.js'
import { useSession } from '../session/use-session.js'
import styles from './competing.module.css'

export const Competing = () => (
  <div className={styles.competing}>
    <NextCup />
    <PassProgress />
  </div>
)

function NextCup() {
  const { user } = useSession()
  const { data: next } = useNextTieQuery(undefined, { skip: user === null })
  const { data: cups = [] } = useCupsQuery(undefined, { skip: Boolean(next) })
  if (next) {
    const { text, act } = nextTieWords(next)
    return (
      <Card to={cupPath(next.cup_id)} kind={COMPETING.cups} title={next.cup_name} due={act !== null}>
        <span className={styles.text}>{text}</span>
      </Card>
    )
  }
  const cup = featuredCup(cups)
  if (!cup) {
    return (
      <Card to={PATHS.cups} kind={COMPETING.cups} title={COMPETING.noCup}>
        <span className={styles.text}>{COMPETING.noCupWhy}</span>
      </Card>
    )
  }
  return (
    <Card to={cupPath(cup.id)} kind={COMPETING.cups} title={cup.name}>
      <span className={styles.text}>
        {cup.state === 'running'
          ? COMPETING.running
          : COMPETING.starts({
              when: () => <RelativeTime at={cup.starts_at} planned />,
              entered: cup.entered,
              capacity: cup.capacity,
            })}
      </span>
    </Card>
  )
}

function PassProgress() {
  const { status } = useSession()
  const { data } = usePassQuery(undefined, { skip: status !== 'ready', refetchOnMountOrArgChange: true })
  const season = data?.season
  const you = data?.you
  if (!season || !you) {
    return (
      <Card to={PATHS.pass} kind={COMPETING.pass} title={season?.name ?? COMPETING.noSeason}>
        <span className={styles.text}>{COMPETING.noPoints}</span>
      </Card>
    )
  }
  const progress = tierProgress(season.tiers, you.points)
  return (
    <Card to={PATHS.pass} kind={COMPETING.pass} title={season.name}>
      <span className={styles.text}>{progressWords(progress)}</span>
      <span className={styles.track} aria-hidden="true">
        <span className={styles.done} style={{ transform: `scaleX(${progress.share})` }} />
      </span>
    </Card>
  )
}

interface CardProps {
  to: string
  kind: string
  title: string
  due?: boolean
  children?: ReactNode
}

const Card = ({ to, kind, title, due = false, children }: CardProps) => (
  <Link to={to} className={styles.card} data-due={due || undefined}>
    <span className={styles.kind}>{kind}</span>
    <strong className={styles.title}>{title}</strong>
    {children}
  </Link>
)
