import { CAP_RUSH_MS, CAP_STAMINA_MS, COUNTED_AFTER_MS, PROMPT_MS, SHOW_MS, VOTE_MS } from '@kla/proto/web'
import { Link } from 'react-router'
import { useLoginPath } from '../../entities/session/login-path.js'
import { useSession } from '../../entities/session/use-session.js'
import { useTitle } from '../../shared/browser/use-title.js'
import { PATHS } from '../../shared/config/paths.js'
import { buttonClass } from '../../shared/ui/button.js'
import { BATTLE_BEATS, GAMEMODES, HOME, HOUSE_RULES } from '../../texts/home.js'
import { NAVIGATION } from '../../texts/shell.js'
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
          {user ? HOME.welcomeBack({ name: user.displayName }) : HOME.welcome}
        </p>
        <h1 id="welcome" className={styles.title}>
          {HOME.titleFirst}
          <br />
          {HOME.titleSecond}
        </h1>
        <p className={styles.lead}>{HOME.lead}</p>
        <div className={styles.act}>
          {user ? (
            <Link className={act} to={PATHS.gameroom}>
              {HOME.find}
            </Link>
          ) : (
            <a className={act} href={loginPath} data-unknown={unknown || undefined}>
              {NAVIGATION.logIn}
            </a>
          )}
          <p className={styles.age}>{HOME.age}</p>
        </div>
        <p className={styles.links}>
          <Link to={PATHS.practice}>{HOME.practice}</Link>
          <Link to={PATHS.leaderboards}>{HOME.leaderboards}</Link>
        </p>
      </div>
    </section>
  )
}

const minutes = (ms: number) => ms / 60_000
const figureOf = (ms: number) =>
  ms < 60_000 ? BATTLE_BEATS.seconds({ seconds: ms / 1000 }) : BATTLE_BEATS.minutes({ minutes: minutes(ms) })

const BEATS = [
  { figure: '2', name: BATTLE_BEATS.ready, text: BATTLE_BEATS.readyText },
  { figure: figureOf(PROMPT_MS), name: BATTLE_BEATS.pick, text: BATTLE_BEATS.pickText },
  { figure: figureOf(SHOW_MS), name: BATTLE_BEATS.take, text: BATTLE_BEATS.takeText },
  { figure: figureOf(VOTE_MS), name: BATTLE_BEATS.vote, text: BATTLE_BEATS.voteText },
]

const BattleBeats = () => (
  <section aria-labelledby="beats">
    <h2 id="beats" className={styles.battleBeatsTitle}>
      {BATTLE_BEATS.title}
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

const MODES = [
  {
    name: GAMEMODES.rush,
    Glyph: RushGlyph,
    text: GAMEMODES.rushText,
    capMs: CAP_RUSH_MS,
    countedMs: COUNTED_AFTER_MS.rush,
  },
  {
    name: GAMEMODES.stamina,
    Glyph: StaminaGlyph,
    text: GAMEMODES.staminaText,
    capMs: CAP_STAMINA_MS,
    countedMs: COUNTED_AFTER_MS.stamina,
  },
]

const Gamemodes = () => (
  <section aria-labelledby="gamemodes">
    <h2 id="gamemodes" className={styles.gamemodesTitle}>
      {GAMEMODES.title}
    </h2>
    <ul className={styles.cards}>
      {MODES.map(({ name, Glyph, text, capMs, countedMs }) => (
        <li key={name} className={styles.card}>
          <Glyph />
          <div className={styles.gamemodesWords}>
            <h3 className={styles.gamemodesName}>{name}</h3>
            <p className={styles.gamemodesText}>{text}</p>
            <p className={styles.facts}>{GAMEMODES.limits({ cap: minutes(capMs), counted: minutes(countedMs) })}</p>
          </div>
        </li>
      ))}
    </ul>
  </section>
)

const HouseRules = () => (
  <section className={styles.rules} aria-labelledby="rules">
    <h2 id="rules" className={styles.houseRulesTitle}>
      {HOUSE_RULES.title}
    </h2>
    <ul className={styles.list}>
      <li>{HOUSE_RULES.adults}</li>
      <li>{HOUSE_RULES.harassment}</li>
      <li>{HOUSE_RULES.leave}</li>
    </ul>
    <p className={styles.more}>
      {HOUSE_RULES.more({
        terms: (link) => <Link to={PATHS.terms}>{link}</Link>,
        privacy: (link) => <Link to={PATHS.privacy}>{link}</Link>,
      })}
    </p>
  </section>
)
