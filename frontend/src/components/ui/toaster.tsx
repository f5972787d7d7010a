import { Toaster as Sonner } from 'sonner'
import 'sonner/dist/styles.css'
import { Icon } from './icon.js'
import { Spinner } from './spinner.js'
import { TOASTS_MAX } from './toast.js'
import styles from './toaster.module.css'

/** Where toasts appear: mounted once. */
export const Toaster = () => (
  <Sonner
    position="bottom-center"
    visibleToasts={TOASTS_MAX}
    expand
    gap={8}
    offset={24}
    mobileOffset={{ left: 16, right: 16, bottom: 'var(--toast-bottom, 16px)' }}
    icons={{
      success: <Icon name="check" />,
      error: <Icon name="alert" />,
      loading: <Spinner />,
    }}
    toastOptions={{ unstyled: true, classNames: { toast: styles.toast, error: styles.error, title: styles.title } }}
  />
)
