import { NextCup } from './next-cup.js'
import { PassProgress } from './pass-progress.js'
import styles from './competing.module.css'

/** The ways to the cups and to the battle pass, side by side where there is room. */
export const Competing = () => (
  <div className={styles.competing}>
    <NextCup />
    <PassProgress />
  </div>
)
