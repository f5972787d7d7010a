import { useEffect, useState } from 'react'
import { siteAnswers } from '../../shared/loading/load-part.js'
import { Button } from '../../shared/ui/button.js'
import { Icon } from '../../shared/ui/icon.js'
import { CONNECTION_HELP } from '../../texts/connection-help.js'
import styles from './connection-help.module.css'
import { type Blocked, BLOCKED_WORDS, whyNoConnection } from './why.js'

const look = (): Promise<Blocked> =>
  whyNoConnection({ hasWebSocket: 'WebSocket' in window, onLine: navigator.onLine, siteAnswers })

export function ConnectionHelp() {
  const [blocked, setBlocked] = useState<Blocked | null>(null)
  const [looks, setLooks] = useState(0)
  const [shownLook, setShownLook] = useState(-1)

  useEffect(() => {
    let gone = false
    void look().then((now) => {
      if (gone) return
      setBlocked(now)
      setShownLook(looks)
    })
    return () => {
      gone = true
    }
  }, [looks])

  useEffect(() => {
    const again = () => setLooks((count) => count + 1)
    window.addEventListener('online', again)
    window.addEventListener('offline', again)
    return () => {
      window.removeEventListener('online', again)
      window.removeEventListener('offline', again)
    }
  }, [])

  if (blocked === null) return null
  const { title, tell, steps } = BLOCKED_WORDS[blocked](window.location.host)
  return (
    <div className={styles.help} role="alert">
      <Icon name="offline" />
      <div>
        <p>
          <strong>{title}</strong> {tell}
        </p>
        <p>{steps}</p>
      </div>
      <Button busy={shownLook !== looks} onClick={() => setLooks(looks + 1)}>
        {CONNECTION_HELP.checkAgain}
      </Button>
    </div>
  )
}
