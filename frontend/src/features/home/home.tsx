import { useTitle } from '../../shared/browser/use-title.js'
import { BattleBeats } from './battle-beats.js'
import { Gamemodes } from './gamemodes.js'
import { Hero } from './hero.js'
import { HouseRules } from './house-rules.js'
import styles from './home.module.css'

/** What a stranger sees first. */
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
