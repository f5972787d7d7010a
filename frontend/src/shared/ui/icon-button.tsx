import type { ComponentProps } from 'react'
import { classNames } from './class-names.js'
import styles from './icon-button.module.css'
import { Icon, type IconName } from './icon.js'

export interface IconButtonProps extends Omit<ComponentProps<'button'>, 'children' | 'aria-label'> {
  icon: IconName
  label: string
  tone?: 'plain' | 'danger'
}

export const IconButton = ({ icon, label, tone = 'plain', className, ...rest }: IconButtonProps) => (
  <button
    type="button"
    title={label}
    {...rest}
    className={classNames(styles.button, styles[tone], className)}
    aria-label={label}
  >
    <Icon name={icon} />
  </button>
)
