import { useEffect, useRef, useState } from 'react'
import type { Wish } from '../../entities/matching/wish.js'
import { browserMemory } from '../../shared/browser/memory.js'
import { NOTIFY_KEY } from '../../shared/browser/personal.js'
import { Checkbox } from '../../shared/ui/fields.js'
import { NOTIFY } from '../../texts/quick-match.js'
import styles from './find-match.module.css'
import { isWorthNotifying } from './notify-rule.js'

const tab = () => browserMemory('sessionStorage')

interface NotifyChoiceProps {
  wish: Wish
  searching: number | undefined
}

/** Asks for permission only on press; remembered for the tab. */
export function NotifyChoice(props: NotifyChoiceProps) {
  // The first paint is drawn without a window.
  return typeof window === 'undefined' || 'Notification' in window ? <Choice {...props} /> : null
}

function Choice({ wish, searching }: NotifyChoiceProps) {
  const [wanted, setWanted] = useState(
    () => tab().getItem(NOTIFY_KEY) !== null && Notification.permission === 'granted',
  )
  const [problem, setProblem] = useState<string>()

  const choose = async (on: boolean) => {
    setProblem(undefined)
    const granted = on && (await Notification.requestPermission()) === 'granted'
    if (on && !granted) {
      setProblem(NOTIFY.blocked)
    }
    setWanted(granted)
    if (granted) tab().setItem(NOTIFY_KEY, 'yes')
    else tab().removeItem(NOTIFY_KEY)
  }

  useNotification({ wanted, wish, searching, onFailed: () => setProblem(NOTIFY.unsupported) })

  return (
    <div className={styles.note}>
      <Checkbox checked={wanted} onChange={(event) => void choose(event.target.checked)}>
        {NOTIFY.choice}
      </Checkbox>
      {problem && <p role="alert">{problem}</p>}
    </div>
  )
}

interface Wanted extends NotifyChoiceProps {
  wanted: boolean
  onFailed: () => void
}

function useNotification({ wanted, wish, searching, onFailed }: Wanted): void {
  const last = useRef<{ pool: string; searching: number | undefined }>(undefined)
  const notifiedAt = useRef<number | null>(null)
  const pool = `${wish.mode} ${wish.category}`
  useEffect(() => {
    const before = last.current?.pool === pool ? last.current.searching : undefined
    last.current = { pool, searching }
    const looking = document.visibilityState === 'visible' && document.hasFocus()
    const moment = { before, searching, looking, nowMs: Date.now(), notifiedAtMs: notifiedAt.current }
    if (!wanted || !isWorthNotifying(moment)) return
    notifiedAt.current = moment.nowMs
    if (!notify()) onFailed()
  }, [wanted, pool, searching, onFailed])
}

/** False where only service workers may notify. */
function notify(): boolean {
  try {
    const shown = new Notification(NOTIFY.title, { body: NOTIFY.body, tag: NOTIFY_KEY })
    shown.onclick = () => {
      window.focus()
      shown.close()
    }
    return true
  } catch {
    return false
  }
}
