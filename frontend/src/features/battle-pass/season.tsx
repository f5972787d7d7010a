import { COUNTED_AFTER_MS } from '@kla/proto/web'
import { Link } from 'react-router'
import {
  type EarlierPass,
  type PassProgress,
  type PassSeason,
  type PassTier,
  tierProgress,
  useActivatePassMutation,
} from '../../entities/pass/pass.js'
import { useLoginPath } from '../../entities/session/login-path.js'
import { errorText } from '../../shared/api/errors.js'
import { PATHS } from '../../shared/config/paths.js'
import { useNow } from '../../shared/time/remaining.js'
import { Button, buttonClass } from '../../shared/ui/button.js'
import { Icon } from '../../shared/ui/icon.js'
import { RelativeTime } from '../../shared/ui/relative-time.js'
import { Resettling } from '../../shared/ui/settling.js'
import { toastError, toastSuccess } from '../../shared/ui/toast.js'
import { ACTIVATION, BATTLE_PASS, POINTS, SEASON } from '../../texts/battle-pass.js'
import styles from './battle-pass.module.css'
import { seasonPhase, tiersToClaim } from './rules.js'
import { EarlierTrack, Track } from './track.js'

interface SeasonProps {
  season: PassSeason
  you: PassProgress | null
  earlier: readonly EarlierPass[]
}

export function Season({ season, you, earlier }: SeasonProps) {
  const now = useNow()
  const phase = seasonPhase(season, now)
  const left = earlier.map((one) => ({ ...one, tiers: tiersToClaim(one, now) })).filter(({ tiers }) => tiers.length > 0)
  const end = () => <RelativeTime at={season.ends_at} planned />
  const claimEnd = () => <RelativeTime at={season.claimable_until} planned />
  return (
    <div className={styles.page}>
      <header className={styles.header}>
        <p className={styles.kind}>{BATTLE_PASS.title}</p>
        <h1 className={styles.title}>{season.name}</h1>
        <p className={styles.lead}>
          {phase === 'running' && SEASON.running({ end, claimEnd })}
          {phase === 'over' && SEASON.over({ claimEnd })}
          {phase === 'closed' && SEASON.closed}
        </p>
      </header>
      {you && (
        <div className={styles.progress}>
          <Points season={season} points={you.points} running={phase === 'running'} />
          <Activation season={season} you={you} running={phase === 'running'} />
        </div>
      )}
      {!you && <SignIn />}
      <Resettling meaning={[season.id, ...left.map(meaningOf)].join()}>
        {left.map((one) => (
          <EarlierTrack key={one.season.id} {...one} />
        ))}
        <Track season={season} you={you} claimable={phase !== 'closed'} />
      </Resettling>
    </div>
  )
}

const meaningOf = ({ season, tiers }: { season: PassSeason; tiers: readonly PassTier[] }) =>
  `${season.id} ${tiers.map(({ tier }) => tier).join(' ')}`

const SignIn = () => (
  <section className={styles.activation} aria-labelledby="sign-in">
    <h2 id="sign-in" className={styles.activationTitle}>
      {SEASON.logIn}
    </h2>
    <p className={styles.text}>{BATTLE_PASS.logInWhy}</p>
    <a className={buttonClass({ variant: 'primary' })} href={useLoginPath()}>
      {BATTLE_PASS.logIn}
    </a>
  </section>
)

interface ActivationProps {
  season: PassSeason
  you: PassProgress
  running: boolean
}

function Activation({ season, you, running }: ActivationProps) {
  const [activate, { isLoading }] = useActivatePassMutation()
  const spend = async () => {
    const { error } = await activate({ season_id: season.id })
    if (error) toastError(errorText(error, ACTIVATION.failed))
    else toastSuccess(ACTIVATION.activated)
  }
  return (
    <section className={styles.activation} aria-labelledby="activation" data-active={you.activated || undefined}>
      <h2 id="activation" className={styles.activationTitle}>
        {you.activated ? ACTIVATION.active : ACTIVATION.title}
      </h2>
      {you.activated && (
        <p className={styles.active}>
          <Icon name="check" /> {ACTIVATION.activeWhy}
        </p>
      )}
      {!you.activated && !running && <p className={styles.text}>{ACTIVATION.over}</p>}
      {!you.activated && running && you.passes_available > 0 && (
        <>
          <p className={styles.text}>{ACTIVATION.owned({ passes: you.passes_available })}</p>
          <Button variant="primary" busy={isLoading} onClick={() => void spend()}>
            {ACTIVATION.activate}
          </Button>
        </>
      )}
      {!you.activated && running && you.passes_available === 0 && (
        <>
          <p className={styles.text}>{ACTIVATION.notOwned}</p>
          <Link className={buttonClass()} to={PATHS.shop}>
            {ACTIVATION.toShop}
          </Link>
        </>
      )}
    </section>
  )
}

interface PointsProps {
  season: PassSeason
  points: number
  running: boolean
}

const minutes = (ms: number) => ms / 60_000

function Points({ season, points, running }: PointsProps) {
  const { reached, next, missing, share } = tierProgress(season.tiers, points)
  return (
    <section className={styles.points} aria-labelledby="points">
      <h2 id="points" className={styles.pointsTitle}>
        {POINTS.title}
      </h2>
      <p className={styles.figure}>
        <span className="tabular">{points}</span>
        <span className={styles.tier}>{reached > 0 ? POINTS.tier({ tier: reached }) : POINTS.noTier}</span>
      </p>
      <div className={styles.bar} aria-hidden="true">
        <div className={styles.done} style={{ transform: `scaleX(${share})` }} />
      </div>
      <p>{next ? POINTS.missing({ missing, tier: next.tier }) : POINTS.complete}</p>
      {running && (
        <p className={styles.how}>
          {POINTS.how({
            played: season.points_played,
            won: season.points_won,
            rush: minutes(COUNTED_AFTER_MS.rush),
            stamina: minutes(COUNTED_AFTER_MS.stamina),
          })}
        </p>
      )}
    </section>
  )
}
