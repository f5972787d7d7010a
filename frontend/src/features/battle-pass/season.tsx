import type { PassProgress, PassSeason } from '../../entities/pass/pass.js'
import { dayWords, whenWords } from '../../shared/time/when-words.js'
import { useNow } from '../../shared/time/remaining.js'
import { Activation } from './activation.js'
import { Points } from './points.js'
import { seasonPhase } from './season-phase.js'
import { SignIn } from './sign-in.js'
import { Track } from './track.js'
import styles from './battle-pass.module.css'

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
              Until <time dateTime={season.ends_at}>{whenWords(season.ends_at)}</time>. Rewards can be claimed until{' '}
              <time dateTime={season.claimable_until}>{dayWords(season.claimable_until)}</time>.
            </>
          )}
          {phase === 'over' && (
            <>
              This season is over. Claim what you reached until{' '}
              <time dateTime={season.claimable_until}>{whenWords(season.claimable_until)}</time>.
            </>
          )}
          {phase === 'closed' && 'This season is over.'}
        </p>
      </header>
      {you && (
        <div className={styles.standing}>
          <Points season={season} points={you.points} running={phase === 'running'} />
          <Activation season={season} you={you} running={phase === 'running'} />
        </div>
      )}
      {!you && <SignIn />}
      <Track season={season} you={you} claimable={phase !== 'closed'} />
    </div>
  )
}
