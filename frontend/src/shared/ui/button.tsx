import type { ComponentProps } from 'react'
import { classNames } from './class-names.js'
import { Spinner } from './spinner.js'
import styles from './button.module.css'

export type ButtonVariant = 'primary' | 'secondary' | 'quiet' | 'danger'
export type ButtonSize = 'm' | 'l'

interface ButtonLook {
  variant?: ButtonVariant
  size?: ButtonSize
  /** Takes the width of its container. */
  wide?: boolean
}

export type ButtonProps = ComponentProps<'button'> &
  ButtonLook & {
    /** Shows that the press is being carried out; further presses do nothing. */
    busy?: boolean
  }

/** The classes of a button, for links that look like one. */
export const buttonClass = ({ variant = 'secondary', size = 'm', wide = false }: ButtonLook = {}) =>
  classNames(styles.button, styles[variant], styles[size], wide && styles.wide)

/** A button that does something here; a link that goes somewhere takes {@link buttonClass}. */
export const Button = ({ variant, size, wide, busy = false, className, children, onClick, ...rest }: ButtonProps) => (
  <button
    type="button"
    {...rest}
    className={classNames(buttonClass({ variant, size, wide }), className)}
    aria-busy={busy || undefined}
    aria-disabled={busy || rest['aria-disabled']}
    onClick={busy ? (event) => event.preventDefault() : onClick}
  >
    {busy && <Spinner />}
    {children}
  </button>
)
