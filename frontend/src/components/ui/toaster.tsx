import { Toaster as Sonner } from 'sonner'
import 'sonner/dist/styles.css'
import { useMediaQuery } from '../../lib/browser/use-media-query.js'
import { Icon } from './icon.js'
import { Spinner } from './spinner.js'
import { TOASTS_MAX } from './toast.js'
import styles from './toaster.module.css'

/** From here on there is a foot of the screen that toasts could cover. */
const WIDE = '(width >= 48rem)'

interface ToasterProps {
  /** The screen has what is needed in a hurry at its foot: on wide screens toasts come from above instead. */
  footIsBusy: boolean
}

/** Where toasts appear: mounted once. */
export const Toaster = ({ footIsBusy }: ToasterProps) => (
  <Sonner
    position={useMediaQuery(WIDE) && footIsBusy ? 'top-center' : 'bottom-center'}
    visibleToasts={TOASTS_MAX}
    expand
    gap={8}
    offset={{ bottom: 24, top: 'calc(var(--nav-height) + 16px)' }}
    mobileOffset={{ left: 16, right: 16, bottom: 'var(--toast-bottom, 16px)' }}
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
)
