import { useSyncExternalStore } from 'react'
import { IconButton } from './icon-button.js'
import styles from './notice-bar.module.css'
import { hideNotice, notices } from './notices.js'

/** Shows notices in the page's flow, so that they cover nothing. Always present: screen readers announce what is added. */
export const NoticeBar = () => {
  const shown = useSyncExternalStore(notices.subscribe, notices.get).notices
  return (
    <div role="status">
      {shown.map(({ id, text }) => (
        <div key={id} className={styles.notice}>
          <p className={styles.text}>{text}</p>
          <IconButton icon="close" label="Dismiss" onClick={() => hideNotice(id)} />
        </div>
      ))}
    </div>
  )
}
