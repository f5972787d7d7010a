import type { ComponentProps } from 'react'
import styles from './button.module.css'
import { classNames } from './class-names.js'
import { useReplacedLately } from './settling.js'
import { Spinner } from './spinner.js'

export type ButtonVariant = 'primary' | 'secondary' | 'quiet' | 'danger'
export type ButtonSize = 'm' | 'l'

interface ButtonLook {
  variant?: ButtonVariant | undefined
  size?: ButtonSize | undefined
  wide?: boolean | undefined
}

export type ButtonProps = ComponentProps<'button'> &
  ButtonLook & {
    busy?: boolean
  }

/** Returns class names for links that look like a button. */
export const buttonClass = ({ variant = 'secondary', size = 'm', wide = false }: ButtonLook = {}) =>
  classNames(styles.button, styles[variant], styles[size], wide && styles.wide)

export const Button = ({ variant, size, wide, busy = false, className, children, onClick, ...rest }: ButtonProps) => {
  const ignoring = useReplacedLately() || busy
  return (
    <button
      type="button"
      {...rest}
      className={classNames(buttonClass({ variant, size, wide }), className)}
      aria-busy={busy || undefined}
      aria-disabled={ignoring || rest['aria-disabled']}
      onClick={ignoring ? (event) => event.preventDefault() : onClick}
    >
      {busy && <Spinner />}
      {children}
    </button>
  )
}
