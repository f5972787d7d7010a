import { Link } from 'react-router'
import { settingsPath, type SettingsSection } from '../../shared/config/paths.js'
import { SETTINGS } from '../../texts/settings.js'
import styles from './section-index.module.css'
import { SECTIONS } from './sections.js'

interface SectionIndexProps {
  current: SettingsSection
  /** Sections with changes that are not saved. */
  unsaved: ReadonlySet<SettingsSection>
}

export const SectionIndex = ({ current, unsaved }: SectionIndexProps) => (
  <nav className={styles.index} aria-label={SETTINGS.title}>
    <ul className={styles.list}>
      {SECTIONS.map(({ id, label }) => (
        <li key={id}>
          <Link to={settingsPath(id)} className={styles.link} aria-current={id === current ? 'page' : undefined}>
            {label}
            {unsaved.has(id) && (
              <span className={styles.unsaved} title={SETTINGS.unsaved}>
                <span className="visually-hidden">{SETTINGS.unsavedSpoken}</span>
              </span>
            )}
          </Link>
        </li>
      ))}
    </ul>
  </nav>
)
