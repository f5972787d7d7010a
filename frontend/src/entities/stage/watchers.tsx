import type { WatcherEntry } from '@kla/proto/web'
import { useState } from 'react'
import { Icon } from '../../shared/ui/icon.js'
import { WATCHERS } from '../../texts/watchers.js'
import { comingsAndGoings, roleOf } from './watcher-words.js'
import styles from './watchers.module.css'

interface WatchersProps {
  watchers: readonly WatcherEntry[]
  empty: string
}

export function Watchers({ watchers, empty }: WatchersProps) {
  const [known, setKnown] = useState<readonly WatcherEntry[]>([])
  const [announced, setAnnounced] = useState('')
  if (watchers !== known) {
    setKnown(watchers)
    const change = comingsAndGoings(known, watchers)
    if (change !== '') setAnnounced(change)
  }
  return (
    <div className={styles.watchers}>
      <Icon name="users" />
      {watchers.length === 0 ? (
        <p className={styles.empty}>{empty}</p>
      ) : (
        <ul className={styles.list} aria-label={WATCHERS.label}>
          {watchers.map((watcher) => (
            <li key={watcher.socketId} className={styles.watcher}>
              <strong className={styles.name}>{watcher.name}</strong>{' '}
              <span className={styles.role}>{roleOf(watcher)}</span>
            </li>
          ))}
        </ul>
      )}
      <p className="visually-hidden" role="status">
        {announced}
      </p>
    </div>
  )
}
