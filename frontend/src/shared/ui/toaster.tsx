import { useEffect, useRef } from 'react'
import { toast, Toaster as Sonner, useSonner } from 'sonner'
import 'sonner/dist/styles.css'
import { TOASTER } from '../../texts/toaster.js'
import { useMediaQuery } from '../browser/use-media-query.js'
import { classNames } from './class-names.js'
import { Icon } from './icon.js'
import { Spinner } from './spinner.js'
import { takeToasts, type ToastPlace } from './toast.js'
import { placeBeside } from './toaster-place.js'
import styles from './toaster.module.css'

const WIDE = '(width >= 48rem)'
const TOASTS_SHOWN = 4

interface ToasterProps {
  /** True if toasts must leave the screen's foot free. */
  footIsBusy: boolean
}

/** Renders toasts; once on a page. */
export const Toaster = ({ footIsBusy }: ToasterProps) => {
  const fromAbove = useMediaQuery(WIDE) && footIsBusy
  const usual = fromAbove ? 'top-center' : 'bottom-center'
  const usually = useRef<ToastPlace>(usual)
  useEffect(() => {
    usually.current = usual
  }, [usual])
  // Runs after the toaster's own effects.
  useEffect(() => {
    const pressed = followPresses()
    const place = () => placeBeside(usually.current, pressed.box(), { width: innerWidth, height: innerHeight })
    const leave = takeToasts(toast, place)
    return () => {
      leave()
      pressed.stop()
    }
  }, [])
  const rest = useSonner().toasts.length - TOASTS_SHOWN
  const line = rest > 0 ? '1.75rem' : '0px'
  return (
    <>
      <Sonner
        containerAriaLabel={TOASTER.label}
        position={usual}
        visibleToasts={TOASTS_SHOWN}
        expand
        gap={8}
        offset={{ bottom: `calc(24px + ${line})`, top: `calc(var(--nav-height) + 16px + ${line})` }}
        mobileOffset={{
          left: 16,
          right: 16,
          bottom: `calc(var(--toast-bottom, 16px) + ${line})`,
          top: `calc(var(--nav-height) + var(--control-height) + 8px + ${line})`,
        }}
        icons={{
          success: <Icon name="check" />,
          error: <Icon name="alert" />,
          loading: <Spinner />,
        }}
        toastOptions={{
          unstyled: true,
          classNames: {
            toast: classNames(styles.toast),
            error: classNames(styles.error),
            title: classNames(styles.title),
            actionButton: classNames(styles.action),
          },
        }}
      />
      {rest > 0 && (
        <p className={styles.rest} data-above={fromAbove || undefined}>
          {TOASTER.more({ count: rest })}
        </p>
      )}
    </>
  )
}

const CONTROL = 'button, a, input, select, textarea, label, summary'

/** Knows where the control is that was pressed last. Safari does not focus buttons. */
function followPresses(): { box: () => DOMRect | null; stop: () => void } {
  let last: Element | null = null
  const note = ({ target }: Event) => {
    last = target instanceof Element ? target.closest(CONTROL) : null
  }
  document.addEventListener('pointerdown', note, true)
  document.addEventListener('keydown', note, true)
  return {
    box: () => (last?.isConnected ? last.getBoundingClientRect() : null),
    stop: () => {
      document.removeEventListener('pointerdown', note, true)
      document.removeEventListener('keydown', note, true)
    },
  }
}
