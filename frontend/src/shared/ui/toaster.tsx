import { useEffect } from 'react'
import { toast, Toaster as Sonner, useSonner } from 'sonner'
import 'sonner/dist/styles.css'
import { useMediaQuery } from '../browser/use-media-query.js'
import { Icon } from './icon.js'
import { Spinner } from './spinner.js'
import { takeToasts } from './toast.js'
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
  // Runs after the toaster's own effects.
  useEffect(() => takeToasts(toast), [])
  const rest = useSonner().toasts.length - TOASTS_SHOWN
  const line = rest > 0 ? '1.75rem' : '0px'
  return (
    <>
      <Sonner
        position={fromAbove ? 'top-center' : 'bottom-center'}
        visibleToasts={TOASTS_SHOWN}
        expand
        gap={8}
        offset={{ bottom: `calc(24px + ${line})`, top: `calc(var(--nav-height) + 16px + ${line})` }}
        mobileOffset={{ left: 16, right: 16, bottom: `calc(var(--toast-bottom, 16px) + ${line})` }}
        icons={{
          success: <Icon name="check" />,
          error: <Icon name="alert" />,
          loading: <Spinner />,
        }}
        toastOptions={{
          unstyled: true,
          classNames: { toast: styles.toast, error: styles.error, title: styles.title, actionButton: styles.action },
        }}
      />
      {rest > 0 && (
        <p className={styles.rest} data-above={fromAbove || undefined}>
          and {rest} more
        </p>
      )}
    </>
  )
}
