import { useSyncExternalStore } from 'react'
import { UI } from '../../texts/ui.js'
import { IconButton } from './icon-button.js'
import styles from './notice-bar.module.css'
import { hideNotice, notices } from './notices.js'

/** Shows notices in the page's flow, so that they cover nothing. Never loaded late: some are about a lost network. */
export const NoticeBar = () =>
  useSyncExternalStore(notices.subscribe, notices.get).notices.map(({ id, text }) => (
    <div key={id} className={styles.notice}>
      <p className={styles.text}>{text}</p>
      <IconButton icon="close" label={UI.dismiss} onClick={() => hideNotice(id)} />
    </div>
  ))
