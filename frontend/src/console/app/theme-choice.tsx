import { useState } from 'react'
import { chooseTheme, readTheme, THEMES, type Theme } from './theme.js'
import styles from './layout.module.css'

const WORDS: Readonly<Record<Theme, string>> = { system: 'System theme', dark: 'Dark theme', light: 'Light theme' }

export function ThemeChoice() {
  const [theme, setTheme] = useState(readTheme)
  const choose = (chosen: Theme) => {
    chooseTheme(chosen)
    setTheme(chosen)
  }
  return (
    <select
      className={styles.theme}
      aria-label="Theme"
      value={theme}
      onChange={(event) => choose(THEMES.find((known) => known === event.target.value) ?? 'system')}
    >
      {THEMES.map((known) => (
        <option key={known} value={known}>
          {WORDS[known]}
        </option>
      ))}
    </select>
  )
}
