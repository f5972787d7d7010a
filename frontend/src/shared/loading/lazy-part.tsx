import { type ComponentType, createElement, lazy, useEffect, useState } from 'react'
import { PART_FAILED, UI } from '../../texts/ui.js'
import { browserClock } from '../realtime/clock.js'
import { Button } from '../ui/button.js'
import { EmptyState } from '../ui/empty-state.js'
import { loadPageAgain, loadPart, PartMissing } from './load-part.js'
import styles from './loading.module.css'
import { QUIET_MS, ScreenLoading } from './screen-loading.js'

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
  const why = failure instanceof PartMissing ? failure.reason : 'missing'
  const text = PART_FAILED[unreachable ? 'unreachable' : why]
  const button = (
    <Button variant="primary" busy={busy} onClick={() => void again()}>
      {UI.tryAgain}
    </Button>
  )
  const { title } = PART_FAILED
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
  asBar?: boolean
  /** True if the page must not be reloaded. */
  inRoom?: boolean
  /** True for a part that draws nothing, and so needs no word about its failure. */
  silent?: boolean
  waiting?: ComponentType
}

/** Renders synchronously once loaded, unlike `lazy`, whose fallback React keeps for 300 ms. */
export function lazyPart<Props extends object>(
  load: () => Promise<{ default: ComponentType<Props> }>,
  options: PartOptions = {},
) {
  const { asBar = false, inRoom = false, silent = false, waiting } = options
  let loaded: ComponentType<Props> | undefined
  let loading: Promise<ComponentType<Props>> | undefined
  const loadOnce = (): Promise<ComponentType<Props>> =>
    (loading ??= loadPart(load, { inRoom })
      .then((part) => (loaded = part.default))
      .finally(() => (loading = undefined)))

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
    if (failure !== null && !silent) return <PartFailed failure={failure} asBar={asBar} />
    return waiting ? createElement(waiting) : <ScreenLoading quietMs={0} asBar={asBar} />
  }
  const Later = lazy(async () => {
    const quiet = new Promise<void>((resolve) => browserClock.after(QUIET_MS, resolve))
    await Promise.race([loadOnce().catch(() => undefined), quiet])
    return { default: Awaited }
  })
  // A changed identity would remount the component.
  const Part = (props: Props) => {
    const [shown] = useState<ComponentType<Props>>(() => loaded ?? (Later as ComponentType<Props>))
    return createElement(shown, props)
  }
  return Object.assign(Part, { load: loadOnce })
}
