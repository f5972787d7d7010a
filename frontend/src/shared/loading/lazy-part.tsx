import { type ComponentType, createElement, lazy, useEffect, useState } from 'react'
import { browserClock } from '../realtime/clock.js'
import { Button } from '../ui/button.js'
import { EmptyState } from '../ui/empty-state.js'
import { loadPageAgain, loadPart, PartMissing } from './load-part.js'
import { QUIET_MS, ScreenLoading } from './screen-loading.js'
import styles from './loading.module.css'

const WHY = {
  missing: 'Kla may have been updated since you opened it, or your connection is gone.',
  timeout: 'It has not come for two minutes. Your connection may be slow, or Kla is busy.',
} as const

/** In place of a part of the page that could not be had. Trying again loads the page anew, at the address it goes to. */
function PartFailed({ failure, asBar }: { failure: unknown; asBar: boolean }) {
  const [busy, setBusy] = useState(false)
  const [unreachable, setUnreachable] = useState(false)
  const again = async () => {
    setBusy(true)
    setUnreachable(false)
    if (await loadPageAgain()) return
    setBusy(false)
    setUnreachable(true)
  }
  const text = unreachable
    ? 'Kla is not answering. Check your connection, then try again.'
    : WHY[failure instanceof PartMissing ? failure.reason : 'missing']
  const button = (
    <Button variant="primary" busy={busy} onClick={() => void again()}>
      Try again
    </Button>
  )
  const title = 'This part of the page did not load.'
  return (
    <div role="alert" className={asBar ? styles.bar : undefined}>
      {asBar ? (
        <>
          <p>
            {title} {text}
          </p>
          {button}
        </>
      ) : (
        <EmptyState wholeScreen icon="offline" title={title} action={button}>
          {text}
        </EmptyState>
      )}
    </div>
  )
}

interface PartOptions {
  /** It stands above a screen that is there already: its wait and its failure are a line. */
  asBar?: boolean
}

/**
 * A component that is loaded when it is first shown, or by `load` before. What is there already is drawn at once: React
 * keeps a fallback up for 300 ms, and its `lazy` falls back once even then. The screen before it stays for 300 ms; after those
 * it says that it is on its way, and in the end that it could not be had (see createLoadPart).
 */
export function lazyPart<Props extends object>(load: () => Promise<{ default: ComponentType<Props> }>, options: PartOptions = {}) {
  const { asBar = false } = options
  let loaded: ComponentType<Props> | undefined
  let loading: Promise<ComponentType<Props>> | undefined
  const loadOnce = (): Promise<ComponentType<Props>> =>
    (loading ??= loadPart(load)
      .then((part) => (loaded = part.default))
      .finally(() => (loading = undefined)))

  /** The part itself as soon as it is there, and until then the word about it. */
  const Awaited = (props: Props) => {
    const [part, setPart] = useState(() => loaded)
    const [failure, setFailure] = useState<unknown>(null)
    useEffect(() => {
      let gone = false
      loadOnce().then(
        (here) => void (gone || setPart(() => here)),
        (error: unknown) => void (gone || setFailure(error)),
      )
      return () => {
        gone = true
      }
    }, [])
    if (part) return createElement(part, props)
    if (failure !== null) return <PartFailed failure={failure} asBar={asBar} />
    return <ScreenLoading quietMs={0} asBar={asBar} />
  }
  const Later = lazy(async () => {
    const quiet = new Promise<void>((resolve) => browserClock.after(QUIET_MS, resolve))
    await Promise.race([loadOnce().catch(() => undefined), quiet])
    return { default: Awaited }
  })
  // Of one and the same kind for as long as it is shown, or it would begin anew.
  const Part = (props: Props) => {
    const [shown] = useState<ComponentType<Props>>(() => loaded ?? (Later as ComponentType<Props>))
    return createElement(shown, props)
  }
  return Object.assign(Part, { load: loadOnce })
}
