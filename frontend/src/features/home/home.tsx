import { CAP_RUSH_MS, CAP_STAMINA_MS, COUNTED_AFTER_MS, PROMPT_MS, SHOW_MS, VOTE_MS } from '@kla/proto/web'
import { Link } from 'react-router'
import { useLoginPath } from '../../entities/session/login-path.js'
import { useSession } from '../../entities/session/use-session.js'
import { useTitle } from '../../shared/browser/use-title.js'
import { PATHS } from '../../shared/config/paths.js'
import { buttonClass } from '../../shared/ui/button.js'
import styles from './home.module.css'
import { RingArt } from './ring-art.js'

export default function Home() {
  useTitle()
  return (
    <div className={styles.home}>
      <Hero />
      <Gamemodes />
      <BattleBeats />
      <HouseRules />
    </div>
  )
}

const Hero = () => {
  const { status, user } = useSession()
  const unknown = status === 'loading'
  const loginPath = useLoginPath()
  const act = buttonClass({ variant: 'primary', size: 'l' })
  return (
    <section className={styles.hero} aria-labelledby="welcome">
      <div className={styles.art}>
        <RingArt />
      </div>
      <div className={styles.words}>
        <p className={styles.welcome} data-unknown={unknown || undefined}>
          {user ? `Welcome back, ${user.displayName}` : 'Welcome to Kla'}
        </p>
        <h1 id="welcome" className={styles.title}>
          Two corners.
          <br />
          One ring.
        </h1>
        <p className={styles.lead}>
          A live one-to-one webcam game for adults. Meet on camera, pick GIFs for each other round after round, and
          settle it with a vote.
        </p>
        <div className={styles.act}>
          {user ? (
            <Link className={act} to={PATHS.gameroom}>
              Find an opponent
            </Link>
          ) : (
            <a className={act} href={loginPath} data-unknown={unknown || undefined}>
              Login with Discord
            </a>
          )}
          <p className={styles.age}>18 or older, no exceptions.</p>
        </div>
        <p className={styles.links}>
          <Link to={PATHS.practice}>Try a practice round</Link>
          <Link to={PATHS.leaderboards}>See the leaderboards</Link>
        </p>
      </div>
    </section>
  )
}

const minutes = (ms: number) => ms / 60_000
const figureOf = (ms: number) => (ms < 60_000 ? `${ms / 1000} s` : `${minutes(ms)} min`)

const BEATS = [
  { figure: '2', name: 'Ready up', text: 'One room, two seats. The bell rings when you’re both ready.' },
  { figure: figureOf(PROMPT_MS), name: 'Pick', text: 'A hand of GIFs comes up. Choose what your opponent gets.' },
  {
    figure: figureOf(SHOW_MS),
    name: 'Take it',
    text: 'What they picked for you takes the stage. Then comes the next round.',
  },
  {
    figure: figureOf(VOTE_MS),
    name: 'Vote',
    text: 'Someone finishes, then you both vote. If you agree, there’s a winner.',
  },
]

const BattleBeats = () => (
  <section aria-labelledby="beats">
    <h2 id="beats" className={styles.battleBeatsTitle}>
      How a battle works
    </h2>
    <ol className={styles.beats}>
      {BEATS.map(({ figure, name, text }) => (
        <li key={name} className={styles.beat}>
          <p className={styles.figure}>{figure}</p>
          <h3 className={styles.name}>{name}</h3>
          <p className={styles.text}>{text}</p>
        </li>
      ))}
    </ol>
  </section>
)

const SIZE = 160
const MIDDLE = SIZE / 2
const TICKS = 36

const spoke = (index: number, from: number, to: number) => {
  const angle = (index / TICKS) * 2 * Math.PI
  const point = (radius: number) =>
    `${(MIDDLE + radius * Math.sin(angle)).toFixed(1)} ${(MIDDLE - radius * Math.cos(angle)).toFixed(1)}`
  return `M${point(from)}L${point(to)}`
}
const spokes = (from: (index: number) => number, to: (index: number) => number) =>
  Array.from({ length: TICKS }, (_, index) => spoke(index, from(index), to(index))).join('')

const VIEW_BOX = `0 0 ${SIZE} ${SIZE}`

const Glyph = ({ path }: { path: string }) => (
  <svg className={styles.glyph} width={SIZE} height={SIZE} viewBox={VIEW_BOX} fill="none" aria-hidden="true">
    <path d={path} />
  </svg>
)

const RushGlyph = () => (
  <Glyph
    path={spokes(
      () => 42,
      (index) => 46 + 33 * (index / (TICKS - 1)) ** 3,
    )}
  />
)

const StaminaGlyph = () => (
  <Glyph
    path={spokes(
      () => 52,
      () => 76,
    )}
  />
)

const GAMEMODES = [
  {
    name: 'Rush Battle',
    Glyph: RushGlyph,
    text: '1-on-1 cam chat. Every round you send a GIF from the choices you’re dealt. First to finish wins.',
    capMs: CAP_RUSH_MS,
    countedMs: COUNTED_AFTER_MS.rush,
  },
  {
    name: 'Stamina Battle',
    Glyph: StaminaGlyph,
    text: 'Same ring, other goal: how long can you last while the GIFs keep coming?',
    capMs: CAP_STAMINA_MS,
    countedMs: COUNTED_AFTER_MS.stamina,
  },
]

const Gamemodes = () => (
  <section aria-labelledby="gamemodes">
    <h2 id="gamemodes" className={styles.gamemodesTitle}>
      Two ways to go the distance
    </h2>
    <ul className={styles.cards}>
      {GAMEMODES.map(({ name, Glyph, text, capMs, countedMs }) => (
        <li key={name} className={styles.card}>
          <Glyph />
          <div className={styles.gamemodesWords}>
            <h3 className={styles.gamemodesName}>{name}</h3>
            <p className={styles.gamemodesText}>{text}</p>
            <p className={styles.facts}>
              Up to {minutes(capMs)} minutes. Counts from minute {minutes(countedMs)}.
            </p>
          </div>
        </li>
      ))}
    </ul>
  </section>
)

const HouseRules = () => (
  <section className={styles.rules} aria-labelledby="rules">
    <h2 id="rules" className={styles.houseRulesTitle}>
      House rules
    </h2>
    <ul className={styles.list}>
      <li>Adults only. If you’re under 18, this isn’t for you.</li>
      <li>No harassment. No asking for names, addresses or accounts.</li>
      <li>Leave whenever you like. You never owe anyone a reason.</li>
    </ul>
    <p className={styles.more}>
      See the <Link to={PATHS.terms}>Terms of Service</Link> and <Link to={PATHS.privacy}>Privacy</Link> for the rest.
    </p>
  </section>
)
