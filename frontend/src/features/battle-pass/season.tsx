import { COUNTED_AFTER_MS } from '@kla/proto/web'
import { Link } from 'react-router'
import { type PassProgress, type PassSeason, tierProgress, useActivatePassMutation } from '../../entities/pass/pass.js'
import { useLoginPath } from '../../entities/session/login-path.js'
import { itemWords } from '../../entities/shop/items.js'
import { errorText } from '../../shared/api/errors.js'
import { PATHS } from '../../shared/config/paths.js'
import { counted } from '../../shared/format.js'
import { useNow } from '../../shared/time/remaining.js'
import { Button, buttonClass } from '../../shared/ui/button.js'
import { Icon } from '../../shared/ui/icon.js'
import { RelativeTime } from '../../shared/ui/relative-time.js'
import { toastError, toastSuccess } from '../../shared/ui/toast.js'
import styles from './battle-pass.module.css'
import { seasonPhase } from './rules.js'
import { Track } from './track.js'

interface SeasonProps {
  season: PassSeason
  you: PassProgress | null
}

export function Season({ season, you }: SeasonProps) {
  const phase = seasonPhase(season, useNow())
  return (
    <div className={styles.page}>
      <header className={styles.header}>
        <p className={styles.kind}>Battle Pass</p>
        <h1 className={styles.title}>{season.name}</h1>
        <p className={styles.lead}>
          {phase === 'running' && (
            <>
              Until <RelativeTime at={season.ends_at} planned />. You can claim rewards until{' '}
              <RelativeTime at={season.claimable_until} planned />.
            </>
          )}
          {phase === 'over' && (
            <>
              This season is over. Claim what you reached until <RelativeTime at={season.claimable_until} planned />.
            </>
          )}
          {phase === 'closed' && 'This season is over.'}
        </p>
      </header>
      {you && (
        <div className={styles.progress}>
          <Points season={season} points={you.points} running={phase === 'running'} />
          <Activation season={season} you={you} running={phase === 'running'} />
        </div>
      )}
      {!you && <SignIn />}
      <Track season={season} you={you} claimable={phase !== 'closed'} />
    </div>
  )
}

const SignIn = () => (
  <section className={styles.activation} aria-labelledby="sign-in">
    <h2 id="sign-in" className={styles.activationTitle}>
      Log in to collect points
    </h2>
    <p className={styles.text}>Points and rewards go to your Discord account.</p>
    <a className={buttonClass({ variant: 'primary' })} href={useLoginPath()}>
      Login with Discord
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
    if (error) toastError(errorText(error, "We couldn't activate the Battle Pass. Please try again."))
    else toastSuccess('Battle Pass activated')
  }
  return (
    <section className={styles.activation} aria-labelledby="activation" data-active={you.activated || undefined}>
      <h2 id="activation" className={styles.activationTitle}>
        {you.activated ? 'Your Battle Pass is active' : 'Rewards of the Battle Pass'}
      </h2>
      {you.activated && (
        <p className={styles.active}>
          <Icon name="check" /> You can claim every reward of this season as you reach it.
        </p>
      )}
      {!you.activated && !running && (
        <p className={styles.text}>The season is over, so you can’t activate a pass for it.</p>
      )}
      {!you.activated && running && you.passes_available > 0 && (
        <>
          <p className={styles.text}>
            You own {itemWords('battle_passes', you.passes_available)}. One is used for this season, including tiers
            you’ve already reached.
          </p>
          <Button variant="primary" busy={isLoading} onClick={() => void spend()}>
            Activate a Battle Pass
          </Button>
        </>
      )}
      {!you.activated && running && you.passes_available === 0 && (
        <>
          <p className={styles.text}>A second reward at most tiers, including those you’ve already reached.</p>
          <Link className={buttonClass()} to={PATHS.shop}>
            Get one in the Shop
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
        Your points
      </h2>
      <p className={styles.figure}>
        <span className="tabular">{points}</span>
        <span className={styles.tier}>{reached > 0 ? `Tier ${reached}` : 'No tier yet'}</span>
      </p>
      <div className={styles.bar} aria-hidden="true">
        <div className={styles.done} style={{ transform: `scaleX(${share})` }} />
      </div>
      <p>{next ? `${missing} more to tier ${next.tier}.` : "You've reached every tier."}</p>
      {running && (
        <p className={styles.how}>
          {counted(season.points_played, 'point')} for every battle that counts, {season.points_won} more for winning
          it. Rush counts from minute {minutes(COUNTED_AFTER_MS.rush)}, Stamina from minute{' '}
          {minutes(COUNTED_AFTER_MS.stamina)}.
        </p>
      )}
    </section>
  )
}
